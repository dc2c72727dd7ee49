// ICU's canonical reordering is an insertion sort: a text of one letter and alternating marks of two classes
// takes quadratic time, hours for a document of ordinary size. So the marks of long pieces are sorted here
// first. That changes no result: decomposing and reordering stay within canonical (and compatibility)
// equivalence, and NFKC maps equivalent texts to the same text.
#include "neardup/text/normal_piece.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <vector>

#include "neardup/text/utf8.h"
#include "neardup/util/error.h"

namespace neardup::internal::normal {
namespace {

constexpr std::int32_t kLongPiece = 64;  // UTF-16 units; below this, ICU's sort is fast for any marks

void require_success(UErrorCode status, const icu::UnicodeString& result) {
  if (U_SUCCESS(status) != 0 && result.isBogus() == 0) return;
  throw Error(
      ErrorCode::invalid_argument,
      std::string("normalisation: a run of combining marks is too long for ICU, got ") + u_errorName(status));
}

icu::UnicodeString to_utf16(std::string_view text) {
  icu::UnicodeString result;
  for (std::size_t position = 0; position < text.size();) {
    result.append(static_cast<UChar32>(next_code_point(text, position)));
  }
  return result;
}

std::vector<UChar32> decompose(const icu::UnicodeString& text) {
  std::vector<UChar32> result;
  icu::UnicodeString parts;
  for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1)) {
    const UChar32 code_point = text.char32At(i);
    if (nfkc().getDecomposition(code_point, parts) == 0) parts.setTo(code_point);
    for (std::int32_t k = 0; k < parts.length(); k = parts.moveIndex32(k, 1))
      result.push_back(parts.char32At(k));
  }
  return result;
}

icu::UnicodeString sort_marks(const icu::UnicodeString& text) {
  std::vector<UChar32> characters = decompose(text);
  const auto is_starter = [](UChar32 c) { return u_getCombiningClass(c) == 0; };
  for (auto begin = characters.begin(); begin != characters.end();) {
    begin = std::find_if_not(begin, characters.end(), is_starter);
    const auto end = std::find_if(begin, characters.end(), is_starter);
    std::ranges::stable_sort(begin, end, {}, u_getCombiningClass);
    begin = end;
  }
  return icu::UnicodeString::fromUTF32(characters.data(), static_cast<std::int32_t>(characters.size()));
}

}  // namespace

const icu::Normalizer2& nfkc() {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* instance = icu::Normalizer2::getNFKCInstance(status);
  if (U_FAILURE(status) != 0) {
    throw Error(ErrorCode::io,
                std::string("normalisation: the data of ICU cannot be loaded, got ") + u_errorName(status));
  }
  return *instance;
}

icu::UnicodeString normalize_with_icu(const icu::UnicodeString& text) {
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString folded;
  nfkc().normalize(text, folded, status);
  folded.foldCase(U_FOLD_CASE_DEFAULT);
  icu::UnicodeString result;
  nfkc().normalize(folded, result, status);
  require_success(status, result);
  return result;
}

void normalize_piece(std::string_view piece, std::string& result) {
  const icu::UnicodeString text = to_utf16(piece);
  require_success(U_ZERO_ERROR, text);
  result.clear();
  normalize_with_icu(text.length() < kLongPiece ? text : sort_marks(text)).toUTF8String(result);
}

}  // namespace neardup::internal::normal
