// The module neardup._neardup: the library for the Python code around it. Users see the package neardup instead.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "neardup/util/data_files.h"
#include "neardup/version.h"
#include "python/src/bindings.h"

NB_MODULE(_neardup, module) {
  module.attr("__version__") = neardup::kVersion;
  module.def("set_data_folder", &neardup::set_data_folder, nanobind::arg("folder"));
  neardup::python::bind_errors(module);
  neardup::python::bind_documents(module);
  neardup::python::bind_recipe(module);
  neardup::python::bind_dedup(module);
  neardup::python::bind_pairs(module);
  neardup::python::bind_joins(module);
  neardup::python::bind_indexes(module);
  neardup::python::bind_collection(module);
  neardup::python::bind_tuning(module);
  neardup::python::bind_compat(module);
}
