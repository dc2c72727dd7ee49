// Every hash is a small function object. The loop over the features is written once and compiled for each of
// them, so that a document costs one switch, and XXH3, inlined, runs at full speed over the slices.
#include "neardup/fingerprint/feature_hash.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <random>
#include <span>
#include <string_view>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>

#include "neardup/fingerprint/hash/jenkins.h"
#include "neardup/fingerprint/hash/md5.h"
#include "neardup/text/utf8.h"
#include "neardup/util/bits128.h"

namespace neardup::internal {

namespace {

// The string hashes of the Python program (recipe jieba-tfidf) and the Java program (recipe
// java-tokens): one multiply-and-xor formula, modulo 2^64, over different units of the same text. They
// agree inside the basic multilingual plane. Short texts leave the upper bits 0, as in the originals.

/// Starts with the first unit times 128, then multiplies and xors every unit, including the first
/// again; xors the number of units last. The hash of the empty text is 0.
class MultiplyXor {
 public:
  void add(std::uint64_t unit) noexcept {
    if (units_ == 0) value_ = unit << 7;
    value_ = (value_ * 1000003) ^ unit;
    ++units_;
  }
  [[nodiscard]] std::uint64_t finish() const noexcept { return value_ ^ units_; }

 private:
  std::uint64_t value_ = 0;
  std::uint64_t units_ = 0;
};

/// Hashes the code points; malformed bytes count as U+FFFD.
std::uint64_t python_string_hash(std::string_view utf8) noexcept {
  MultiplyXor hash;
  for (std::size_t position = 0; position < utf8.size();) hash.add(next_code_point(utf8, position));
  return hash.finish();
}

/// Hashes the UTF-16 code units.
std::uint64_t java_string_hash(std::string_view utf8) noexcept {
  MultiplyXor hash;
  for (std::size_t position = 0; position < utf8.size();) {
    const char32_t code_point = next_code_point(utf8, position);
    if (code_point < 0x10000) {
      hash.add(code_point);
    } else {
      hash.add(0xD800 + ((code_point - 0x10000) >> 10));
      hash.add(0xDC00 + ((code_point - 0x10000) & 0x3FF));
    }
  }
  return hash.finish();
}

struct Xxh3 {
  std::uint64_t operator()(std::string_view feature) const noexcept {
    return XXH3_64bits(feature.data(), feature.size());
  }
};

struct JenkinsCB {
  std::uint64_t operator()(std::string_view feature) const noexcept {
    const JenkinsHash hash = jenkins_hash(feature);
    return std::uint64_t{hash.c} << 32 | hash.b;
  }
};

struct JenkinsBC {
  std::uint64_t operator()(std::string_view feature) const noexcept {
    const JenkinsHash hash = jenkins_hash(feature);
    return std::uint64_t{hash.b} << 32 | hash.c;
  }
};

struct PythonString {
  std::uint64_t operator()(std::string_view feature) const noexcept { return python_string_hash(feature); }
};

struct JavaString {
  std::uint64_t operator()(std::string_view feature) const noexcept { return java_string_hash(feature); }
};

using CharacterTable = std::array<std::uint32_t, 128>;

/// Returns the table of random 32-bit words. The standard specifies the generator, so the table is the
/// same with every library.
const CharacterTable& mt19937_table() {
  static const CharacterTable table = [] {
    std::mt19937 generator(19260817);  // NOLINT(bugprone-random-generator-seed): the recipe fixes it
    CharacterTable words;
    for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(generator());
    return words;
  }();
  return table;
}

struct Mt19937 {
  const CharacterTable& table = mt19937_table();
  std::uint64_t operator()(std::string_view feature) const noexcept {
    assert(feature.size() == 1);
    const auto character = static_cast<unsigned char>(feature[0]);
    assert(character < table.size());
    return table[character % table.size()];
  }
};

/// Returns the mask for a width: narrower hashes are the low bits of the wide one.
constexpr std::uint64_t mask_of(int bits) noexcept { return bits == 32 ? 0xFFFFFFFF : ~std::uint64_t{0}; }

template <typename Hash>
void hash_all(const Hash& hash, int bits, FeatureView features, std::vector<std::uint64_t>& out) {
  out.resize(features.size());
  const std::uint64_t mask = mask_of(bits);
  const char* const text = features.text.data();
  std::uint64_t* next = out.data();  // unchecked on purpose: must keep pace with XXH3 alone
  for (const Slice& slice : features.slices) *next++ = hash({text + slice.offset, slice.length}) & mask;
}

void hash_all_xxh3_128(FeatureView features, HashLists& out) {
  out.low.resize(features.size());
  out.high.resize(features.size());
  for (std::size_t i = 0; i < features.size(); ++i) {
    const std::string_view feature = features[i];
    const XXH128_hash_t hash = XXH3_128bits(feature.data(), feature.size());
    out.low[i] = hash.low64;
    out.high[i] = hash.high64;
  }
}

/// Passes messages to MD5 a few hundred at a time, so that it can fill its lanes and nothing is allocated.
void hash_all_md5(int bits, FeatureView features, HashLists& out) {
  constexpr std::size_t kBatch = 256;
  std::array<std::string_view, kBatch> messages;
  std::array<Bits128, kBatch> digests;
  out.low.resize(features.size());
  if (bits == 128) out.high.resize(features.size());
  for (std::size_t begin = 0; begin < features.size(); begin += kBatch) {
    const std::size_t size = std::min(kBatch, features.size() - begin);
    for (std::size_t i = 0; i < size; ++i) messages[i] = features[begin + i];
    md5(std::span(messages).first(size), std::span(digests).first(size));
    for (std::size_t i = 0; i < size; ++i) out.low[begin + i] = digests[i].low & mask_of(bits);
    for (std::size_t i = 0; bits == 128 && i < size; ++i) out.high[begin + i] = digests[i].high;
  }
}

/// Calls the visitor with the function object of a hash of at most 64 bits.
template <typename Visitor>
auto with_hash(FeatureHash hash, const Visitor& visitor) {
  switch (hash) {
    case FeatureHash::jenkins_cb:
      return visitor(JenkinsCB{});
    case FeatureHash::jenkins_bc:
      return visitor(JenkinsBC{});
    case FeatureHash::python:
      return visitor(PythonString{});
    case FeatureHash::java:
      return visitor(JavaString{});
    case FeatureHash::mt19937:
      return visitor(Mt19937{});
    case FeatureHash::xxh3:
    case FeatureHash::md5:  // has its own functions
      break;
  }
  return visitor(Xxh3{});
}

}  // namespace

bool hash_supports(FeatureHash hash, int bits) noexcept {
  switch (hash) {
    case FeatureHash::xxh3:
    case FeatureHash::md5:
      return bits == 32 || bits == 64 || bits == 128;
    case FeatureHash::mt19937:
      return bits == 32;
    default:
      return bits == 32 || bits == 64;
  }
}

void hash_features(FeatureHash hash, int bits, FeatureView features, HashLists& out) {
  assert(hash_supports(hash, bits));
  out.high.clear();
  if (hash == FeatureHash::md5) return hash_all_md5(bits, features, out);
  if (bits == 128) return hash_all_xxh3_128(features, out);
  with_hash(hash, [&](const auto& function) { hash_all(function, bits, features, out.low); });
}

}  // namespace neardup::internal
