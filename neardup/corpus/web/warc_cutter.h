// Cuts a web crawl into the records that hold pages or texts. The other records (requests, images, redirects)
// are counted and passed over.
//
// A record whose length lies, or that damage cuts off, is reported and dropped; the search for the next
// record goes on after it. Memory holds one record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "neardup/corpus/byte_source.h"
#include "neardup/corpus/record_splitter.h"
#include "neardup/corpus/web/gzip_members.h"

namespace neardup::internal {

class WarcCutter {
 public:
  /// Reads from `source`, which gives the bytes of the crawl, decompressed.
  WarcCutter(std::unique_ptr<ByteSource> source, std::string path, std::size_t max_document);
  /// The same for a file of gzip members.
  WarcCutter(std::unique_ptr<GzipMembers> members, std::string path, std::size_t max_document);

  /// Appends the next page to the buffer, whole and with its line ends, or returns a problem, or the last cut.
  /// `first_line` is the number of the record in the file, from 1.
  [[nodiscard]] Cut fill(RawBuffer& buffer);

  /// Returns the warcinfo record at the beginning of the file; empty if it has none. Known after the first cut.
  [[nodiscard]] const std::string& info() const noexcept { return info_; }
  [[nodiscard]] std::uint64_t read_bytes() const noexcept { return source_->read_bytes(); }

 private:
  [[nodiscard]] bool ensure(std::size_t bytes);
  [[nodiscard]] std::string_view rest() const noexcept { return std::string_view(buffer_).substr(used_); }
  void drop(std::size_t bytes);
  void skip_blank_lines();
  [[nodiscard]] std::optional<std::size_t> find_headers_end();
  [[nodiscard]] std::optional<std::size_t> trailer_at(std::size_t end);
  [[nodiscard]] Cut take(std::size_t length, RawBuffer& buffer);
  void find_next_record(std::size_t from);
  [[nodiscard]] Cut damage(std::string message, std::size_t from);
  [[nodiscard]] Cut end_of_source();
  [[nodiscard]] Cut cut_of(const RawBuffer& buffer) const;

  std::unique_ptr<ByteSource> source_;
  GzipMembers* members_ = nullptr;  // source_, if it can go on after damage
  std::string path_;
  std::size_t max_document_;
  std::string buffer_;
  std::size_t used_ = 0;      // of buffer_
  std::uint64_t offset_ = 0;  // of the rest in the decompressed file
  std::uint64_t record_ = 0;  // number of the current record
  std::uint64_t pages_ = 0;   // records that hold pages, so far
  std::string info_;
  bool has_ended_ = false;  // the source gives nothing more
};

}  // namespace neardup::internal
