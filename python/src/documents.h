// The documents that Python passes: a data frame or series by the Arrow interface, or a list of strings. Both are read
// where they lie, on all cores and without the lock of the interpreter.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/corpus/inputs.h"
#include "python/src/arrow_table.h"

namespace neardup::python {

namespace nb = nanobind;

/// What a document consists of: names of columns.
struct DocumentColumns {
  std::vector<std::string> text = {"text"};  // a newline joins several
  std::optional<std::string> id = {};
  std::vector<std::string> fields = {};
};

class Documents : public DocumentTable {
 public:
  /// Returns the text of a row, which may be put into `scratch`; no value if it has none. Thread-safe.
  [[nodiscard]] virtual std::optional<std::string_view> text(std::size_t row, std::string& scratch) const = 0;
};

/// Takes the data out of an object with __arrow_c_stream__ or __arrow_c_array__. Throws Error.
[[nodiscard]] std::shared_ptr<Documents> documents_from_arrow(const nb::object& exporter,
                                                              const DocumentColumns& columns);

/// Strings or None, with ids (strings or None) unless `ids` is None. Each of `fields` is a list too.
[[nodiscard]] std::shared_ptr<Documents> documents_from_lists(const nb::object& texts, const nb::object& ids,
                                                              const std::vector<nb::object>& fields);

void bind_documents(nb::module_& module);

}  // namespace neardup::python
