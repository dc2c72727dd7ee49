// Finds the kept document that a document repeats, by the rule of the collection. Holds the indexes in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "neardup/store/live_collection.h"
#include "neardup/store/prepared.h"
#include "neardup/store/records.h"

namespace neardup::internal::store {

struct Match {
  Number number = 0;
  std::optional<int> distance = {};
  std::optional<double> similarity = {};
};

/// A document of the store, for filling an index.
struct Numbered {
  Number number = 0;
  Entry entry;
  PackedShingles shingles = {};  // if the rule needs them
};

/// Thread-safe.
class Matcher {
 public:
  virtual ~Matcher() = default;

  /// Appends lock keys such that two documents of which the rule would find one for the other share at least
  /// one. REQUIRES: document.is_judged
  virtual void append_lock_keys(const Prepared& document, std::vector<std::uint64_t>& keys) const = 0;

  /// Returns the nearest document whose number is at least `least`, the smallest number among equally near
  /// ones, or no value if the rule finds none. REQUIRES: document.is_judged
  [[nodiscard]] virtual std::optional<Match> find(const Prepared& document, Number least) const = 0;

  virtual void add(Number number, const Prepared& document) = 0;
  virtual void remove(Number number) = 0;
  /// Adds documents of the store, on several threads. Those that the rule cannot judge are left out. Only one
  /// thread at a time may call it, and others must wait for finish_filling().
  virtual void fill(std::span<const Numbered> documents, int threads) = 0;
  /// Says that filling is over.
  virtual void finish_filling() = 0;

  [[nodiscard]] virtual bool contains(Number number) const = 0;
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
  [[nodiscard]] virtual std::string explain() const = 0;

  /// Writes the index, with numbers for ids, to a file that load() reads. Throws Error.
  virtual void save(const std::string& path) = 0;
  /// Replaces the index by that of a file; shingles stay in the file, which is mapped. Throws Error, and changes
  /// nothing, if the file is missing, damaged or of another rule.
  virtual void load(const std::string& path) = 0;

  /// Adds documents to an index with their ids, and writes it to a file.
  using Supply = std::function<void(const std::function<void(const Numbered&)>&)>;
  virtual void export_index(const std::string& path, const Supply& supply) const = 0;
};

/// Returns an empty matcher for the rule.
[[nodiscard]] std::unique_ptr<Matcher> make_matcher(const Recipe& recipe, const LiveRule& rule);
[[nodiscard]] std::unique_ptr<Matcher> make_distance_matcher(const Recipe& recipe, int max_distance);
[[nodiscard]] std::unique_ptr<Matcher> make_similarity_matcher(const Recipe& recipe, double min_similarity);

}  // namespace neardup::internal::store
