// The only function that the module exports, and the edge at which exceptions of Arrow become short messages.
#include <arrow/status.h>
#include <parquet/exception.h>

#include <stdexcept>
#include <utility>

#include "neardup/corpus/parquet/module/file.h"
#include "neardup/corpus/parquet/module/writer.h"
#include "neardup/corpus/parquet/parquet_module.h"

namespace neardup::internal::parquet {
namespace {

class ArrowModule : public Module {
 public:
  [[nodiscard]] std::unique_ptr<File> open(int descriptor) const override {
    return std::make_unique<ArrowFile>(descriptor);
  }
  [[nodiscard]] std::unique_ptr<Writer> write_like(const File& file, ByteSink sink) const override {
    return std::make_unique<CopyingWriter>(static_cast<const ArrowFile&>(file), std::move(sink));
  }
  [[nodiscard]] std::unique_ptr<Writer> write(const std::vector<Column>& columns,
                                              ByteSink sink) const override {
    return std::make_unique<LineWriter>(columns, std::move(sink));
  }
};

}  // namespace
}  // namespace neardup::internal::parquet

extern "C" __attribute__((visibility("default"))) const neardup::internal::parquet::Module*
neardup_parquet_module_1() {
  // Where the program has an unwinder of its own, its exceptions pass through this one too, which fills its tables
  // when it throws for the first time.
  try {
    throw std::runtime_error("");
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
  }
  static const neardup::internal::parquet::ArrowModule module;
  return &module;
}
