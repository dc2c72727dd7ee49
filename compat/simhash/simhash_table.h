// The table of fingerprints of the old C++ API: a set of values, and which of them are near to a value.
#pragma once

#include <memory>

#include "common.h"

namespace simhash {

typedef std::vector<hash_t> FindAnswerType;

class SimhashTable {
 public:
  virtual ~SimhashTable();
  SimhashTable(const SimhashTable&) = delete;
  SimhashTable& operator=(const SimhashTable&) = delete;

  /// False when the value was there already.
  virtual bool Insert(hash_t hash) = 0;
  /// False when the value was not there.
  virtual bool Remove(hash_t hash) = 0;
  /// Whether the value itself is there.
  virtual bool Search(hash_t hash) = 0;

  /// Whether there is a value within the distance of the table.
  virtual bool HasNearDups(hash_t hash) = 0;
  /// The smallest of them goes to nearDup, which is left alone when there is none. (The original misses
  /// values that differ in the leading block when its level is 1 or more; here the answer is right at every
  /// level.)
  virtual bool FindFirstNearDup(hash_t hash, hash_t& nearDup) = 0;
  /// All of them, ascending, in place of what `ans` held before. False when there is none.
  virtual bool FindNearDups(hash_t hash, FindAnswerType& ans) = 0;

  virtual void Clear() = 0;
  virtual uint_t GetSize() = 0;

  /// The values ascending: 8 bytes each, little-endian, or 64 binary digits and a line feed. False when the
  /// file could not be written.
  virtual bool SaveToFile(const std::string& filename, bool binary = true) = 0;
  /// In place of what the table held before. False, and the table as it was, when the file could not be read.
  virtual bool LoadFromFile(const std::string& filename, bool binary = true) = 0;

 protected:
  SimhashTable();
};

typedef std::shared_ptr<SimhashTable> SimhashTablePtr;

/// `level` was the depth of the original's index. The engine plans by itself: every level gives the same
/// answers. Distances from 64 on mean: everything is near.
SimhashTablePtr CreateSimhashTable(uint_t maxHamDist = 3, uint_t level = 1);

}  // namespace simhash
