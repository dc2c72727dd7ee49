#include <charconv>
#include <cstdint>
#include <optional>
#include <string>

#include "neardup/dedup/dedup.h"
#include "neardup/index/hamming_index.h"

namespace neardup {

using namespace internal;
namespace {

/// Adds the documents of one run. Keeps existing entries, because an entry of the same id is another document.
class KeptDocuments {
 public:
  explicit KeptDocuments(HammingIndex& index) : index_(index), kind_(index.id_kind()) {}

  void add(const std::string& id, const Fingerprint& fingerprint) {
    const std::optional<IdRef> ref = to_id(kind_, id);
    if (!ref) {
      if (additions_.not_numbers++ == 0) additions_.first_not_number = id;
      return;
    }
    std::optional<Fingerprint> there = index_.fingerprint(*ref);
    if (there && *there != fingerprint && ref->kind() == IdKind::number) {
      if (additions_.clashing++ == 0) additions_.first_clashing = id;
      return;
    }
    std::string name = id;
    while (there && *there != fingerprint) {  // terminates: each round makes the name longer
      name += '#' + to_hex(fingerprint);
      there = index_.fingerprint(name);
    }
    if (there) return;  // same name and fingerprint: the index cannot tell the two apart
    const bool has_own_name = name == id;
    index_.add(has_own_name ? *ref : IdRef(name), fingerprint);
    ++additions_.added;
    additions_.renamed += has_own_name ? 0 : 1;
  }

  void leave_out() { ++additions_.left_out; }
  [[nodiscard]] const IndexAdditions& additions() const noexcept { return additions_; }

 private:
  HammingIndex& index_;
  std::optional<IdKind> kind_;
  IndexAdditions additions_;
};

}  // namespace

IndexAdditions add_kept(const DedupResult& result, HammingIndex& index) {
  KeptDocuments kept(index);
  for (const Ordinal document : result.kept()) {
    if (const std::optional<Fingerprint> fingerprint = result.fingerprint(document)) {
      kept.add(result.id(document), *fingerprint);
    } else {
      kept.leave_out();
    }
  }
  return kept.additions();
}

}  // namespace neardup
