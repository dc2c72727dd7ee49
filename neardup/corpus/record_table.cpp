#include "neardup/corpus/record_table.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "neardup/corpus/raw_batch.h"
#include "neardup/corpus/record_source.h"
#include "neardup/util/error.h"

namespace neardup::internal {

namespace {

/// Shorter lengths take one byte; others take this byte and four more.
constexpr std::uint8_t kLongLength = 255;

}  // namespace

std::uint64_t StringPool::add(std::string_view text) {
  const auto length = static_cast<std::uint32_t>(text.size());
  const std::size_t head = length < kLongLength ? 1 : 1 + sizeof length;
  const std::size_t bytes = head + text.size();
  if (chunks_.empty() || chunks_.back().capacity() - chunks_.back().size() < bytes)
    chunks_.emplace_back(memory_).reserve(std::max(kChunk, bytes));
  std::pmr::vector<char>& chunk = chunks_.back();
  const std::uint64_t position = std::uint64_t{chunks_.size() - 1} << kOffsetBits | chunk.size();
  chunk.push_back(static_cast<char>(std::min<std::uint32_t>(length, kLongLength)));
  const auto* const length_bytes = reinterpret_cast<const char*>(&length);
  if (head > 1) chunk.insert(chunk.end(), length_bytes, length_bytes + sizeof length);
  chunk.insert(chunk.end(), text.begin(), text.end());
  return position;
}

std::string_view StringPool::operator[](std::uint64_t position) const noexcept {
  const char* const bytes = chunks_[position >> kOffsetBits].data() + (position & 0xFFFFFFFF);
  std::uint32_t length = static_cast<std::uint8_t>(*bytes);
  if (length < kLongLength) return {bytes + 1, length};
  std::memcpy(&length, bytes + 1, sizeof length);
  return {bytes + 1 + sizeof length, length};
}

void RecordTable::add(const DocumentBatch& batch) {
  for (const Document& document : batch.documents) {
    const std::shared_ptr<const InputFile>& file = batch.files[document.location.file];
    if (files_.empty() || files_.back() != file) {
      files_.push_back(file);
      file_starts_.push_back(static_cast<std::uint32_t>(entries_.size()));
    }
    const std::uint64_t id = document.id_is_location ? kIdIsLocation | document.line : ids_.add(document.id);
    entries_.push_back({Halves(document.location.offset), Halves(id), document.location.length});
  }
}

void RecordTable::set_list(std::shared_ptr<const DocumentList> list) {
  list_ = std::move(list);
  list_begin_ = size();
}

std::uint32_t RecordTable::file_number(std::size_t document) const noexcept {
  const auto next = std::ranges::upper_bound(file_starts_, document);
  return static_cast<std::uint32_t>(next - file_starts_.begin() - 1);
}

std::size_t RecordTable::next_file(std::size_t document) const noexcept {
  const auto next = std::ranges::upper_bound(file_starts_, document);
  return next == file_starts_.end() ? size() : *next;
}

const std::string& RecordTable::path(std::size_t document) const noexcept { return file(document).path; }

std::string RecordTable::id(std::size_t document) const {
  if (const std::optional<std::string_view> own = own_id(document)) return std::string(*own);
  return location_id(path(document), entries_[document].id.whole() & ~kIdIsLocation);
}

std::optional<std::string_view> RecordTable::own_id(std::size_t document) const noexcept {
  const std::uint64_t id = entries_[document].id.whole();
  return (id & kIdIsLocation) == 0 ? std::optional(ids_[id]) : std::nullopt;
}

/// Keeps the last file open, because neighbours in the table are mostly neighbours in a file.
class RecordReader::Impl {
 public:
  Impl(const RecordTable& table, const ReadOptions& options)
      : table_(table), parser_({}, parse_only(options)) {}
  ~Impl() { close(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  const Document& read(std::size_t document) {
    if (const DocumentList* const list = table_.list_of(document))
      return list->read(table_.position_in_list(document), from_list_);
    const RecordLocation location = table_.location(document);
    load(document, location.offset, location.length);
    batch_.segments.assign(1, {{}, table_.shared_file(document), 0, batch_.bytes.size(), 1, 0});
    parsed_ = parser_.parse(batch_);
    if (parsed_.documents.size() == 1) return parsed_.documents.front();
    throw Error(ErrorCode::io, table_.path(document) + ": the file changed during the run");
  }

  /// Reads one stretch of the file at a time and parses its records together.
  void read_all(std::span<const std::uint32_t> documents,
                const std::function<void(std::size_t, const Document&)>& use) {
    for (std::size_t begin = 0, end = 0; begin < documents.size(); begin = end) {
      if (table_.list_of(documents[begin]) != nullptr) {
        use(begin, read(documents[begin]));
        end = begin + 1;
        continue;
      }
      end = end_of_stretch(documents, begin);
      const RecordLocation first = table_.location(documents[begin]);
      const RecordLocation last = table_.location(documents[end - 1]);
      load(documents[begin], first.offset, last.offset + last.length - first.offset);
      batch_.segments.clear();
      for (std::size_t i = begin; i < end; ++i) {
        const RecordLocation location = table_.location(documents[i]);
        const std::size_t from = location.offset - first.offset;
        batch_.segments.push_back({{}, table_.shared_file(documents[i]), from, from + location.length, 1, 0});
      }
      parsed_ = parser_.parse(batch_);
      if (parsed_.documents.size() != end - begin)
        throw Error(ErrorCode::io, table_.path(documents[begin]) + ": the file changed during the run");
      for (std::size_t i = begin; i < end; ++i) use(i, parsed_.documents[i - begin]);
    }
  }

  std::string_view read_raw(std::size_t first, std::size_t last) {
    if (table_.list_of(last) != nullptr)
      throw Error(ErrorCode::invalid_argument,
                  table_.id(last) + ": a document in memory has no record to copy");
    const RecordLocation begin = table_.location(first);
    const RecordLocation end = table_.location(last);
    load(first, begin.offset, end.offset + end.length - begin.offset);
    return batch_.bytes.view(0, batch_.bytes.size());
  }

 private:
  static ReadOptions parse_only(ReadOptions options) {
    options.keep_records = false;
    return options;
  }

  /// Returns the end of the longest stretch from `begin` on: documents of one file, in file order, with small
  /// gaps, within kStretch bytes.
  [[nodiscard]] std::size_t end_of_stretch(std::span<const std::uint32_t> documents,
                                           std::size_t begin) const {
    constexpr std::uint64_t kLittle = 4096;
    constexpr std::uint64_t kStretch = std::uint64_t{1} << 20;
    const RecordLocation first = table_.location(documents[begin]);
    std::uint64_t reached = first.offset + first.length;
    std::size_t end = begin + 1;
    for (; end < documents.size(); ++end) {
      const RecordLocation next = table_.location(documents[end]);
      if (table_.list_of(documents[end]) != nullptr || next.file != first.file || next.offset < reached ||
          next.offset - reached > kLittle)
        break;
      if (next.offset + next.length - first.offset > kStretch) break;
      reached = next.offset + next.length;
    }
    return end;
  }

  void load(std::size_t document, std::uint64_t offset, std::size_t length) {
    const RecordSource& source = *table_.file(document).records;
    if (open_source_ != &source) {
      close();
      descriptor_ = source.open();
      open_source_ = &source;
    }
    table_.breathe();
    batch_.bytes.truncate(0);
    if (batch_.bytes.capacity() < length) batch_.bytes.set_capacity(length);
    read_at(source, descriptor_, offset, batch_.bytes.room().first(length));
    batch_.bytes.grow_by(length);
  }

  void close() noexcept {
    if (open_source_ != nullptr) open_source_->close(descriptor_);
    open_source_ = nullptr;
  }

  const RecordTable& table_;
  CorpusReader parser_;
  RawBatch batch_;
  DocumentBatch parsed_;
  Document from_list_;
  const RecordSource* open_source_ = nullptr;
  int descriptor_ = -1;
};

RecordReader::RecordReader(const RecordTable& table, const ReadOptions& options)
    : impl_(std::make_unique<Impl>(table, options)) {}
RecordReader::~RecordReader() = default;
RecordReader::RecordReader(RecordReader&&) noexcept = default;

const Document& RecordReader::read(std::size_t document) { return impl_->read(document); }
void RecordReader::read_all(std::span<const std::uint32_t> documents,
                            const std::function<void(std::size_t, const Document&)>& use) {
  impl_->read_all(documents, use);
}
std::string_view RecordReader::read_raw(std::size_t first, std::size_t last) {
  return impl_->read_raw(first, last);
}

}  // namespace neardup::internal
