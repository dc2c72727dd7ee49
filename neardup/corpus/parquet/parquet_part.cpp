#include "neardup/corpus/parquet/parquet_part.h"

#include <exception>
#include <utility>

#include "neardup/corpus/record_splitter.h"

namespace neardup::internal {

ParquetPart::ParquetPart(const InputItem& item, ParquetPiece piece, InputSurroundings& surroundings)
    : InputPart({item}, surroundings), piece_(std::move(piece)) {}

std::shared_ptr<const RawBatch> ParquetPart::next() {
  auto batch = std::make_shared<RawBatch>();
  for (Problem& problem : piece_.problems) batch->segments.push_back({.problem = std::move(problem)});
  piece_.problems.clear();
  while (batch->bytes.size() < kBatchBytes && piece_.first_group < piece_.end_group) read_rows(*batch);
  if (piece_.first_group == piece_.end_group && !std::exchange(is_done_, true)) {
    surroundings().read_bytes += piece_.bytes;
    piece_.file.reset();
  }
  return batch->segments.empty() ? nullptr : batch;
}

/// Adds rows of the current row group. What cannot be read in it is reported, and the next group follows.
void ParquetPart::read_rows(RawBatch& batch) {
  const parquet::RowRange group = piece_.file->rows_of(piece_.first_group);
  text_.clear();
  try {
    if (!lines_) {
      next_row_ = group.first;
      lines_ = piece_.file->lines(piece_.first_group, piece_.fields);
    }
    const bool is_end = lines_->read(text_, kBatchBytes) == 0;
    add_rows(batch);
    if (!is_end) return;
    if (next_row_ < group.end) return skip_rest_of_group(batch, "they are missing");
    end_group();
  } catch (const std::exception& error) {
    text_.resize(text_.rfind('\n') + 1);  // the rows before the damage
    add_rows(batch);
    skip_rest_of_group(batch, error.what());
  }
}

void ParquetPart::add_rows(RawBatch& batch) {
  if (text_.empty()) return;
  const std::uint64_t rows = count_line_ends(text_);
  const std::size_t begin = batch.bytes.size();
  batch.bytes.set_capacity(begin + text_.size());
  text_.copy(batch.bytes.room().data(), text_.size());
  batch.bytes.grow_by(text_.size());
  const std::uint64_t offset = surroundings().rows ? surroundings().rows->append_shared(text_) : 0;
  batch.segments.push_back({{}, piece_.described, begin, batch.bytes.size(), next_row_ + 1, offset});
  next_row_ += rows;
  text_.clear();
}

void ParquetPart::skip_rest_of_group(RawBatch& batch, const std::string& reason) {
  const parquet::RowRange group = piece_.file->rows_of(piece_.first_group);
  if (next_row_ < group.first || next_row_ > group.end) next_row_ = group.first;
  piece_.input->skipped.add({next_row_, group.end});
  batch.segments.push_back(
      {.problem =
           Problem{.path = piece_.described->path,
                   .message = "row group " + std::to_string(piece_.first_group + 1) + ": rows " +
                              std::to_string(next_row_ + 1) + " to " + std::to_string(group.end) +
                              " cannot be read: " + reason.substr(0, reason.find('\n')) + "; skipped"}});
  end_group();
}

void ParquetPart::end_group() {
  lines_.reset();
  ++piece_.first_group;
}

}  // namespace neardup::internal
