#include "neardup/store/clean_note.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "neardup/collection/content_digest.h"
#include "neardup/util/error.h"

namespace neardup::internal::store {

namespace {

std::string note_path(const std::string& folder) { return folder + "/CLEAN"; }

std::string note_text(std::uint64_t sequence) {
  const std::string text = fmt::format("neardup live collection, closed at {}\n", sequence);
  return text + fmt::format("{:016x}\n", digest_bytes(text).low);
}

bool sync_path(const std::string& path, int flags) noexcept {
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool done = ::fsync(descriptor) == 0;
  ::close(descriptor);
  return done;
}

}  // namespace

bool write_clean_note(const std::string& folder, std::uint64_t sequence) noexcept {
  try {
    const std::string temporary = note_path(folder) + ".new";
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file << note_text(sequence);
    file.close();
    return file && sync_path(temporary, O_RDONLY) &&
           std::rename(temporary.c_str(), note_path(folder).c_str()) == 0 &&
           sync_path(folder, O_RDONLY | O_DIRECTORY);
  } catch (...) {  // no memory
    return false;
  }
}

std::optional<std::uint64_t> read_clean_note(const std::string& folder) {
  std::ifstream file(note_path(folder), std::ios::binary);
  if (!file) return std::nullopt;
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  unsigned long long sequence = 0;
  if (std::sscanf(text.c_str(), "neardup live collection, closed at %llu", &sequence) == 1 &&
      text == note_text(sequence))
    return sequence;
  throw Error(ErrorCode::corrupt, note_path(folder) + ": damaged; this collection cannot be trusted");
}

void remove_clean_note(const std::string& folder) {
  if (::unlink(note_path(folder).c_str()) != 0) {
    if (errno == ENOENT) return;
    throw Error(ErrorCode::io, note_path(folder) + ": cannot be removed: " + std::strerror(errno));
  }
  if (!sync_path(folder, O_RDONLY | O_DIRECTORY))
    throw Error(ErrorCode::io, folder + ": cannot be synced: " + std::strerror(errno));
}

}  // namespace neardup::internal::store
