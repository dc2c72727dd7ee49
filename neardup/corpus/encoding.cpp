// ICU converts to UTF-16 in pieces and stops at each sequence that it cannot convert. The converter marks the
// place with a lone surrogate, which becomes the byte FF on the way to UTF-8. ICU itself never produces a
// lone surrogate, so the mark is unambiguous.
#include "neardup/corpus/encoding.h"

#include <unicode/ucnv.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "neardup/text/utf8.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kPeekBytes = 4096;
constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

struct CloseConverter {
  void operator()(UConverter* converter) const noexcept { ucnv_close(converter); }
};
using ConverterHandle = std::unique_ptr<UConverter, CloseConverter>;

ConverterHandle open_converter(const std::string& name) {
  UErrorCode status = U_ZERO_ERROR;
  if (name.empty()) return nullptr;  // ICU would use the default of the locale
  ConverterHandle handle(ucnv_open(name.c_str(), &status));
  if (U_FAILURE(status)) return nullptr;
  ucnv_setToUCallBack(handle.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
  return handle;
}

bool is_utf8_name(const std::string& name) { return ucnv_compareNames(name.c_str(), "UTF-8") == 0; }

struct Mark {
  std::string_view bytes;
  const char* encoding;
};
// UTF-32 little endian begins like UTF-16 little endian, so UTF-32 comes first.
constexpr std::array<Mark, 5> kMarks = {{{kUtf8Mark, "UTF-8"},
                                         {{"\xFF\xFE\0\0", 4}, "UTF-32LE"},
                                         {{"\0\0\xFE\xFF", 4}, "UTF-32BE"},
                                         {"\xFF\xFE", "UTF-16LE"},
                                         {"\xFE\xFF", "UTF-16BE"}}};

bool may_begin_mark(std::string_view bytes) {
  return std::ranges::any_of(kMarks, [bytes](const Mark& mark) { return mark.bytes.starts_with(bytes); });
}

}  // namespace

class Converter {
 public:
  Converter(ConverterHandle handle, std::string_view already_read) : handle_(std::move(handle)) {
    head_size_ = already_read.copy(input_.data(), input_.size());
  }

  /// Reads one piece of the source and appends its UTF-8. Returns false at the end of the source.
  bool convert(ByteSource& source, std::string& out) {
    if (flushed_) return false;
    std::size_t count = std::exchange(head_size_, 0);
    if (count == 0) count = source.read(input_);
    flushed_ = count == 0;
    const char* from = input_.data();
    while (!convert_piece(from, input_.data() + count, out)) {
    }
    if (flushed_) settle_high_surrogate(out);
    return true;
  }

 private:
  /// Returns true if everything is converted; false if ICU stopped at a full target or a wrong sequence.
  bool convert_piece(const char*& from, const char* end, std::string& out) {
    UErrorCode status = U_ZERO_ERROR;
    UChar* to = units_.data();
    ucnv_toUnicode(handle_.get(), &to, units_.data() + units_.size(), &from, end, nullptr, flushed_, &status);
    append(out, {units_.data(), to});
    if (U_SUCCESS(status)) return true;
    if (status == U_BUFFER_OVERFLOW_ERROR) return false;
    append_marker(out);
    return !is_about_the_bytes(status);
  }

  /// Returns true if the bytes caused the error. Any other error would recur forever.
  static bool is_about_the_bytes(UErrorCode status) {
    return status == U_INVALID_CHAR_FOUND || status == U_TRUNCATED_CHAR_FOUND ||
           status == U_ILLEGAL_CHAR_FOUND || status == U_ILLEGAL_ESCAPE_SEQUENCE ||
           status == U_UNSUPPORTED_ESCAPE_SEQUENCE;
  }

  void append(std::string& out, std::span<const UChar> units) {
    for (const UChar unit : units) {
      if (high_ != 0 && U16_IS_TRAIL(unit)) {
        append_utf8(out, static_cast<char32_t>(U16_GET_SUPPLEMENTARY(high_, unit)));
        high_ = 0;
        continue;
      }
      settle_high_surrogate(out);
      if (U16_IS_LEAD(unit)) {
        high_ = unit;
      } else if (U16_IS_TRAIL(unit)) {
        append_marker(out);
      } else {
        append_utf8(out, unit);
      }
    }
  }

  void append_marker(std::string& out) {
    settle_high_surrogate(out);
    out.push_back('\xFF');
  }

  void settle_high_surrogate(std::string& out) {
    if (std::exchange(high_, UChar{0}) != 0) out.push_back('\xFF');
  }

  ConverterHandle handle_;
  bool flushed_ = false;
  std::size_t head_size_ = 0;  // bytes that are already in input_
  UChar high_ = 0;             // the first half of a surrogate pair that the end of units_ cuts
  std::vector<char> input_ = std::vector<char>(std::size_t{64} << 10);
  std::vector<UChar> units_ = std::vector<UChar>(std::size_t{32} << 10);
};

void check_encoding_name(const std::string& name) {
  if (name == "auto" || open_converter(name)) return;
  throw Error(
      ErrorCode::invalid_argument,
      "encoding: unknown name \"" + name +
          "\"; known are auto, utf-8, utf-16, utf-16le, utf-16be, utf-32, gb18030, gbk, big5, shift_jis, "
          "euc-kr, iso-8859-1, windows-1252 and whatever else ICU knows");
}

TextSource::TextSource(std::unique_ptr<ByteSource> bytes, const std::string& encoding)
    : bytes_(std::move(bytes)), encoding_(encoding), encoding_is_certain_(encoding != "auto") {
  if (!encoding_is_certain_) recognise_mark();
  if (!is_utf8_name(encoding_)) {
    converter_ = std::make_unique<Converter>(open_converter(encoding_), pending_);
    pending_.clear();
  }
  fill_pending(kUtf8Mark.size());
  if (!pending_.starts_with(kUtf8Mark)) return;
  pending_from_ = kUtf8Mark.size();
  if (!converter_) dropped_bytes_ = kUtf8Mark.size();
}

TextSource::TextSource(TextSource&&) noexcept = default;
TextSource::~TextSource() = default;

void TextSource::recognise_mark() {
  fill_pending(4);
  const auto mark =
      std::ranges::find_if(kMarks, [this](const Mark& m) { return pending_.starts_with(m.bytes); });
  encoding_is_certain_ = mark != kMarks.end();
  encoding_ = encoding_is_certain_ ? mark->encoding : "UTF-8";
}

void TextSource::fill_pending(std::size_t bytes) {
  while (pending_.size() - pending_from_ < bytes) {
    const bool has_some = pending_.size() > pending_from_;
    if (has_some && bytes_->is_waiting() && !may_begin_mark(pending_)) return;
    if (converter_) {
      if (!converter_->convert(*bytes_, pending_)) return;
      continue;
    }
    const std::size_t old_size = pending_.size();
    pending_.resize(pending_from_ + bytes);
    pending_.resize(old_size + bytes_->read({pending_.data() + old_size, pending_.size() - old_size}));
    if (pending_.size() == old_size) return;
  }
}

std::string_view TextSource::peek() {
  fill_pending(kPeekBytes);
  return std::string_view(pending_).substr(pending_from_);
}

std::size_t TextSource::read(std::span<char> out) {
  if (converter_) fill_pending(1);
  const std::size_t count = pending_.copy(out.data(), out.size(), pending_from_);
  if (count == 0) return converter_ ? 0 : bytes_->read(out);
  pending_from_ += count;
  if (pending_from_ == pending_.size()) {
    pending_.clear();
    pending_from_ = 0;
  }
  return count;
}

}  // namespace neardup::internal
