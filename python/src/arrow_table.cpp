#include "python/src/arrow_table.h"

#include <algorithm>
#include <span>
#include <utility>

#include "neardup/util/error.h"

namespace neardup::python {
namespace {

constexpr std::string_view kRows = "+s";  // the Arrow format of a struct, and of a batch of rows

[[noreturn]] void fail(ArrowArrayStream& stream) {
  const char* const reason = stream.get_last_error(&stream);
  throw Error(ErrorCode::io, std::string("the data could not be read: ") +
                                 (reason != nullptr ? reason : "its library gives no reason"));
}

std::span<ArrowSchema* const> fields_of(const ArrowSchema& schema) {
  return {schema.children, static_cast<std::size_t>(schema.n_children)};
}

std::optional<std::size_t> find_field(const ArrowSchema& schema, std::string_view name) {
  const auto fields = fields_of(schema);
  const auto found = std::ranges::find(fields, name, [](const ArrowSchema* field) {
    return std::string_view(field->name != nullptr ? field->name : "");
  });
  if (found == fields.end()) return std::nullopt;
  return static_cast<std::size_t>(found - fields.begin());
}

ArrowRows all_rows(const ArrowArray& array) { return {&array, static_cast<std::size_t>(array.offset)}; }

/// Returns a field of a struct, whose own offset concerns its fields too.
ArrowField field_at(const ArrowField& parent, std::size_t i) {
  const ArrowArray& array = *parent.rows.array->children[i];
  ArrowField field{.schema = parent.schema->children[i],
                   .rows = {&array, parent.rows.begin + static_cast<std::size_t>(array.offset)},
                   .parents = parent.parents};
  field.parents.push_back(parent.rows);
  return field;
}

/// Follows a path "a.b" through structs. A name with a point in it goes before a path.
std::optional<ArrowField> follow(const ArrowField& field, std::string_view path) {
  if (field.schema->format != kRows) return std::nullopt;
  if (const auto whole = find_field(*field.schema, path)) return field_at(field, *whole);
  const std::size_t point = path.find('.');
  if (point == std::string_view::npos) return std::nullopt;
  const auto first = find_field(*field.schema, path.substr(0, point));
  if (!first) return std::nullopt;
  return follow(field_at(field, *first), path.substr(point + 1));
}

}  // namespace

ArrowTable::ArrowTable(ArrowArrayStream& stream) {
  if (stream.get_schema(&stream, &schema_) != 0) fail(stream);
  while (true) {
    ArrowArray batch = {};
    if (stream.get_next(&stream, &batch) != 0) fail(stream);
    if (batch.release == nullptr) return;
    add(batch);
  }
}

ArrowTable::ArrowTable(ArrowSchema& schema, ArrowArray& array) : schema_(std::exchange(schema, {})) {
  add(std::exchange(array, {}));
}

void ArrowTable::add(const ArrowArray& batch) {
  batches_.push_back(batch);
  starts_.push_back(starts_.back() + static_cast<std::size_t>(batch.length));
}

ArrowTable::~ArrowTable() {
  for (ArrowArray& batch : batches_) batch.release(&batch);
  if (schema_.release != nullptr) schema_.release(&schema_);
}

bool ArrowTable::is_series() const noexcept { return schema_.format != kRows; }

std::vector<std::string> ArrowTable::column_names() const {
  std::vector<std::string> names;
  if (is_series()) return names;
  for (const ArrowSchema* field : fields_of(schema_))
    names.emplace_back(field->name != nullptr ? field->name : "");
  return names;
}

std::size_t ArrowTable::batch_of(std::size_t& row) const noexcept {
  const auto after = std::ranges::upper_bound(starts_, row);
  const auto batch = static_cast<std::size_t>(after - starts_.begin()) - 1;
  row -= starts_[batch];
  return batch;
}

std::vector<ArrowColumn> ArrowTable::column(const std::string& name) const {
  std::vector<ArrowColumn> parts;
  for (const ArrowArray& batch : batches_) {
    const ArrowField whole{.schema = &schema_, .rows = all_rows(batch)};
    if (is_series()) {
      parts.emplace_back(whole, "the series");
      continue;
    }
    const std::optional<ArrowField> field = follow(whole, name);
    if (!field) {
      std::string names;
      for (const std::string& known : column_names()) names += (names.empty() ? "" : ", ") + known;
      throw Error(ErrorCode::invalid_argument, "the data has no column \"" + name + "\"; it has " +
                                                   (names.empty() ? "no columns" : names));
    }
    parts.emplace_back(*field, "the column \"" + name + "\"");
  }
  return parts;
}

}  // namespace neardup::python
