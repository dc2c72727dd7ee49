#include "neardup/corpus/binary_kind.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace neardup::internal {

namespace {

using namespace std::string_view_literals;

struct Signature {
  std::string_view bytes;
  std::string_view kind;
  std::size_t offset = 0;
  bool may_begin_text = false;
};

constexpr std::array kSignatures = {
    Signature{"%PDF-"sv, "a PDF document"},
    Signature{"PK\3\4"sv, "a ZIP archive, as .docx, .xlsx, .odt and .epub files are"},
    Signature{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, "a Word, Excel or PowerPoint file of the old format"},
    Signature{"\x89PNG\r\n\x1A\n"sv, "a PNG image"},
    Signature{"\xFF\xD8\xFF"sv, "a JPEG image"},
    Signature{"GIF87a"sv, "a GIF image", 0, true},
    Signature{"GIF89a"sv, "a GIF image", 0, true},
    Signature{"II*\0"sv, "a TIFF image"},
    Signature{"MM\0*"sv, "a TIFF image"},
    Signature{"WEBPVP8"sv, "a WebP image", 8, true},
    Signature{"ftyp"sv, "a video or a HEIC image", 4, true},
    Signature{"OggS\0"sv, "an Ogg recording"},
    Signature{"fLaC\0"sv, "a FLAC recording"},
    Signature{"ID3\3\0"sv, "an MP3 recording"},
    Signature{"ID3\4\0"sv, "an MP3 recording"},
    Signature{"1AY&SY"sv, "a bzip2 file", 4, true},
    Signature{"\xFD"
              "7zXZ\0"sv,
              "an xz file"},
    Signature{"7z\xBC\xAF\x27\x1C"sv, "a 7z archive"},
    Signature{"Rar!\x1A\7"sv, "a RAR archive"},
    Signature{"ustar\0"sv, "a tar archive", 257},
    Signature{"ustar  \0"sv, "a tar archive", 257},
    Signature{"PAR1\x15"sv, "a Parquet file"},
    Signature{"ARROW1\0\0"sv, "an Arrow file"},
    Signature{"Obj\1"sv, "an Avro file"},
    Signature{"SQLite format 3\0"sv, "an SQLite database"},
    Signature{"\x7F"
              "ELF"sv,
              "a program"},
};

/// Returns true if the bytes have a control character that texts lack. A text may begin with some signatures; the
/// files that they stand for soon have such a character.
bool has_control(std::string_view beginning) noexcept {
  return std::ranges::any_of(beginning, [](char c) {
    return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' &&
           c != '\x1B';
  });
}

}  // namespace

std::string_view binary_kind(std::string_view beginning) noexcept {
  for (const Signature& signature : kSignatures) {
    if (beginning.size() < signature.offset) continue;
    if (!beginning.substr(signature.offset).starts_with(signature.bytes)) continue;
    if (!signature.may_begin_text || has_control(beginning)) return signature.kind;
  }
  return {};
}

}  // namespace neardup::internal
