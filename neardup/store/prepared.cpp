#include "neardup/store/prepared.h"

#include <utility>

namespace neardup::internal::store {

Preparer::Preparer(const Recipe& recipe, const Sketcher* sketcher, bool keep_text)
    : steps_(recipe.steps()),
      fingerprinter_(recipe),
      shingles_(steps_),
      sketcher_(sketcher),
      keep_text_(keep_text) {}

/// Returns the shingles as `dedup` takes them.
std::span<const std::uint64_t> Preparer::shingles(const Document& document, const FingerprintResult& result) {
  // All names in a program become the same token, so two programs of a few names each are equal, which means nothing.
  if (steps_.tokens == TokenKind::code && !result) return {};
  const bool shared = ShingleSetTaker::can_take_from_features(steps_) && !document.features;
  return shared ? shingles_.take_from(fingerprinter_.last_features()) : shingles_.take(document);
}

/// Returns a digest that is equal for exact copies. Normalising a text takes longer than its fingerprint, so
/// where the features represent the content, it is the digest of their text: the same words in the same order.
ContentDigest Preparer::digest(const Document& document, const FingerprintResult& result) {
  const bool has_features = result && result.comparable() && !document.features;
  if (has_features && content_decides_features(steps_))
    return digest_bytes(fingerprinter_.last_features().text);
  return content_digest(steps_, document, scratch_);
}

Prepared Preparer::prepare(LiveDocument arrived) {
  Document& document = arrived.document;
  Prepared prepared;
  const FingerprintResult result = fingerprinter_.fingerprint(document);
  const bool is_comparable = result && result.comparable();
  if (is_comparable) prepared.entry.fingerprint = *result;
  prepared.entry.digest = digest(document, result);
  if (sketcher_ != nullptr) {
    prepared.body.shingles = pack_shingles(*sketcher_, shingles(document, result), values_);
  }
  prepared.is_judged = sketcher_ != nullptr ? !prepared.body.shingles.empty() : is_comparable;
  prepared.is_found_by_content = !prepared.is_judged || !content_decides_features(steps_);
  prepared.entry.id = std::move(document.id);
  prepared.entry.source = std::move(arrived.source);
  if (keep_text_) prepared.body.text = std::move(document.text);
  prepared.body.fields = std::move(arrived.fields);
  prepared.time = arrived.time;
  prepared.id_is_location = document.id_is_location;
  return prepared;
}

Prepared PreparerPool::prepare(LiveDocument document) {
  std::unique_ptr<Preparer> own;
  {
    const std::scoped_lock lock(mutex_);
    if (!free_.empty()) {
      own = std::move(free_.back());
      free_.pop_back();
    }
  }
  if (!own) own = std::make_unique<Preparer>(recipe_, sketcher_, keep_text_);
  Prepared prepared = own->prepare(std::move(document));
  const std::scoped_lock lock(mutex_);
  free_.push_back(std::move(own));
  return prepared;
}

}  // namespace neardup::internal::store
