// The parts of the module, each in its own source.
#pragma once

#include <nanobind/nanobind.h>

namespace neardup::python {

void bind_errors(nanobind::module_& module);
void bind_documents(nanobind::module_& module);
void bind_recipe(nanobind::module_& module);
void bind_dedup(nanobind::module_& module);
void bind_pairs(nanobind::module_& module);

}  // namespace neardup::python
