// Reads any bytes as a Parquet file: the needed columns, then all of them, and copies its rows. Every call must end in
// documents, in problems or in an exception, and each row must become one document, or be among the skipped ones.
//
// Arrow itself is not instrumented; what it crashes on is a finding all the same. The corpus holds small files that pyarrow
// wrote: plain, dictionary, nested, several row groups, no rows.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/parquet/parquet_loader.h"
#include "neardup/corpus/raw_batch.h"
#include "tests/fuzz/require.h"

namespace neardup {
using namespace internal;  // the parts under test
}

namespace {

using neardup::fuzz::require;

namespace parquet = neardup::internal::parquet;

constexpr std::uint64_t kMostRows = 10'000;  // a footer may promise any number

int file_of(std::string_view bytes) {
  const int descriptor = memfd_create("rows", MFD_CLOEXEC);
  require(descriptor >= 0);
  require(::write(descriptor, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  return descriptor;
}

/// Reads the documents as every command does.
void read_documents(const std::string& path) {
  neardup::CorpusReader reader({path}, {.format = neardup::InputFormat::parquet, .keep_records = true});
  std::size_t documents = 0;
  while (const std::shared_ptr<const neardup::RawBatch> batch = reader.next()) {
    documents += reader.parse(*batch).documents.size();
    if (documents > kMostRows) return;
  }
}

/// Reads all columns of all rows, and copies the rows to nowhere.
void read_all(int descriptor) {
  const parquet::Module& module = neardup::parquet_module();
  const std::unique_ptr<parquet::File> file = module.open(descriptor);
  if (file->rows() > kMostRows) return;
  for (int group = 0; group < file->row_groups(); ++group) {
    const std::unique_ptr<parquet::RowLines> lines = file->lines(group, {});
    std::string text;
    while (lines->read(text, std::size_t{1} << 16) > 0) text.clear();
  }
  const std::unique_ptr<parquet::Writer> copy = module.write_like(*file, [](std::string_view) {});
  copy->copy(*file, {{0, file->rows()}});
  copy->finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static_cast<void>(
      neardup::parquet_module());  // without the module there is nothing to test, and this ends the program
  const int descriptor = file_of({reinterpret_cast<const char*>(data), size});
  read_documents("/proc/self/fd/" + std::to_string(descriptor));
  try {
    read_all(descriptor);            // takes the descriptor over
  } catch (const std::exception&) {  // the message for a damaged file
  }
  return 0;
}
