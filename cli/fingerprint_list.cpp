#include "cli/fingerprint_list.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <functional>
#include <utility>

#include "cli/terminal/text_lines.h"
#include "neardup/corpus/byte_source.h"
#include "neardup/fingerprint/fingerprint.h"
#include "neardup/util/error.h"

namespace neardup::cli {

using namespace internal;

namespace {

static_assert(std::endian::native == std::endian::little, ".u64 files are used as they are");

constexpr std::size_t kReadAtOnce = std::size_t{1} << 20;
constexpr std::size_t kMostShown = 40;  // bytes of an invalid fingerprint that a message quotes

Error system_error(const std::string& path) {
  return {ErrorCode::io, fmt::format("{}: cannot open: {}", path, std::strerror(errno))};
}

bool ends_with_any(std::string_view path, std::initializer_list<std::string_view> ends) {
  return std::ranges::any_of(ends, [path](std::string_view end) { return path.ends_with(end); });
}

/// Returns false for pipes and devices: they have no length and cannot be mapped, so they are read
/// as streams. Returns true for a missing file, which opening then refuses.
bool is_regular_file(const std::string& path) {
  struct stat status{};
  return stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

}  // namespace

MappedWords::MappedWords(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw system_error(path);
  struct stat status{};
  const bool known = fstat(descriptor, &status) == 0;
  bytes_ = known ? static_cast<std::size_t>(status.st_size) : 0;
  void* const address = bytes_ == 0 ? nullptr : mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE, descriptor, 0);
  const int mapping_error = errno;
  close(descriptor);
  errno = mapping_error;
  if (!known || address == MAP_FAILED) throw system_error(path);
  data_ = address;
}

MappedWords::MappedWords(MappedWords&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

MappedWords& MappedWords::operator=(MappedWords&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedWords::~MappedWords() {
  if (data_ != nullptr) munmap(data_, bytes_);
}

std::span<const std::uint64_t> MappedWords::words() const noexcept {
  return {static_cast<const std::uint64_t*>(data_), bytes_ / sizeof(std::uint64_t)};
}

FingerprintList FingerprintList::read(const std::string& path, ProblemReport& problems) {
  FingerprintList list;
  if (ends_with_any(path, {".u64", ".u64.gz", ".u64.zst"})) {
    list.read_words(path, problems);
  } else {
    list.read_lines(path, problems);
  }
  return list;
}

std::span<const std::uint64_t> FingerprintList::words() const noexcept {
  return narrow_.empty() ? mapped_.words() : std::span<const std::uint64_t>(narrow_);
}

std::string_view FingerprintList::id(std::uint32_t ordinal) const noexcept {
  const std::uint64_t begin = ordinal == 0 ? 0 : id_ends_[ordinal - 1];
  return std::string_view(ids_).substr(begin, id_ends_[ordinal] - begin);
}

std::string FingerprintList::plain_id(std::uint32_t ordinal) const {
  return has_ids() ? unescape_tsv(id(ordinal)) : std::to_string(ordinal);
}

Fingerprint FingerprintList::fingerprint(std::uint32_t ordinal) const noexcept {
  if (is_wide()) return {.low = wide_[ordinal].low, .high = wide_[ordinal].high, .bits = 128};
  return {.low = words()[ordinal], .bits = bits_};
}

void FingerprintList::read_words(const std::string& path, ProblemReport& problems) {
  bits_ = 64;
  std::size_t bytes = 0;
  if (path.ends_with(".u64") && is_regular_file(path)) {
    mapped_ = MappedWords(path);
    bytes = mapped_.bytes();
  } else {
    const std::unique_ptr<ByteSource> source = open_byte_source(path);
    for (std::size_t size = 1; size != 0; bytes += size) {
      narrow_.resize((bytes + kReadAtOnce) / sizeof(std::uint64_t) + 1);
      size = source->read({reinterpret_cast<char*>(narrow_.data()) + bytes, kReadAtOnce});
    }
    if (source->problem()) problems.add(*source->problem());
    narrow_.resize(bytes / sizeof(std::uint64_t));
  }
  if (bytes % sizeof(std::uint64_t) == 0) return;
  problems.add({.path = path,
                .message = fmt::format("{} bytes after the last 64-bit word (ignored)",
                                       bytes % sizeof(std::uint64_t))});
}

void FingerprintList::read_lines(const std::string& path, ProblemReport& problems) {
  for_each_line(path, problems, [&](std::string_view line, std::uint64_t number) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) return;
    if (const std::optional<std::string> wrong = add_line(line))
      problems.add({.path = path,
                    .line = number,
                    .code = ProblemCode::no_fingerprint,
                    .message = *wrong + " (skipped)"});
  });
}

std::optional<std::string> FingerprintList::add_line(std::string_view line) {
  if (line.size() > kLongestLine) return fmt::format("longer than {} bytes", kLongestLine);
  const std::size_t tab = line.rfind('\t');
  if (tab == std::string_view::npos) return "no TAB between id and fingerprint";
  const std::string_view digits = line.substr(tab + 1);
  if (digits == "-") {
    ++without_fingerprint_;
    return {};
  }
  const std::optional<Fingerprint> fingerprint = from_hex(digits);
  if (!fingerprint)
    return fmt::format("not a fingerprint of 8, 16 or 32 hex digits: {}{}", digits.substr(0, kMostShown),
                       digits.size() > kMostShown ? "…" : "");
  if (bits_ == 0) bits_ = fingerprint->bits;
  if (bits_ != fingerprint->bits)
    return fmt::format("a fingerprint of {} bits among those of {}", fingerprint->bits, bits_);
  if (is_wide()) {
    wide_.push_back({fingerprint->low, fingerprint->high});
  } else {
    narrow_.push_back(fingerprint->low);  // 32 bits get leading zeros, which change no distance
  }
  ids_.append(line.substr(0, tab));
  id_ends_.push_back(ids_.size());
  return {};
}

/// Sorts the hashes of the ids: a set of millions of strings would cost more than the join.
void FingerprintList::warn_about_equal_ids(const std::string& path, ProblemReport& problems) const {
  std::vector<std::pair<std::size_t, std::uint32_t>> hashes;
  hashes.reserve(id_ends_.size());
  for (std::uint32_t i = 0; i < id_ends_.size(); ++i)
    hashes.emplace_back(std::hash<std::string_view>{}(id(i)), i);
  std::ranges::sort(hashes);
  const auto equal = std::ranges::adjacent_find(hashes, [this](const auto& a, const auto& b) {
    return a.first == b.first && id(a.second) == id(b.second);
  });
  if (equal == hashes.end()) return;
  problems.add({.severity = Problem::Severity::warning,
                .path = path,
                .message = fmt::format("several documents have the id {}", id(equal->second))});
}

}  // namespace neardup::cli
