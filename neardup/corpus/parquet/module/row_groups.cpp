#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <parquet/properties.h>

#include <exception>
#include <utility>

#include "neardup/corpus/parquet/module/status.h"
#include "neardup/corpus/parquet/module/writer.h"

namespace neardup::internal::parquet {

class SinkStream : public arrow::io::OutputStream {
 public:
  explicit SinkStream(ByteSink sink) : sink_(std::move(sink)) {}

  arrow::Status Write(const void* data, std::int64_t count) override {
    if (ignores_) return arrow::Status::OK();
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
  /// Ignores what comes from now on: a writer that was not finished ends its file when it is destroyed.
  void ignore_all() noexcept { ignores_ = true; }
  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  ByteSink sink_;
  std::int64_t written_ = 0;
  bool is_closed_ = false;
  bool ignores_ = false;
  std::exception_ptr failure_;
};

RowGroups::RowGroups(const std::shared_ptr<arrow::Schema>& schema, const FileChoices& choices, ByteSink sink)
    : stream_(std::make_shared<SinkStream>(std::move(sink))) {
  ::parquet::WriterProperties::Builder file;
  file.compression(arrow::Compression::ZSTD);
  if (choices.has_integer_decimals) file.enable_store_decimal_as_integer();
  ::parquet::ArrowWriterProperties::Builder types;
  if (choices.stores_arrow_schema) types.store_schema();
  if (choices.has_int96) types.enable_deprecated_int96_timestamps();
  auto made = ::parquet::arrow::FileWriter::Open(*schema, arrow::default_memory_pool(), stream_, file.build(),
                                                 types.build());
  stream_->rethrow_failure();
  writer_ = require(std::move(made));
}

RowGroups::~RowGroups() { stream_->ignore_all(); }

void RowGroups::check(const arrow::Status& status) const {
  stream_->rethrow_failure();
  require(status);
}

void RowGroups::add(const arrow::RecordBatch& batch, std::uint64_t bytes) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
  if (batch.num_rows() == 0) return;
  const auto rows = static_cast<std::uint64_t>(batch.num_rows());
  if (!is_open_ || rows_ + rows > most_rows_ || bytes_ + bytes > kMostBytes) {
    check(writer_->NewBufferedRowGroup());
    rows_ = bytes_ = 0;
    is_open_ = true;
  }
  check(writer_->WriteRecordBatch(batch));
  rows_ += rows;
  bytes_ += bytes;
}

void RowGroups::finish() {
  check(writer_->Close());
  writer_.reset();
}

}  // namespace neardup::internal::parquet
