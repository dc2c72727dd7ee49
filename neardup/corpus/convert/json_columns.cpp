#include "neardup/corpus/convert/json_columns.h"

#include <simdjson.h>

#include <charconv>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

using simdjson::ondemand::json_type;
using Kind = parquet::Column::Kind;

constexpr std::size_t kMostColumns = 10'000;
constexpr std::size_t kMostMembers = 500;

/// What values of a column were like. Members of objects are columns of their own.
struct Node {
  enum Seen : unsigned { boolean = 1, integer = 2, number = 4, text = 8, list = 16, object = 32 };
  std::string name = {};
  unsigned seen = 0;
  std::vector<Node> children = {};
  std::unordered_map<std::string, std::size_t> positions = {};  // of the children, by name

  Node& child(const std::string& wanted) {
    const auto [found, is_new] = positions.try_emplace(wanted, children.size());
    if (is_new) children.push_back({.name = wanted});
    return children[found->second];
  }
};

bool fits_integer(std::string_view token) {
  token = token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  return error == std::errc() && end == token.data() + token.size();
}

bool has_fraction(std::string_view token) { return token.find_first_of(".eE") != std::string_view::npos; }

void add_members(Node& node, simdjson::ondemand::object object);

void add_value(Node& node, simdjson::ondemand::value value) {
  switch (value.type()) {
    case json_type::null:
      return;
    case json_type::boolean:
      node.seen |= Node::boolean;
      return;
    case json_type::string:
      node.seen |= Node::text;
      return;
    case json_type::number: {
      const std::string_view token = value.raw_json_token();
      // An integer beyond 64 bits keeps its digits as a text.
      node.seen |= fits_integer(token) ? Node::integer : (has_fraction(token) ? Node::number : Node::text);
      return;
    }
    case json_type::array:
      node.seen |= Node::list;
      for (simdjson::ondemand::value item : value.get_array()) add_value(node.child("element"), item);
      return;
    case json_type::object:
      node.seen |= Node::object;
      if (node.children.size() <= kMostMembers) add_members(node, value.get_object());
      return;
  }
}

void add_members(Node& node, simdjson::ondemand::object object) {
  for (simdjson::ondemand::field field : object) {
    const std::string name(std::string_view(field.unescaped_key()));
    add_value(node.child(name), field.value());
  }
}

parquet::Column column_of(const Node& node) {
  parquet::Column column{.name = node.name};
  const bool is_plain_list = node.seen == Node::list && node.children.size() == 1;
  const bool is_plain_object =
      node.seen == Node::object && !node.children.empty() && node.children.size() <= kMostMembers;
  if (node.seen == Node::boolean) column.kind = Kind::boolean;
  if (node.seen == Node::integer) column.kind = Kind::integer;
  if (node.seen == Node::number || node.seen == (Node::integer | Node::number)) column.kind = Kind::number;
  if (is_plain_list) column.kind = Kind::list;
  if (is_plain_object) column.kind = Kind::object;
  if (is_plain_list || is_plain_object)
    for (const Node& child : node.children) column.children.push_back(column_of(child));
  return column;
}

}  // namespace

class JsonColumns::Impl {
 public:
  void add(std::string_view record) {
    padded_.assign(record);
    padded_.append(simdjson::SIMDJSON_PADDING, ' ');
    try {
      simdjson::ondemand::document document =
          parser_.iterate(simdjson::padded_string_view(padded_.data(), record.size(), padded_.size()));
      add_members(root_, document.get_object());
    } catch (const simdjson::simdjson_error& error) {
      throw Error(ErrorCode::corrupt, std::string("a record that cannot be converted: ") + error.what());
    }
    if (root_.children.size() > kMostColumns)
      throw Error(ErrorCode::invalid_argument, "the records have more than " + std::to_string(kMostColumns) +
                                                   " different fields, too many for a table");
  }
  void add_text(const std::string& name) { root_.child(name).seen |= Node::text; }
  [[nodiscard]] std::vector<parquet::Column> columns() const {
    std::vector<parquet::Column> columns;
    for (const Node& node : root_.children) columns.push_back(column_of(node));
    return columns;
  }

 private:
  Node root_;
  simdjson::ondemand::parser parser_;
  std::string padded_;
};

JsonColumns::JsonColumns() : impl_(std::make_unique<Impl>()) {}
JsonColumns::~JsonColumns() = default;
JsonColumns::JsonColumns(JsonColumns&&) noexcept = default;
void JsonColumns::add(std::string_view record) { impl_->add(record); }
void JsonColumns::add_text(const std::string& name) { impl_->add_text(name); }
std::vector<parquet::Column> JsonColumns::columns() const { return impl_->columns(); }

}  // namespace neardup::internal
