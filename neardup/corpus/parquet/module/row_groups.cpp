#include "neardup/corpus/parquet/module/row_groups.h"

#include <arrow/array.h>
#include <arrow/io/interfaces.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <parquet/file_writer.h>
#include <parquet/schema.h>
#include <parquet/size_statistics.h>
#include <parquet/statistics.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <thread>
#include <utility>

#include "neardup/corpus/parquet/module/status.h"

namespace neardup::internal::parquet {

class SinkStream : public arrow::io::OutputStream {
 public:
  explicit SinkStream(ByteSink sink) : sink_(std::move(sink)) {}

  arrow::Status Write(const void* data, std::int64_t count) override {
    try {
      sink_({static_cast<const char*>(data), static_cast<std::size_t>(count)});
    } catch (...) {
      failure_ = std::current_exception();
      return arrow::Status::IOError("the output cannot be written");
    }
    written_ += count;
    return arrow::Status::OK();
  }
  arrow::Status Close() override {
    is_closed_ = true;
    return arrow::Status::OK();
  }
  [[nodiscard]] arrow::Result<std::int64_t> Tell() const override { return written_; }
  [[nodiscard]] bool closed() const override { return is_closed_; }
  [[nodiscard]] std::int64_t written() const noexcept { return written_; }
  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  ByteSink sink_;
  std::int64_t written_ = 0;
  bool is_closed_ = false;
  std::exception_ptr failure_;
};

namespace {

using Encodings = std::map<::parquet::Encoding::type, std::int32_t>;  // how many pages have each

/// Returns the sum of the lengths; 0 for other types than texts and bytes.
std::int64_t text_bytes(const arrow::Array& array) {
  switch (array.type_id()) {
    case arrow::Type::STRING:
    case arrow::Type::BINARY:
      return static_cast<const arrow::BinaryArray&>(array).total_values_length();
    case arrow::Type::LARGE_STRING:
    case arrow::Type::LARGE_BINARY:
      return static_cast<const arrow::LargeBinaryArray&>(array).total_values_length();
    default:
      return 0;
  }
}

std::vector<int> leaves_of_fields(const ::parquet::SchemaDescriptor& schema) {
  std::vector<int> leaves;
  int leaf = 0;
  for (int field = 0; field < schema.group_node()->field_count(); ++field) {
    const int first = leaf;
    while (leaf < schema.num_columns() &&
           schema.GetColumnRoot(leaf) == schema.group_node()->field(field).get())
      ++leaf;
    leaves.push_back(leaf - first);
  }
  return leaves;
}

}  // namespace

RowGroups::RowGroups(const std::shared_ptr<arrow::Schema>& schema, const FileChoices& choices, ByteSink sink)
    : choices_(choices),
      stream_(std::make_shared<SinkStream>(std::move(sink))),
      model_(empty_metadata(*schema, choices)),
      leaves_(leaves_of_fields(*model_->schema())),
      metadata_(::parquet::FileMetaDataBuilder::Make(model_->schema(), writer_properties(choices, false))),
      threads_(std::clamp(std::thread::hardware_concurrency(), 1U, 16U)) {
  write("PAR1");
}

RowGroups::~RowGroups() = default;

void RowGroups::add(const std::shared_ptr<arrow::RecordBatch>& batch, std::uint64_t bytes) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
  constexpr std::uint64_t kSliceBytes = std::uint64_t{4} << 20;
  if (batch->num_rows() == 0) return;
  const auto rows = static_cast<std::uint64_t>(batch->num_rows());
  if (open_ && (open_->rows + rows > most_rows_ || open_->bytes + bytes > kMostBytes)) end_group();
  if (!open_) start_group(*batch);
  open_->rows += rows;
  open_->bytes += bytes;
  if (!open_->others.empty()) rest_.push_back(require(batch->SelectColumns(open_->others)));
  for (std::size_t i = 0; i < open_->long_texts.size(); ++i)
    open_->nulls[i] += batch->column(open_->long_texts[i])->null_count();
  if (open_->long_texts.empty()) return;
  slice_.push_back(require(batch->SelectColumns(open_->long_texts)));
  slice_bytes_ += bytes;
  if (slice_bytes_ >= kSliceBytes) end_slice();
}

/// Decides by its first rows which fields of the group are long texts: they hardly ever repeat as a whole, so a
/// dictionary of them is built in vain.
void RowGroups::start_group(const arrow::RecordBatch& batch) {
  constexpr std::int64_t kLong = 100;  // bytes on average
  open_ = std::make_unique<Group>();
  for (int field = 0; field < batch.num_columns(); ++field) {
    const bool is_long = text_bytes(*batch.column(field)) >= kLong * batch.num_rows();
    (is_long ? open_->long_texts : open_->others).push_back(field);
  }
  open_->nulls.resize(open_->long_texts.size());
}

void RowGroups::end_slice() {
  if (slice_.empty()) return;
  open_->slices.push_back(start({.rows = std::exchange(slice_, {}), .is_long_text = true}));
  slice_bytes_ = 0;
}

void RowGroups::end_group() {
  end_slice();
  if (!rest_.empty()) open_->rest = start({.rows = std::exchange(rest_, {})});
  closed_.push_back(std::move(*open_));
  open_.reset();
  write_ready_groups(/*waits=*/false);
}

/// Encodes a piece on a thread of its own, once there are few enough of them.
RowGroups::Coming RowGroups::start(Piece piece) {
  while (running_.size() >= threads_) {
    running_.front().wait();
    running_.pop_front();
  }
  const auto policy = threads_ == 1 ? std::launch::deferred : std::launch::async;
  auto work = [this, piece = std::move(piece)]() mutable {
    const Piece own = std::move(piece);  // so that its rows go when it is done, not with the future
    return encode(own, choices_);
  };
  running_.push_back(std::async(policy, std::move(work)).share());
  return running_.back();
}

void RowGroups::write_ready_groups(bool waits) {
  const auto is_ready = [](const Coming& piece) {
    return !piece.valid() || piece.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  };
  while (!closed_.empty()) {
    const Group& group = closed_.front();
    if (!waits && !(std::ranges::all_of(group.slices, is_ready) && is_ready(group.rest))) return;
    write_group(group);
    closed_.pop_front();
  }
}

void RowGroups::write_group(const Group& group) {
  ::parquet::RowGroupMetaDataBuilder& described = *metadata_->AppendRowGroup();
  described.set_num_rows(static_cast<std::int64_t>(group.rows));
  std::vector<const EncodedColumns*> slices;
  for (const Coming& slice : group.slices) slices.push_back(&slice.get());
  Chunk text{.pieces = std::move(slices)};
  Chunk other;
  if (group.rest.valid()) other.pieces = {&group.rest.get()};
  const std::int64_t begin = uncompressed_bytes_;
  for (std::size_t field = 0; field < leaves_.size(); ++field) {
    const auto found = std::ranges::find(group.long_texts, static_cast<int>(field));
    const bool is_long = found != group.long_texts.end();
    if (is_long) text.nulls = group.nulls[static_cast<std::size_t>(found - group.long_texts.begin())];
    Chunk& chunk = is_long ? text : other;
    for (int i = 0; i < leaves_[field]; ++i, ++chunk.leaf) write_chunk(chunk, *described.NextColumnChunk());
  }
  described.Finish(uncompressed_bytes_ - begin);
}

/// Writes the pages of a chunk, and describes them at their new position.
void RowGroups::write_chunk(const Chunk& chunk, ::parquet::ColumnChunkMetaDataBuilder& described) {
  const auto first = chunk.pieces.front()->chunk(chunk.leaf);
  const std::int64_t begin = stream_->written();
  const std::int64_t dictionary = first->has_dictionary_page() ? begin : -1;
  const std::int64_t data = first->has_dictionary_page()
                                ? begin + first->data_page_offset() - first->dictionary_page_offset()
                                : begin;
  std::int64_t values = 0;
  std::int64_t uncompressed = 0;
  Encodings of_dictionary;
  Encodings of_data;
  for (const EncodedColumns* const piece : chunk.pieces) {
    const auto part = piece->chunk(chunk.leaf);
    values += part->num_values();
    uncompressed += part->total_uncompressed_size();
    for (const ::parquet::PageEncodingStats& pages : part->encoding_stats())
      (pages.page_type == ::parquet::PageType::DICTIONARY_PAGE ? of_dictionary : of_data)[pages.encoding] +=
          pages.count;
    write(piece->pages(chunk.leaf));
  }
  if (chunk.nulls >= 0) {
    ::parquet::EncodedStatistics statistics;
    statistics.set_null_count(chunk.nulls);
    described.SetStatistics(statistics);
  } else if (const auto statistics = first->encoded_statistics()) {
    described.SetStatistics(*statistics);
  }
  if (const auto sizes = first->size_statistics(); sizes && chunk.nulls < 0)
    described.SetSizeStatistics(*sizes);
  const bool falls_back = dictionary >= 0 && of_data.contains(::parquet::Encoding::PLAIN);
  described.Finish(values, dictionary, -1, data, stream_->written() - begin, uncompressed, dictionary >= 0,
                   falls_back, of_dictionary, of_data);
  uncompressed_bytes_ += uncompressed;
}

void RowGroups::write(std::string_view bytes) {
  const arrow::Status status = stream_->Write(bytes.data(), static_cast<std::int64_t>(bytes.size()));
  stream_->rethrow_failure();
  require(status);
}

void RowGroups::finish() {
  if (open_) end_group();
  write_ready_groups(/*waits=*/true);
  const std::unique_ptr<::parquet::FileMetaData> metadata = metadata_->Finish(model_->key_value_metadata());
  try {
    ::parquet::WriteFileMetaData(*metadata, stream_.get());
  } catch (...) {
    stream_->rethrow_failure();
    throw;
  }
}

}  // namespace neardup::internal::parquet
