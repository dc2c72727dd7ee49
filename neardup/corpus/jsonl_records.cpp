// One pass over the fields of each object. The wanted fields are bits of a mask; descending into a nested
// object keeps only the bits whose path leads there, so many paths cost no more than one walk. A fault in a
// line is thrown as BrokenLine inside this file and becomes a Problem at the only catch.
#include "neardup/corpus/jsonl_records.h"

#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "neardup/corpus/json_line.h"
#include "neardup/corpus/json_objects.h"
#include "neardup/corpus/record_splitter.h"
#include "neardup/corpus/web/page_records.h"

namespace neardup::internal {
namespace {

using simdjson::ondemand::json_type;

using FieldMask = std::uint64_t;

struct WantedField {
  std::string name;  // as the user wrote it; also matches a field of exactly this name, dots included
  std::vector<std::string> parts;  // components of the path
};

WantedField parse_path(const std::string& name) {
  WantedField field{name, {}};
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    field.parts.push_back(name.substr(begin, end - begin));
    begin = end + 1;
  }
  return field;
}

struct FoundValue {
  enum class Kind { missing, null, string, integer, other };
  Kind kind = Kind::missing;
  std::string text;  // text of a string; else JSON without white space; empty for null
};

/// The values found in one line, in the order of wanted_: the id, the text fields, then the other fields.
struct FoundFields {
  std::vector<FoundValue> values;
  std::optional<std::vector<GivenFeature>> features;
};

std::string_view trim(std::string_view token) {
  const std::size_t last = token.find_last_not_of(" \t\r\n");
  return token.substr(0, last + 1);
}

bool is_integer(std::string_view number) { return number.find_first_of(".eE") == std::string_view::npos; }

FoundValue read_value(simdjson::ondemand::value value, JsonLine& line) {
  switch (value.type()) {
    case json_type::string:
      return {FoundValue::Kind::string, line.unescape_token(value.raw_json_token())};
    case json_type::null:
      if (trim(value.raw_json_token()) != "null") line.fail(value.raw_json_token(), "not a JSON value");
      return {FoundValue::Kind::null, {}};
    case json_type::number: {
      const std::string_view number = trim(value.raw_json_token());
      static_cast<void>(double(value.get_double()));  // throws if it is not a number
      return {is_integer(number) ? FoundValue::Kind::integer : FoundValue::Kind::other, std::string(number)};
    }
    case json_type::boolean:
      return {FoundValue::Kind::other, std::string(trim(value.raw_json_token()))};
    default:  // an array or object: kept as compact JSON, for fields that are only compared
      return {FoundValue::Kind::other, compact_json(simdjson::to_json_string(value))};
  }
}

/// Reads ["token", weight].
GivenFeature read_weighted_feature(simdjson::ondemand::array pair, JsonLine& line) {
  GivenFeature feature{.text = {}, .weight_is_given = true};
  std::size_t count = 0;
  for (simdjson::ondemand::value item : pair) {
    const std::string_view token = item.raw_json_token();
    if (count == 0 && item.type() == json_type::string) {
      feature.text = line.unescape_token(token);
    } else if (count == 1 && item.type() == json_type::number) {
      feature.weight_is_integer = is_integer(trim(token));
      feature.weight = item.get_double();
    } else {
      line.fail(token, "field \"features\": a pair must be [\"token\", weight]");
    }
    ++count;
  }
  if (count != 2) line.fail({}, "field \"features\": a pair must be [\"token\", weight]");
  return feature;
}

std::vector<GivenFeature> read_features(simdjson::ondemand::array items, JsonLine& line) {
  std::vector<GivenFeature> features;
  for (simdjson::ondemand::value item : items) {
    const std::string_view token = item.raw_json_token();
    if (item.type() == json_type::string) {
      features.push_back({.text = line.unescape_token(token)});
    } else if (item.type() == json_type::array) {
      features.push_back(read_weighted_feature(item.get_array(), line));
    } else {
      line.fail(token, "field \"features\": an item must be \"token\" or [\"token\", weight]");
    }
  }
  return features;
}

std::optional<std::size_t> open_quote(std::string_view json) {
  std::optional<std::size_t> quote;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '\\' && quote)
      ++i;  // an escaped character is not a closing quote
    else if (json[i] == '"')
      quote = quote ? std::nullopt : std::optional(i);
  }
  return quote;
}

/// Reports what stands between objects if it is more than the commas and brackets of an array.
void reject_others(std::string_view gap, std::uint64_t line, RecordContext& context) {
  const std::size_t first = gap.find_first_not_of(" \t\r\n,[]");
  if (first == std::string_view::npos) return;
  context.reject(line + count_line_ends(gap.substr(0, first)),
                 "not a JSON object (expected an array of objects)");
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

}  // namespace

class JsonlRecords::Impl {
 public:
  explicit Impl(const ReadOptions& options) {
    wanted_.push_back(parse_path(options.id_field));
    for (const std::string& field : options.text_fields) wanted_.push_back(parse_path(field));
    texts_end_ = wanted_.size();
    for (const std::string& field : options.fields) wanted_.push_back(parse_path(field));
    fields_end_ = wanted_.size();
    if (options.html_fields.empty()) return;
    for (const std::string& field : options.text_fields) is_html_.push_back(is_html_field(options, field));
    if (wanted_.size() < kMostFields) wanted_.push_back(parse_path("url"));  // names the site of a page
  }

  void parse_line(std::string_view bytes, std::uint64_t number, RecordContext& context) {
    if (is_blank(bytes) || !context.fits(bytes, number)) return;
    JsonLine line(bytes, context.options().invalid);
    try {
      simdjson::error_code error = scan(line);
      if (error == simdjson::UTF8_ERROR) {
        if (!context.admit(bytes, number, RecordContext::Nul::is_left_to_the_parser)) return;
        line.mask();
        error = scan(line);
      }
      if (error != simdjson::SUCCESS) throw simdjson::simdjson_error(error);
      FoundFields found = read_fields(line);
      if (accept_surrogates(line, number, context)) add(std::move(found), line, number, context);
    } catch (const BrokenLine& broken) {
      report_at(broken.byte, bytes, {.line = number, .message = broken.message}, context);
    } catch (const simdjson::simdjson_error& error) {
      report_at(stop_offset(error.error(), line), bytes, {.line = number, .message = explain(error.error())},
                context);
    }
  }

 private:
  /// Reports a problem at an offset in a record, which may span lines.
  static void report_at(std::optional<std::size_t> offset, std::string_view record, Problem problem,
                        RecordContext& context) {
    if (offset) {
      const std::string_view before = record.substr(0, *offset);
      problem.line += count_line_ends(before);
      problem.byte = *offset - (before.rfind('\n') + 1);  // npos + 1 is 0
    }
    context.report(std::move(problem));
  }

  simdjson::error_code scan(const JsonLine& line) {
    is_scanned_ = false;
    const std::string_view visible = line.visible();
    if (parser_.capacity() < visible.size()) {
      // Grow in large steps, so that slowly growing lines do not allocate each time.
      const std::size_t capacity = std::max(visible.size(), std::min(2 * visible.size(), kBatchBytes));
      if (const simdjson::error_code error = parser_.allocate(capacity)) return error;
    }
    const simdjson::padded_string_view padded(visible.data(), visible.size(),
                                              visible.size() + RawBuffer::kPadding);
    const simdjson::error_code error = parser_.iterate(padded).get(document_);
    is_scanned_ = error == simdjson::SUCCESS;
    return error;
  }

  FoundFields read_fields(JsonLine& line) {
    FoundFields found;
    found.values.resize(wanted_.size());
    const FieldMask all = ~FieldMask{0} >> (kMostFields - wanted_.size());
    read_object(document_.get_object(), 0, all, line, found);
    const simdjson::simdjson_result<const char*> next = document_.current_location();
    if (next.error() == simdjson::SUCCESS) {
      line.fail({next.value_unsafe(), 0}, "not valid JSON: something follows the object");
    }
    return found;
  }

  void read_object(simdjson::ondemand::object object, std::size_t depth, FieldMask possible, JsonLine& line,
                   FoundFields& found) {
    for (simdjson::ondemand::field field : object) {
      const std::string name = line.unescape_name(field.key().raw());
      const Match match = match_name(name, depth, possible);
      if (match.here != 0) {
        const FoundValue value = read_value(field.value(), line);
        for (FieldMask rest = match.here; rest != 0; rest &= rest - 1)
          found.values[static_cast<std::size_t>(std::countr_zero(rest))] = value;
      } else if (match.below != 0 && field.value().type() == json_type::object) {
        read_object(field.value().get_object(), depth + 1, match.below, line, found);
      } else if (depth == 0 && name == "features" && field.value().type() == json_type::array) {
        found.features = read_features(field.value().get_array(), line);
      }
    }
  }

  struct Match {
    FieldMask here = 0;   // fields that have this value
    FieldMask below = 0;  // fields whose path continues inside this value
  };
  [[nodiscard]] Match match_name(std::string_view name, std::size_t depth, FieldMask possible) const {
    Match match;
    for (FieldMask rest = possible; rest != 0; rest &= rest - 1) {
      const FieldMask bit = rest & ~(rest - 1);
      const WantedField& field = wanted_[static_cast<std::size_t>(std::countr_zero(rest))];
      const bool is_on_path = field.parts[depth] == name;
      const bool is_last = depth + 1 == field.parts.size();
      if ((is_on_path && is_last) || (depth == 0 && field.name == name)) {
        match.here |= bit;
      } else if (is_on_path) {
        match.below |= bit;
      }
    }
    return match;
  }

  /// Counts and reports lone surrogates like malformed bytes. Returns false if the document must be skipped.
  static bool accept_surrogates(const JsonLine& line, std::uint64_t number, RecordContext& context) {
    const InvalidBytes policy = context.options().invalid;
    if (line.lone_surrogates() == 0 || policy == InvalidBytes::keep) return true;
    const bool is_skipped = policy == InvalidBytes::skip;
    context.report({.severity = is_skipped ? Problem::Severity::error : Problem::Severity::warning,
                    .line = number,
                    .byte = line.first_lone_surrogate(),
                    .code = is_skipped ? ProblemCode::lone_surrogates : ProblemCode::other,
                    .message = "lone surrogates in escapes: " + std::to_string(line.lone_surrogates()) +
                               (is_skipped ? "; skipped" : ", replaced by U+FFFD")});
    return !is_skipped;
  }

  void add(FoundFields found, JsonLine& line, std::uint64_t number, RecordContext& context) {
    Document document{.features = std::move(found.features)};
    std::size_t parts = 0;
    for (std::size_t i = 1; i < texts_end_; ++i) {
      FoundValue& value = found.values[i];
      if (value.kind == FoundValue::Kind::missing || value.kind == FoundValue::Kind::null) continue;
      if (value.kind != FoundValue::Kind::string)
        return context.reject(number, "field \"" + wanted_[i].name + "\" is not a string");
      if (!is_html_.empty() && is_html_[i - 1])
        value.text = html_field_text(value.text, url_of(found), context);
      if (parts++ > 0) document.text += '\n';
      if (document.text.empty()) {
        document.text = std::move(value.text);
      } else {
        document.text += value.text;
      }
    }
    if (!document.features) note_missing(found, line, number, context);
    for (std::size_t i = texts_end_; i < fields_end_; ++i)
      document.fields.push_back(std::move(found.values[i].text));
    std::optional<std::string> id;
    if (found.values[0].kind == FoundValue::Kind::string || found.values[0].kind == FoundValue::Kind::integer)
      id = std::move(found.values[0].text);
    context.note_id(id.has_value(), number, [&] { return names_of_fields(line); });
    context.add(std::move(document), number, std::move(id));
  }

  /// Returns the URL of the record: its field "url", else its id, which may be one.
  [[nodiscard]] std::string_view url_of(const FoundFields& found) const {
    return fields_end_ < wanted_.size() && !found.values.back().text.empty() ? found.values.back().text
                                                                             : found.values.front().text;
  }

  /// Notes that text fields are missing; null counts as an empty one. A record that lacks only some is read
  /// with the others.
  void note_missing(const FoundFields& found, JsonLine& line, std::uint64_t number, RecordContext& context) {
    const auto is_missing = [&](std::size_t i) { return found.values[i].kind == FoundValue::Kind::missing; };
    std::string names;
    bool has_any = false;
    for (std::size_t i = 1; i < texts_end_; ++i) {
      if (is_missing(i)) names += (names.empty() ? "\"" : ", \"") + wanted_[i].name + "\"";
      has_any = has_any || !is_missing(i);
    }
    if (names.empty()) return;
    if (has_any) {
      context.warn_once(number, "no field " + names + "; read with the fields it has, and others like it",
                        ProblemCode::no_text);
    } else {
      context.note_no_text_field(number, [&] { return "no field " + names + names_of_fields(line); });
    }
  }

  /// Returns "; it has "id", "body"" for the line that was scanned last.
  [[nodiscard]] std::string names_of_fields(JsonLine& line) {
    constexpr std::size_t kMostNames = 12;
    document_.rewind();
    std::string names;
    std::size_t count = 0;
    for (simdjson::ondemand::field field : document_.get_object()) {
      if (++count > kMostNames) return names + ", …";
      names += (names.empty() ? "; it has \"" : ", \"") + line.unescape_name(field.key().raw()) + "\"";
    }
    return names;
  }

  static std::string explain(simdjson::error_code error) {
    if (error == simdjson::INCORRECT_TYPE) return "not a JSON object (expected one object per line)";
    return std::string("not valid JSON: ") + simdjson::error_message(error);
  }

  /// Returns where simdjson stopped. For an unclosed string simdjson does not know, so this returns the offset
  /// of its opening quote.
  std::optional<std::size_t> stop_offset(simdjson::error_code error, const JsonLine& line) {
    if (error == simdjson::UNCLOSED_STRING) return open_quote(line.visible());
    if (!is_scanned_) return std::nullopt;  // the document still belongs to another line
    const simdjson::simdjson_result<const char*> stop = document_.current_location();
    if (stop.error() != simdjson::SUCCESS) return std::nullopt;
    return line.offset_of({stop.value_unsafe(), 0});
  }

  std::vector<WantedField> wanted_;  // the id, the text fields, the other fields, then perhaps the URL
  std::size_t texts_end_ = 0;
  std::size_t fields_end_ = 0;
  std::vector<bool> is_html_;  // for each text field; empty if none is
  simdjson::ondemand::parser parser_;
  simdjson::ondemand::document document_;
  bool is_scanned_ = false;
};

JsonlRecords::JsonlRecords(const ReadOptions& options) : impl_(std::make_unique<Impl>(options)) {}
JsonlRecords::~JsonlRecords() = default;

void JsonlRecords::parse(std::string_view lines, std::uint64_t first_line, RecordContext& context) {
  std::uint64_t number = first_line;
  for (std::size_t begin = 0; begin < lines.size(); ++number) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    std::string_view line = lines.substr(begin, end - begin);
    context.begin_record(line);
    if (line.ends_with('\r')) line.remove_suffix(1);
    impl_->parse_line(line, number, context);
    begin = end + 1;
  }
}

void JsonlRecords::parse_objects(std::string_view json, std::uint64_t first_line, RecordContext& context) {
  std::uint64_t line = first_line;
  JsonObjectScanner scanner;
  for (std::size_t from = 0; from < json.size();) {
    const std::string_view rest = json.substr(from);
    const std::size_t end = std::min(scanner.next_end(rest), rest.size());
    const std::size_t begin = std::min(scanner.object_begin(), end);
    reject_others(rest.substr(0, begin), line, context);
    line += count_line_ends(rest.substr(0, begin));
    if (begin == end) return;
    const std::string_view object = rest.substr(begin, end - begin);
    context.begin_record(object);
    impl_->parse_line(object, line, context);
    line += count_line_ends(object);
    from += end;
  }
}

}  // namespace neardup::internal
