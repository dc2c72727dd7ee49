#include "neardup/collection/sentence_signature.h"

#include <algorithm>
#include <string_view>

#include "neardup/features/sentences.h"

namespace neardup::internal {

namespace {

std::size_t count_characters(std::string_view text) noexcept {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

void SentenceSigner::consider(std::string_view sentence) {
  const std::string_view normal = normal_prose(steps_, sentence, scratch_);
  const std::size_t characters = count_characters(normal);
  const bool has_room = longest_.size() < most_;
  if (!has_room && characters <= longest_.back().characters) return;
  if (!has_letter_or_digit(normal)) return;
  if (boilerplate_ && boilerplate_->sentences.contains(HashSet::hash(normal))) return;
  if (!has_room) longest_.pop_back();
  const auto shorter = std::ranges::find_if(
      longest_, [characters](const Sentence& other) { return other.characters < characters; });
  longest_.insert(shorter, {characters, std::string(normal)});
}

std::optional<ContentDigest> SentenceSigner::sign(const Document& document) {
  longest_.clear();
  for (std::size_t position = 0; position < document.text.size();)
    consider(next_sentence(document.text, position));
  if (longest_.empty()) return std::nullopt;
  std::string all;
  for (const Sentence& sentence : longest_) all += sentence.text + '\n';
  return digest_bytes(all);
}

}  // namespace neardup::internal
