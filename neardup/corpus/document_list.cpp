#include "neardup/corpus/document_list.h"

#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace neardup::internal {
namespace {

/// Writes numbers and strings one after the other; Decoder reads them back.
class Encoder {
 public:
  template <typename Number>
  void number(Number value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view text) {
    number<std::uint64_t>(text.size());
    bytes_.append(text);
  }
  [[nodiscard]] const std::string& bytes() const noexcept { return bytes_; }

 private:
  std::string bytes_;
};

class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : rest_(bytes) {}
  template <typename Number>
  Number number() {
    Number value{};
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return value;
  }
  std::string text() {
    const auto size = number<std::uint64_t>();
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }

 private:
  std::string_view rest_;
};

std::string encode(const Document& document) {
  Encoder out;
  out.text(document.id);  // its extension may decide the language of source code
  out.text(document.path);
  out.text(document.text);
  out.number(document.features.has_value());
  if (!document.features) return out.bytes();
  out.number<std::uint64_t>(document.features->size());
  for (const GivenFeature& feature : *document.features) {
    out.text(feature.text);
    out.number(feature.weight);
    out.number(feature.weight_is_integer);
    out.number(feature.weight_is_given);
  }
  return out.bytes();
}

Document decode(std::string_view bytes) {
  Decoder in(bytes);
  Document document{.id = in.text()};
  document.path = in.text();
  document.text = in.text();
  if (!in.number<bool>()) return document;
  document.features.emplace(in.number<std::uint64_t>());
  for (GivenFeature& feature : *document.features) {
    feature.text = in.text();
    feature.weight = in.number<double>();
    feature.weight_is_integer = in.number<bool>();
    feature.weight_is_given = in.number<bool>();
  }
  return document;
}

}  // namespace

void SpooledDocuments::add(const Document& document) {
  const std::string bytes = encode(document);
  ends_.push_back(spool_.append(bytes) + bytes.size());
}

const Document& SpooledDocuments::read(std::size_t i, Document& scratch) const {
  const std::uint64_t begin = i == 0 ? 0 : ends_[i - 1];
  std::string bytes(ends_[i] - begin, '\0');
  read_at(spool_, spool_.open(), begin, bytes);
  scratch = decode(bytes);
  return scratch;
}

}  // namespace neardup::internal
