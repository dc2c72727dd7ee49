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

#include "neardup/corpus/encoding_guess.h"
#include "neardup/text/utf8.h"
#include "neardup/util/error.h"

namespace neardup::internal {
namespace {

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

std::size_t count_non_ascii(std::string_view bytes) {
  return static_cast<std::size_t>(
      std::ranges::count_if(bytes, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }));
}

/// Returns true if the first characters beyond ASCII are well-formed UTF-8, and too many of them for chance.
/// In GBK, one in six is.
bool is_plainly_utf8(std::string_view bytes) {
  constexpr std::size_t kCharacters = 12;
  std::size_t seen = 0;
  for (std::size_t position = 0; position < bytes.size() && seen < kCharacters;) {
    const DecodedUtf8 decoded = decode_utf8(bytes, position);
    if (!decoded.well_formed || bytes[position] == '\0') return false;
    seen += decoded.length > 1 ? 1 : 0;
    position += decoded.length;
  }
  return seen == kCharacters;
}

bool may_begin_mark(std::string_view bytes) {
  return std::ranges::any_of(kMarks, [bytes](const Mark& mark) { return mark.bytes.starts_with(bytes); });
}

}  // namespace

class Converter {
 public:
  Converter(ConverterHandle handle, std::string already_read)
      : handle_(std::move(handle)), head_(std::move(already_read)) {}

  /// Reads one piece of the source and appends its UTF-8. Returns false at the end of the source.
  bool convert(ByteSource& source, std::string& out) {
    if (flushed_) return false;
    const std::string head = std::exchange(head_, {});
    const std::size_t count = head.empty() ? source.read(input_) : head.size();
    flushed_ = count == 0;
    const char* from = head.empty() ? input_.data() : head.data();
    const char* const end = from + count;
    while (!convert_piece(from, end, out)) {
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
  std::string head_;  // bytes that were read before
  UChar high_ = 0;    // the first half of a surrogate pair that the end of units_ cuts
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

TextSource::TextSource(std::unique_ptr<ByteSource> bytes, const std::string& encoding, Guess guess)
    : bytes_(std::move(bytes)), encoding_(encoding), encoding_is_certain_(encoding != "auto") {
  if (!encoding_is_certain_) recognise_mark();
  if (!is_utf8_name(encoding_)) {
    converter_ = std::make_unique<Converter>(open_converter(encoding_), std::exchange(pending_, {}));
  } else if (!encoding_is_certain_ && guess == Guess::allowed) {
    is_watching_ = true;
    watch();
    fill_pending(kPeekBytes);
  }
  fill_pending(kUtf8Mark.size());
  if (!pending_.starts_with(kUtf8Mark)) return;
  has_mark_ = true;
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

/// Reads until `bytes` are pending, the source ends or its writer pauses.
void TextSource::fill_pending(std::size_t bytes) {
  while (pending_.size() - pending_from_ < bytes) {
    const bool has_some = pending_.size() > pending_from_;
    if (has_some && bytes_->is_waiting() && !may_begin_mark(pending_)) return;
    const std::size_t old_size = pending_.size();
    if (converter_) {
      if (!converter_->convert(*bytes_, pending_)) return;
      continue;
    }
    read_pending(pending_from_ + bytes - old_size);
    if (pending_.size() == old_size) return;
    if (is_watching_) watch();
  }
}

/// Appends up to `bytes` bytes of the source as they are.
void TextSource::read_pending(std::size_t bytes) {
  if (has_ended_) return;
  const std::size_t old_size = pending_.size();
  pending_.resize(old_size + bytes);
  pending_.resize(old_size + bytes_->read({pending_.data() + old_size, bytes}));
  has_ended_ = pending_.size() == old_size;
}

/// Decides if a pending byte is not ASCII.
void TextSource::watch() {
  const std::size_t first = find_non_ascii(std::string_view(pending_).substr(pending_from_));
  if (first != std::string_view::npos) decide(pending_from_ + first);
}

/// Reads ahead. Returns `bytes` pending bytes from `begin` on; fewer if the source ends or its writer pauses.
std::string_view TextSource::look_ahead(std::size_t begin, std::size_t bytes) {
  // Most files are short, so memory grows only with what there is.
  while (pending_.size() < begin + bytes && !has_ended_ && !bytes_->is_waiting())
    read_pending(std::min(begin + bytes - pending_.size(), std::max(kPeekBytes, pending_.size())));
  return std::string_view(pending_).substr(begin, bytes);
}

/// Decides what the bytes from `first` on are, which is the offset in pending_ of the first that is not ASCII, and
/// reads on to see enough of them. A few bytes in much ASCII may be damage, so they need a longer look.
void TextSource::decide(std::size_t first) {
  is_watching_ = false;
  const std::size_t begin = is_at_beginning_ ? 0 : first;
  constexpr std::size_t kEnough = 64;
  if (is_plainly_utf8(std::string_view(pending_).substr(first))) return;
  std::string_view sample = look_ahead(begin, kGuessBytes);
  if (count_non_ascii(sample) < kEnough) sample = look_ahead(begin, 4 * kGuessBytes);
  std::string guess = guess_encoding(sample, is_at_beginning_);
  if (guess.empty()) return;
  const std::size_t from = guess.starts_with("UTF-16") ? begin : first;
  converter_ = std::make_unique<Converter>(open_converter(guess), pending_.substr(from));
  pending_.resize(from);
  encoding_ = std::move(guess);
  is_guessed_ = true;
}

std::string_view TextSource::peek(std::size_t bytes) {
  fill_pending(bytes);
  return std::string_view(pending_).substr(pending_from_);
}

std::size_t TextSource::read(std::span<char> out) {
  if (converter_) fill_pending(1);
  std::size_t count = pending_.copy(out.data(), out.size(), pending_from_);
  if (count == 0) return converter_ ? 0 : read_plain(out);
  is_at_beginning_ = false;
  pending_from_ += count;
  if (pending_from_ == pending_.size()) {
    pending_.clear();
    pending_from_ = 0;
  }
  return count;
}

/// Reads straight into the memory of the caller. REQUIRES: nothing is pending
std::size_t TextSource::read_plain(std::span<char> out) {
  const std::size_t count = bytes_->read(out);
  if (!is_watching_) return count;
  const std::size_t first = find_non_ascii({out.data(), count});
  if (first == std::string_view::npos) {
    is_at_beginning_ = is_at_beginning_ && count == 0;
    return count;
  }
  pending_.assign(out.data() + first, count - first);
  is_at_beginning_ = is_at_beginning_ && first == 0;
  decide(0);
  return first != 0 ? first : read(out);
}

}  // namespace neardup::internal
