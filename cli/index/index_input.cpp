#include "cli/index/index_input.h"

#include <fmt/format.h>

#include "cli/command_line.h"
#include "neardup/util/error.h"

namespace neardup::cli {

void IndexInput::add_to(const Command& command) {
  documents.add_to(command);
  command
      .add_option("--fingerprints", fingerprint_files,
                  "Precomputed fingerprints instead of documents: `id TAB hex` lines (.gz and .zst too, - is "
                  "standard "
                  "input), or little-endian words in a file named *.u64; may be repeated")
      .type_name("FILE")
      .not_empty()
      .excludes(command.get_option("INPUT"));
}

NamedFingerprints name_fingerprints(std::span<const Document> documents,
                                    std::span<const FingerprintResult> results) {
  NamedFingerprints named;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (documents[i].has_no_text || !results[i] || !results[i].comparable()) {
      named.absent.emplace_back(named.ids.size(), documents[i].id);
      continue;
    }
    named.ids.push_back(documents[i].id);
    named.fingerprints.push_back(*results[i]);
  }
  return named;
}

NamedFingerprints name_fingerprints(const FingerprintList& list, std::size_t begin, std::size_t end) {
  NamedFingerprints named;
  for (std::size_t i = begin; i < end; ++i) {
    const auto ordinal = static_cast<std::uint32_t>(i);
    named.ids.push_back(list.plain_id(ordinal));
    named.fingerprints.push_back(list.fingerprint(ordinal));
  }
  return named;
}

std::vector<FingerprintList> read_lists(const std::vector<std::string>& paths, int bits,
                                        ProblemReport& problems) {
  std::vector<FingerprintList> lists;
  for (const std::string& path : paths) {
    try {
      FingerprintList list = FingerprintList::read(path, problems);
      if (bits == 0) bits = list.bits();
      if (list.size() == 0 || list.bits() == bits) {
        lists.push_back(std::move(list));
      } else {
        problems.add({.path = path,
                      .message = fmt::format("fingerprints of {} bits, but {} are needed here (skipped)",
                                             list.bits(), bits)});
      }
    } catch (const Error& error) {  // its message names the file
      problems.add({.message = error.what()});
    }
  }
  return lists;
}

}  // namespace neardup::cli
