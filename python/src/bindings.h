// The parts of the module, each in its own source.
#pragma once

#include <nanobind/nanobind.h>

namespace neardup::python {

void bind_errors(nanobind::module_& module);
void bind_documents(nanobind::module_& module);
void bind_recipe(nanobind::module_& module);
void bind_dedup(nanobind::module_& module);
void bind_pairs(nanobind::module_& module);
void bind_joins(nanobind::module_& module);
void bind_indexes(nanobind::module_& module);
void bind_collection(nanobind::module_& module);
void bind_tuning(nanobind::module_& module);
void bind_compat(nanobind::module_& module);

}  // namespace neardup::python
