// Properties of cutting a crawl on any bytes: it ends, and a good record after the bytes is found if nothing
// before it claims it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "neardup/corpus/web/http_message.h"
#include "neardup/corpus/web/warc_cutter.h"
#include "neardup/corpus/web/warc_record.h"

namespace neardup {
using namespace internal;  // the parts under test
}

namespace {

class BytesInMemory final : public neardup::ByteSource {
 public:
  explicit BytesInMemory(std::string_view bytes) : rest_(bytes) {}
  std::size_t read(std::span<char> out) override {
    const std::size_t count = rest_.copy(out.data(), std::min<std::size_t>(out.size(), 100));
    rest_.remove_prefix(count);
    return count;
  }
  bool is_waiting() const noexcept override { return false; }
  const std::optional<neardup::Problem>& problem() const noexcept override { return problem_; }
  bool is_compressed() const noexcept override { return false; }
  std::uint64_t read_bytes() const noexcept override { return 0; }

 private:
  std::string_view rest_;
  std::optional<neardup::Problem> problem_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  neardup::WarcCutter cutter(std::make_unique<BytesInMemory>(bytes), "fuzz", 1 << 16);
  for (std::size_t cuts = 0;; ++cuts) {
    neardup::RawBuffer buffer;
    const neardup::Cut cut = cutter.fill(buffer);
    if (cut.end != cut.begin) {
      const neardup::WarcRecord record = neardup::read_warc_record(buffer.view(cut.begin, cut.end));
      static_cast<void>(neardup::decode_body(record.http, 1 << 16));
    }
    if (cut.is_last) break;
    if (cuts > size) std::abort();  // each cut takes at least a byte
  }
  return 0;
}
