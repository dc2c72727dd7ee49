// Some row groups of a Parquet file, as a part of the input.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "neardup/corpus/input_part.h"
#include "neardup/corpus/parquet/parquet_input.h"

namespace neardup::internal {

/// Which row groups a part has, and what it needs to read them.
struct ParquetPiece {
  std::vector<Problem> problems = {};  // come before the rows
  std::shared_ptr<ParquetInput> input = {};
  std::shared_ptr<const InputFile> described = {};
  std::shared_ptr<const parquet::File> file = {};
  std::vector<std::string> fields = {};
  int first_group = 0;
  int end_group = 0;
  std::uint64_t bytes = 0;  // the share of the file that counts as read afterwards
};

class ParquetPart : public InputPart {
 public:
  ParquetPart(const InputItem& item, ParquetPiece piece, InputSurroundings& surroundings);

  [[nodiscard]] std::shared_ptr<const RawBatch> next() override;
  [[nodiscard]] bool is_small() const noexcept override { return piece_.bytes < kSmall; }
  [[nodiscard]] bool is_done() const noexcept override { return is_done_; }
  [[nodiscard]] bool has_stream() const noexcept override { return false; }

 private:
  static constexpr std::uint64_t kSmall = 64 << 10;

  void read_rows(RawBatch& batch);
  void add_rows(RawBatch& batch);
  void skip_rest_of_group(RawBatch& batch, const std::string& reason);
  void end_group();

  ParquetPiece piece_;
  std::unique_ptr<parquet::RowLines> lines_;  // of the current row group; null before it is opened
  std::uint64_t next_row_ = 0;                // in the file
  std::string text_;
  bool is_done_ = false;
};

}  // namespace neardup::internal
