// A gzip file of many members, as web crawls have one for each record. A damaged or truncated member costs
// only its record: reading can go on at the next member.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "neardup/corpus/byte_source.h"

namespace neardup::internal {

class GzipMembers final : public ByteSource {
 public:
  /// Returns null unless `path` is a regular file that begins like gzip.
  [[nodiscard]] static std::unique_ptr<GzipMembers> open(const std::string& path);
  ~GzipMembers() override;

  [[nodiscard]] std::size_t read(std::span<char> out) override;
  [[nodiscard]] bool is_waiting() const noexcept override { return false; }
  [[nodiscard]] const std::optional<Problem>& problem() const noexcept override { return problem_; }
  [[nodiscard]] bool is_compressed() const noexcept override { return true; }
  [[nodiscard]] std::uint64_t read_bytes() const noexcept override { return offset_; }

  /// Goes on after a problem, at the next member that holds a record of a crawl. Returns false if there is none.
  bool resume();

 private:
  GzipMembers(int descriptor, std::string path);
  bool refill();
  void seek(std::uint64_t offset);
  [[nodiscard]] bool find_magic();
  [[nodiscard]] bool begins_record() const;
  std::size_t inflate_some(std::span<char> out);
  void fail(std::string message);

  int descriptor_;
  std::string path_;
  std::string buffer_;        // input that is not consumed
  std::size_t used_ = 0;      // of buffer_
  std::uint64_t offset_ = 0;  // of the first byte that is not consumed
  std::uint64_t member_ = 0;  // offset of the member that is being read
  bool is_inside_ = true;     // a member has begun and not ended
  z_stream stream_{};
  bool is_ready_ = false;
  std::optional<Problem> problem_;
};

}  // namespace neardup::internal
