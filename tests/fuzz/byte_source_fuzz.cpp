// Properties of reading files that may be compressed: what is compressed comes back; a file cut short gives a
// beginning of the content and a problem; any bytes at all give the same content however small the pieces
// are in which it is read, and bytes without a magic number are passed on as they are.
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "neardup/corpus/byte_source.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/require.h"

namespace neardup {
using namespace internal;  // the parts under test
}

namespace {

using neardup::fuzz::MemoryFile;
using neardup::fuzz::require;

struct Content {
  std::string bytes = {};
  bool is_damaged = false;
  bool is_compressed = false;
};

/// Reads at most a few MiB: a tiny file may hold gibibytes.
Content read(const MemoryFile& file, std::string_view bytes, std::size_t piece) {
  constexpr std::size_t kMost = std::size_t{2} << 20;
  const auto source = neardup::open_byte_source(file.write(bytes));
  Content content{.is_compressed = source->is_compressed()};
  std::string buffer(piece, '\0');
  std::size_t count = 0;
  while (content.bytes.size() < kMost && (count = source->read(buffer)) != 0)
    content.bytes.append(buffer, 0, count);
  if (content.bytes.size() > kMost) content.bytes.resize(kMost);
  content.is_damaged = source->problem().has_value();
  require(source->read_bytes() <= bytes.size());
  return content;
}

std::string gzip(std::string_view bytes) {
  constexpr int kGzipWrapper = 16;
  z_stream stream{};
  require(deflateInit2(&stream, 1, Z_DEFLATED, MAX_WBITS + kGzipWrapper, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, bytes.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  require(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstd(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 1));
  return out;
}

void check_compressed(const MemoryFile& file, std::string_view plain, const std::string& compressed) {
  const Content whole = read(file, compressed, 1000);
  require(whole.is_compressed && !whole.is_damaged && whole.bytes == plain);
  const Content twice = read(file, compressed + compressed, 7);
  require(!twice.is_damaged && twice.bytes == std::string(plain) + std::string(plain));
  const Content cut = read(file, std::string_view(compressed).substr(0, compressed.size() - 1), 1000);
  require(cut.is_damaged && plain.starts_with(cut.bytes));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMostToCompress = std::size_t{1} << 16;
  static const MemoryFile file;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Content once = read(file, bytes, std::size_t{1} << 16);
  if (!once.is_compressed) require(once.bytes == bytes && !once.is_damaged);
  const Content again = read(file, bytes, 3);
  require(again.is_compressed == once.is_compressed && again.is_damaged == once.is_damaged);
  // Where a file is damaged, larger pieces may lose more of the last block.
  require(once.is_damaged ? again.bytes.starts_with(once.bytes) || once.bytes.starts_with(again.bytes)
                          : again.bytes == once.bytes);
  if (size > kMostToCompress) return 0;
  check_compressed(file, bytes, gzip(bytes));
  check_compressed(file, bytes, zstd(bytes));
  return 0;
}
