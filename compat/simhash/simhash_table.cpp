// Stores every value in the index with the value itself as its id.
#include "simhash_table.h"

#include <algorithm>
#include <bit>
#include <fstream>
#include <optional>

#include "neardup/index/hamming_index.h"
#include "simhash.h"

namespace simhash {

namespace {

static_assert(std::endian::native == std::endian::little, "files hold the words as they lie in memory");

std::optional<std::vector<hash_t>> read_words(std::ifstream& in) {
  std::vector<hash_t> values;
  hash_t value = 0;
  while (in.read(reinterpret_cast<char*>(&value), sizeof(value))) values.push_back(value);
  if (in.bad()) return std::nullopt;
  return values;
}

std::optional<std::vector<hash_t>> read_digits(std::ifstream& in) {
  std::vector<hash_t> values;
  std::string line;
  while (std::getline(in, line)) {
    if (!line.empty()) values.push_back(Simhash::BinaryStringToHash(line));
  }
  if (in.bad()) return std::nullopt;
  return values;
}

class IndexTable final : public SimhashTable {
 public:
  explicit IndexTable(int max_distance) : max_distance_(max_distance), index_(new_index()) {}

  bool Insert(hash_t hash) override {
    if (index_.contains(hash)) return false;
    index_.add(hash, {.low = hash});
    return true;
  }

  bool Remove(hash_t hash) override { return index_.remove(hash); }

  bool Search(hash_t hash) override { return index_.contains(hash); }
  bool HasNearDups(hash_t hash) override { return index_.has({.low = hash}); }

  bool FindFirstNearDup(hash_t hash, hash_t& nearDup) override {
    FindAnswerType found;
    if (!FindNearDups(hash, found)) return false;
    nearDup = found.front();
    return true;
  }

  bool FindNearDups(hash_t hash, FindAnswerType& ans) override {
    ans.clear();
    for (const neardup::Hit& hit : index_.find({.low = hash})) ans.push_back(hit.id.number());
    std::sort(ans.begin(), ans.end());
    return !ans.empty();
  }

  void Clear() override { index_ = new_index(); }

  uint_t GetSize() override { return static_cast<uint_t>(index_.size()); }
  bool SaveToFile(const std::string& filename, bool binary) override;
  bool LoadFromFile(const std::string& filename, bool binary) override;

 private:
  [[nodiscard]] neardup::HammingIndex new_index() const {
    return neardup::HammingIndex({.max_distance = max_distance_});
  }

  int max_distance_;
  neardup::HammingIndex index_;
};

bool IndexTable::SaveToFile(const std::string& filename, bool binary) {
  std::ofstream out(filename, std::ios::binary);
  std::string digits;
  std::vector<hash_t> values;
  values.reserve(index_.size());
  index_.for_each(
      [&](const neardup::IdRef& id, const neardup::Fingerprint&) { values.push_back(id.number()); });
  std::sort(values.begin(), values.end());
  for (const hash_t value : values) {
    Simhash::HashToBinaryString(value, digits);
    if (binary) out.write(reinterpret_cast<const char*>(&value), sizeof(value));
    if (!binary) out << digits << '\n';
  }
  out.close();
  return out.good();
}

bool IndexTable::LoadFromFile(const std::string& filename, bool binary) {
  std::ifstream in(filename, std::ios::binary);
  if (!in) return false;
  const std::optional<std::vector<hash_t>> values = binary ? read_words(in) : read_digits(in);
  if (!values) return false;
  Clear();
  for (const hash_t value : *values) Insert(value);
  return true;
}

}  // namespace

SimhashTable::SimhashTable() = default;
SimhashTable::~SimhashTable() = default;

SimhashTablePtr CreateSimhashTable(uint_t maxHamDist, uint_t /*level*/) {
  return std::make_shared<IndexTable>(static_cast<int>(std::min(maxHamDist, HASH_WIDTH)));
}

}  // namespace simhash
