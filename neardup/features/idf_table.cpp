#include "neardup/features/idf_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "neardup/features/table_lines.h"
#include "neardup/util/checksum.h"
#include "neardup/util/error.h"

namespace neardup::internal {

namespace {

constexpr std::uint32_t upper_half(std::uint64_t hash) noexcept {
  return static_cast<std::uint32_t>(hash >> 32);
}

void append_escaped(std::string& text, std::string_view word) {
  for (const char c : word) {
    switch (c) {
      case '\n':
        text += "\\n";
        break;
      case '\r':
        text += "\\r";
        break;
      case '\\':
        text += "\\\\";
        break;
      default:
        text += c;
    }
  }
}

/// Undoes the escapes. A backslash before any other letter is an ordinary character.
std::string unescaped(std::string_view word) {
  std::string plain;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char following = word[i] == '\\' && i + 1 < word.size() ? word[i + 1] : '\0';
    const bool is_escape = following == 'n' || following == 'r' || following == '\\';
    if (!is_escape) {
      plain += word[i];
      continue;
    }
    plain += following == 'n' ? '\n' : following == 'r' ? '\r' : '\\';
    ++i;
  }
  return plain;
}

double learned_idf(std::uint64_t documents, std::uint64_t with_word) {
  constexpr double kDecimals = 1e6;
  const double ratio = (static_cast<double>(documents) + 1) / (static_cast<double>(with_word) + 1);
  return std::round((std::log(ratio) + 1) * kDecimals) / kDecimals;
}

}  // namespace

IdfTable::IdfTable(std::span<const Entry> entries) {
  reserve(entries.size());
  for (const Entry& entry : entries) insert(entry.word, entry.idf);
  finish();
}

IdfTable IdfTable::load(const std::string& path) {
  TableLines lines(path);
  IdfTable table;
  table.reserve(lines.most_lines());
  while (const std::optional<std::string_view> line = lines.next()) {
    const std::size_t space = line->rfind(' ');
    if (space == std::string_view::npos || space == 0) lines.fail("expected `word idf`");
    const std::optional<double> idf = parse_real(line->substr(space + 1));
    if (!idf) lines.fail("expected a number after the last space");
    const std::string_view word = line->substr(0, space);
    if (word.find('\\') == std::string_view::npos) {
      table.insert(word, *idf);
    } else {
      table.insert(unescaped(word), *idf);
    }
  }
  if (table.size() == 0) throw Error(ErrorCode::corrupt, path + ": no line `word idf` in the file");
  table.finish();
  return table;
}

void IdfTable::reserve(std::size_t words) {
  entries_.reserve(words);
  slots_.assign(std::bit_ceil(2 * words + 1), Slot{});
}

std::size_t IdfTable::slot_of(std::string_view word, std::uint64_t hash) const noexcept {
  std::size_t slot = hash & (slots_.size() - 1);
  while (slots_[slot].entry != 0) {  // terminates: the table is at most half full
    const bool may_be_it = slots_[slot].hash == upper_half(hash);
    if (may_be_it && word_at(entries_[slots_[slot].entry - 1]) == word) break;
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return slot;
}

void IdfTable::insert(std::string_view word, double idf) {
  const std::uint64_t hash = checksum(word);
  Slot& slot = slots_[slot_of(word, hash)];
  if (slot.entry != 0) {
    entries_[slot.entry - 1].idf = idf;
    return;
  }
  entries_.push_back({words_.size(), static_cast<std::uint32_t>(word.size()), idf});
  words_ += word;
  slot = {upper_half(hash), static_cast<std::uint32_t>(entries_.size())};
}

void IdfTable::finish() {
  if (entries_.empty()) return;
  std::vector<double> values;
  values.reserve(entries_.size());
  for (const StoredWord& stored : entries_) values.push_back(stored.idf);
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  median_ = *middle;
}

std::optional<double> IdfTable::find(std::string_view word) const noexcept {
  const Slot& slot = slots_[slot_of(word, checksum(word))];
  if (slot.entry == 0) return std::nullopt;
  return entries_[slot.entry - 1].idf;
}

std::string IdfTable::to_text() const {
  std::vector<StoredWord> sorted = entries_;
  std::ranges::sort(sorted, {}, [this](const StoredWord& stored) { return word_at(stored); });
  std::string text;
  for (const StoredWord& stored : sorted) {
    append_escaped(text, word_at(stored));
    fmt::format_to(std::back_inserter(text), " {}\n", stored.idf);
  }
  return text;
}

std::uint64_t IdfTable::digest() const { return checksum(to_text()); }

void IdfBuilder::add_document(std::span<const std::string_view> distinct_features) {
  ++documents_;
  for (const std::string_view feature : distinct_features) {
    const auto known = document_counts_.find(feature);
    if (known != document_counts_.end()) {
      ++known->second;
    } else {
      document_counts_.emplace(feature, 1);
    }
  }
}

void IdfBuilder::merge(const IdfBuilder& other) {
  documents_ += other.documents_;
  for (const auto& [word, count] : other.document_counts_) document_counts_[word] += count;
}

IdfTable IdfBuilder::build() const {
  std::vector<IdfTable::Entry> entries;
  entries.reserve(document_counts_.size());
  for (const auto& [word, count] : document_counts_)
    entries.push_back({word, learned_idf(documents_, count)});
  std::ranges::sort(entries, {}, &IdfTable::Entry::word);
  return IdfTable(entries);
}

}  // namespace neardup::internal
