// The fingerprint table of the old C++ API (zhongpingliang/simhash): a set of values that
// finds those near a given value.
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

  /// Adds a value. Returns false if the table already had it.
  virtual bool Insert(hash_t hash) = 0;
  /// Removes a value. Returns false if the table did not have it.
  virtual bool Remove(hash_t hash) = 0;
  /// Returns true if the table has exactly this value.
  virtual bool Search(hash_t hash) = 0;

  /// Returns true if the table has a value within its distance of this one.
  virtual bool HasNearDups(hash_t hash) = 0;
  /// Stores the smallest near value in nearDup. Returns false, and leaves nearDup alone, if there is none.
  /// (The original misses values that differ in the leading block when its level is 1 or more; here the
  /// answer is right at every level.)
  virtual bool FindFirstNearDup(hash_t hash, hash_t& nearDup) = 0;
  /// Replaces the contents of `ans` with all near values, ascending. Returns false if there is none.
  virtual bool FindNearDups(hash_t hash, FindAnswerType& ans) = 0;

  virtual void Clear() = 0;
  virtual uint_t GetSize() = 0;

  /// Writes the values in ascending order: 8 bytes each, little-endian, or 64 binary digits and a line feed.
  /// Returns false if the file could not be written.
  virtual bool SaveToFile(const std::string& filename, bool binary = true) = 0;
  /// Replaces the contents of the table with those of the file. Returns false, and leaves the table as it
  /// was, if the file could not be read.
  virtual bool LoadFromFile(const std::string& filename, bool binary = true) = 0;

 protected:
  SimhashTable();
};

typedef std::shared_ptr<SimhashTable> SimhashTablePtr;

/// Returns an empty table. `level` was the depth of the original's index and is ignored: the engine plans its
/// own index, and every level gives the same answers. At a distance of 64 or more, every value is near.
SimhashTablePtr CreateSimhashTable(uint_t maxHamDist = 3, uint_t level = 1);

}  // namespace simhash
