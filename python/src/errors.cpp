// Turns the library's Error into the exception of neardup.errors for its code.
#include <nanobind/nanobind.h>

#include <exception>

#include "neardup/util/error.h"
#include "python/src/bindings.h"

namespace neardup::python {

namespace nb = nanobind;

void bind_errors(nb::module_& /*module*/) {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void* /*unused*/) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Error& error) {
      const nb::object make = nb::module_::import_("neardup.errors").attr("error_for");
      const nb::object exception = make(static_cast<int>(error.code()), error.what());
      PyErr_SetObject(exception.type().ptr(), exception.ptr());
    }
  });
}

}  // namespace neardup::python
