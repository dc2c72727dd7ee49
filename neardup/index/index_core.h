// The implementation of HammingIndex for one fingerprint width. Writers take turns under a mutex;
// finds work on a snapshot and never wait.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "neardup/index/hamming_index.h"
#include "neardup/index/plan.h"

namespace neardup::index {

class IndexCore {
 public:
  virtual ~IndexCore() = default;

  /// REQUIRES, for all functions: fingerprints have the width of the options, distances are at most
  /// the planned one
  virtual void add(const IdRef& id, const Fingerprint& fingerprint) = 0;
  virtual bool remove(const IdRef& id) = 0;
  [[nodiscard]] virtual std::optional<Fingerprint> fingerprint(const IdRef& id) const = 0;
  virtual void for_each(const EntryVisitor& visit) const = 0;
  [[nodiscard]] virtual FindResult find(const Fingerprint& fingerprint, int distance) const = 0;
  [[nodiscard]] virtual std::optional<Hit> find_nearest(const Fingerprint& fingerprint,
                                                        int distance) const = 0;
  [[nodiscard]] virtual std::optional<Hit> find_first(const Fingerprint& fingerprint, int distance) const = 0;
  [[nodiscard]] virtual std::vector<FindResult> find_batch(std::span<const Fingerprint> fingerprints,
                                                           int distance) const = 0;
  [[nodiscard]] virtual std::size_t size() const noexcept = 0;
  [[nodiscard]] virtual std::optional<IdKind> id_kind() const = 0;
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
  virtual void compact() = 0;
  virtual void save(const std::string& path) = 0;

  [[nodiscard]] const IndexOptions& options() const noexcept { return options_; }
  [[nodiscard]] const Plan& plan() const noexcept { return plan_; }

 protected:
  IndexCore(IndexOptions options, const Plan& plan) : options_(std::move(options)), plan_(plan) {}

 private:
  IndexOptions options_;
  Plan plan_;
};

[[nodiscard]] std::unique_ptr<IndexCore> make_core(const IndexOptions& options);
[[nodiscard]] std::unique_ptr<IndexCore> open_core(const std::string& path);

/// Checks every byte of a file. Throws Error.
void verify_file(const std::string& path);

}  // namespace neardup::index
