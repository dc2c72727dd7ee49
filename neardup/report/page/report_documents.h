// The documents that the page names: where they come from, and the beginnings of their texts. Each is read once
// more, in the order of the files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "neardup/collection/collection.h"

namespace neardup::internal {

struct ReportDocument {
  std::uint32_t ordinal = 0;
  std::string id = {};
  std::string file = {};       // path of the file; empty if the id begins with it, or if there is none
  std::string url = {};        // value of its field `url`, or the id if that is a URL; http and https only
  std::string line = {};       // the first words of the text, as one line
  std::string text = {};       // its beginning; empty if nobody asked for it
  std::size_t text_bytes = 0;  // size of the whole text
};

/// The most bytes of an id or a path that are shown.
inline constexpr std::size_t kMostNameBytes = 200;
/// The most bytes of a text that are shown alone, not beside another.
inline constexpr std::size_t kMostTextBytes = 2000;

/// Collects documents to name; each gets a number in the order of the first request.
class ReportDocuments {
 public:
  /// Returns the number of the document.
  std::size_t add(std::uint32_t ordinal);
  /// Asks for the beginning of its text too, and returns the number of the document.
  std::size_t add_with_text(std::uint32_t ordinal);

  /// Reads and names all documents, by number. With `anonymise`, numbers stand for the names, and nothing is read.
  /// Throws Error.
  [[nodiscard]] std::vector<ReportDocument> read(const Collection& collection, bool anonymise) const;

 private:
  std::map<std::uint32_t, std::size_t> numbers_;  // by ordinal
  std::vector<bool> has_text_;                    // by number
};

/// Returns true for text that a page can link to: an http or https URL without white space, quotes or characters
/// that a reader cannot see.
[[nodiscard]] bool is_web_address(std::string_view text);

}  // namespace neardup::internal
