#include "neardup/store/saved_index.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "neardup/collection/content_digest.h"
#include "neardup/index/hamming_index.h"
#include "neardup/index/similarity_index.h"
#include "neardup/store/record_bytes.h"
#include "neardup/util/error.h"
#include "neardup/util/output_file.h"

namespace neardup::internal::store {

namespace {

constexpr std::string_view kMagic = "neardup live index 1\n";
constexpr std::string_view kPrefix = "INDEX-";

/// Returns a digest of an index file: of its header, which has the checksum of all checksums. Throws Error.
std::uint64_t identity_of(const std::string& path) {
  std::array<char, 96> header{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(header.data(), header.size())) throw Error(ErrorCode::io, path + ": cannot be read");
  return digest_bytes({header.data(), header.size()}).low;
}

}  // namespace

std::string mark_key(Number number) { return std::string(kMarksBegin) + number_key(number); }

Number parse_mark_key(std::string_view key) { return parse_number_key(key.substr(kMarksBegin.size())); }

std::string SavedFiles::index() const {
  return folder + "/" + std::string(kPrefix) + std::to_string(name) + ".ndx";
}
std::string SavedFiles::state() const {
  return folder + "/" + std::string(kPrefix) + std::to_string(name) + ".state";
}

std::optional<SavedFiles> saved_files(const Database& database) {
  const std::optional<std::string> text = database.get(Family::meta, kSavedKey);
  if (!text) return std::nullopt;
  SavedFiles files{.folder = database.path()};
  std::from_chars(text->data(), text->data() + text->size(), files.name);
  return files;
}

void write_state(const SavedFiles& files, const SavedCounters& counters, const IdFilters& ids,
                 const ContentMap& contents) {
  ByteWriter writer(ids.bytes() + contents.size() * 24 + 4096);
  writer.put_bytes(kMagic.data(), kMagic.size());
  writer.put(files.name);
  writer.put(identity_of(files.index()));
  writer.put(counters.latest);
  writer.put(counters.next_counter);
  ids.write(writer);
  contents.write(writer);
  writer.put(digest_bytes(writer.bytes()));
  OutputFile file(files.state());
  file.write(writer.bytes());
  file.commit();
}

SavedState::SavedState(const SavedFiles& files) {
  std::ifstream file(files.state(), std::ios::binary);
  if (!file) throw Error(ErrorCode::io, files.state() + ": cannot be read");
  bytes_.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  const std::size_t digest = bytes_.size() - std::min(bytes_.size(), sizeof(ContentDigest));
  const std::string_view content = std::string_view(bytes_).substr(0, digest);
  ByteReader reader(bytes_);
  const bool is_sound =
      content.starts_with(kMagic) &&
      ByteReader(std::string_view(bytes_).substr(digest)).get<ContentDigest>() == digest_bytes(content);
  static_cast<void>(reader.take(is_sound ? kMagic.size() : 0));
  if (!is_sound || reader.get<std::uint64_t>() != files.name)
    throw Error(ErrorCode::corrupt, files.state() + ": damaged");
  if (reader.get<std::uint64_t>() != identity_of(files.index()))
    throw Error(ErrorCode::corrupt, files.index() + ": not the index of " + files.state());
  counters_.latest = reader.get<std::int64_t>();
  counters_.next_counter = reader.get<std::uint32_t>();
}

void SavedState::restore(IdFilters& ids, ContentMap& contents) const {
  ByteReader reader(bytes_);
  static_cast<void>(reader.take(kMagic.size() + 3 * sizeof(std::uint64_t) + sizeof(std::uint32_t)));
  ids.read(reader);
  contents.read(reader);
  static_cast<void>(reader.get<ContentDigest>());
  reader.finish();
}

void remove_other_files(const std::string& folder, const std::optional<SavedFiles>& files) noexcept {
  std::error_code error;
  std::error_code ignored;
  for (std::filesystem::directory_iterator file(folder, error); !error && file != end(file);
       file.increment(error)) {
    const std::filesystem::path& path = file->path();
    const bool is_ours = path.filename().string().starts_with(kPrefix);
    const bool is_kept = files && (path == files->index() || path == files->state());
    if (is_ours && !is_kept) std::filesystem::remove(path, ignored);
  }
}

void link_files(const SavedFiles& files, const std::string& folder) noexcept {
  const SavedFiles copies{.folder = folder, .name = files.name};
  const auto link = [](const std::string& file, const std::string& copy) {
    std::error_code error;
    std::filesystem::create_hard_link(file, copy, error);
    if (error) std::filesystem::copy_file(file, copy, error);
  };
  link(files.index(), copies.index());
  link(files.state(), copies.state());
}

std::uint64_t bytes_of(const SavedFiles& files) noexcept {
  std::uint64_t bytes = 0;
  for (const std::string& path : {files.index(), files.state()}) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (!error) bytes += size;
  }
  return bytes;
}

void verify_files(const SavedFiles& files) {
  static_cast<void>(SavedState(files));
  if (index_kind(files.index()) == IndexKind::similarity) {
    SimilarityIndex::verify(files.index());
  } else {
    HammingIndex::verify(files.index());
  }
}

}  // namespace neardup::internal::store
