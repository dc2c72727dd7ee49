#include "neardup/corpus/convert/converted_output.h"

#include <exception>

#include "neardup/corpus/convert/json_columns.h"
#include "neardup/corpus/convert/json_records.h"
#include "neardup/corpus/convert/output_kind.h"
#include "neardup/corpus/convert/row_sink.h"
#include "neardup/corpus/delimited_records.h"
#include "neardup/corpus/parquet/parquet_input.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/util/error.h"
#include "neardup/util/output_file.h"

namespace neardup::internal {
namespace {

class Conversion {
 public:
  Conversion(const RecordTable& records, const ReadOptions& read,
             const std::function<bool(std::uint32_t)>& keep, const RecordEdit& edit)
      : records_(records), keep_(keep), edit_(edit), json_(records, read) {}

  /// Returns the columns of all records. Types of values matter only to Parquet.
  [[nodiscard]] std::vector<parquet::Column> find_columns(bool needs_types) {
    JsonColumns columns;
    for_each_file([&](const DocumentSelection& documents) {
      const InputFile& file = records_.file(documents.first);
      if (!edit_ && is_table(file.format)) {
        for (const std::string& name : file.columns.names) columns.add_text(name);
      } else if (!edit_ && !needs_types && file.format == InputFormat::parquet) {
        for (const std::string& name : file.parquet->open()->columns()) columns.add_text(name);
      } else {
        for_each_row(documents, [&](std::uint32_t, std::string_view row) { columns.add(row); });
      }
    });
    return columns.columns();
  }

  void write(RowSink& sink, const std::function<void(std::uint32_t)>& progress) {
    for_each_file([&](const DocumentSelection& documents) {
      for_each_row(documents, [&](std::uint32_t, std::string_view row) { sink.add(row); });
      if (progress) progress(documents.end - 1);
    });
    sink.finish();
  }

 private:
  template <typename Use>
  void for_each_file(const Use& use) {
    for (std::size_t first = 0, end = 0; first < records_.size(); first = end) {
      end = records_.next_file(first);
      std::size_t kept = first;
      while (kept < end && !keep_(static_cast<std::uint32_t>(kept))) ++kept;
      if (kept < end)
        use(DocumentSelection{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end), keep_});
    }
  }

  void for_each_row(const DocumentSelection& documents, const JsonRecords::Use& use) {
    if (!edit_) return json_.for_each(documents, use);
    json_.for_each(documents, [&](std::uint32_t document, std::string_view row) {
      use(document, edit_(document, row));
    });
  }

  const RecordTable& records_;
  const std::function<bool(std::uint32_t)>& keep_;
  const RecordEdit& edit_;
  JsonRecords json_;
};

}  // namespace

bool needs_conversion(const RecordTable& records, std::uint32_t first, const std::string& output) {
  const OutputKind kind = kind_of_output(output);
  for (std::size_t document = first; document < records.size(); document = records.next_file(document))
    if (!is_of_kind(records.file(document).format, kind)) return true;
  return false;
}

void write_converted(const RecordTable& records, const ReadOptions& read,
                     const std::function<bool(std::uint32_t)>& keep, const CleanOutput& output,
                     const RecordEdit& edit) {
  Conversion conversion(records, read, keep, edit);
  RowFormat format{.kind = kind_of_output(output.path)};
  if (format.kind != OutputKind::jsonl)
    format.columns = conversion.find_columns(format.kind == OutputKind::parquet);
  OutputFile out(output.path);
  try {
    conversion.write(*make_row_sink(format, [&out](std::string_view bytes) { out.write(bytes); }),
                     output.progress);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    throw Error(ErrorCode::corrupt, output.path + ": a record cannot be converted: " + error.what());
  }
  out.commit();
}

}  // namespace neardup::internal
