// A mapped index file whose head was verified, and the guard that checks its pages when they are
// first used. Thread-safe once open.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/index/index_file.h"
#include "neardup/index/page_guard.h"

namespace neardup::index {

class MappedIndexFile final : public PageGuard {
 public:
  /// Maps the file, checks everything before the data, and checks that all sections lie within the
  /// data. Throws Error.
  [[nodiscard]] static std::shared_ptr<const MappedIndexFile> open(const std::string& path);
  ~MappedIndexFile() override;
  MappedIndexFile(const MappedIndexFile&) = delete;
  MappedIndexFile& operator=(const MappedIndexFile&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] const FileHeader& header() const noexcept { return header_; }
  [[nodiscard]] const std::vector<FileSection>& sections() const noexcept { return sections_; }
  [[nodiscard]] std::string_view recipe() const noexcept;
  [[nodiscard]] std::string_view bytes(const FileSection& section) const noexcept {
    return {begin_ + section.offset, section.length};
  }

  void check(const void* begin, std::size_t bytes) const override;
  void check_all() const { check(begin_ + header_.data_start, header_.file_length - header_.data_start); }

 private:
  explicit MappedIndexFile(std::string path);
  void map();
  void read_head();
  void read_sections();
  void check_page(std::uint64_t page) const;
  [[nodiscard]] std::uint64_t page_count() const noexcept;
  [[noreturn]] void refuse(const std::string& what, std::uint64_t offset) const;

  std::string path_;
  const char* begin_ = nullptr;
  std::uint64_t length_ = 0;
  FileHeader header_{};
  std::vector<FileSection> sections_;
  std::vector<std::uint64_t> page_checksums_;
  // One bit per page: set once the page was verified.
  mutable std::vector<std::atomic<std::uint64_t>> checked_;
};

}  // namespace neardup::index
