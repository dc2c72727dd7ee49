// Samples a corpus while it streams by: the documents whose paths and line numbers hash lowest. Every
// document has the same chance, any prefix of the list is a sample too, and the choice depends only on
// the input, not on the threads or the order of the files.
//
// Two limits bound the memory: the number of documents, and the bytes of their shingle sets. Long documents
// make a smaller sample, not a larger process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "neardup/collection/content_digest.h"
#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/inputs.h"
#include "neardup/fingerprint/fingerprint.h"
#include "neardup/fingerprint/recipe.h"

namespace neardup::internal {

struct SampleOptions {
  Recipe recipe;
  ReadOptions read = {};
  int threads = 0;
  std::size_t most_documents = 20'000;
  std::size_t most_bytes = std::size_t{96} << 20;       // limit for all shingle sets together
  std::function<void(const Problem&)> on_problem = {};  // called by one thread at a time, in input order
};

struct SampledDocument {
  std::uint64_t key = 0;  // the sample holds the lowest keys, ascending
  ContentDigest digest = {};
  std::optional<Fingerprint> fingerprint = {};  // no value: too short
  std::vector<std::uint64_t> shingles = {};     // distinct hashes of the shingles
  [[nodiscard]] std::size_t bytes() const noexcept { return shingles.size() * sizeof(std::uint64_t); }
};

struct CorpusSample {
  std::vector<SampledDocument> documents = {};
  std::uint64_t corpus_documents = 0;  // those with a text
  std::uint64_t without_text = 0;
  std::uint64_t corpus_bytes = 0;  // bytes of text
};

/// Reads all inputs once, and fingerprints only the documents that may be in the sample. Throws Error, also for a
/// generator or a list of documents; files and tables can be sampled.
[[nodiscard]] CorpusSample sample_corpus(const Inputs& inputs, const SampleOptions& options);

}  // namespace neardup::internal
