// A slow and simple walk: only documents that are known to be damaged come here.
#include "neardup/text/invalid_bytes.h"

#include "neardup/text/utf8.h"

namespace neardup::internal {
namespace {

constexpr std::size_t kShareOfNonAscii = 10;
constexpr std::size_t kShareOfAll = 100;

/// Returns true if a malformed subpart reaches the end of the bytes and begins with a lead byte, so that more
/// bytes could have completed it.
bool is_cut_off(std::string_view bytes, std::size_t position, std::size_t length) noexcept {
  const auto lead = static_cast<unsigned char>(bytes[position]);
  return position + length == bytes.size() && lead >= 0xC2 && lead <= 0xF4;
}

}  // namespace

Damage measure_damage(std::string_view bytes, std::size_t first) noexcept {
  Damage damage{.first = first};
  for (std::size_t position = 0; position < bytes.size();) {
    const DecodedUtf8 decoded = decode_utf8(bytes, position);
    if (!decoded.well_formed) {
      ++damage.sequences;
      if (!is_cut_off(bytes, position, decoded.length)) damage.malformed_bytes += decoded.length;
    } else if (decoded.length > 1) {
      damage.other_non_ascii += decoded.length;
    }
    position += decoded.length;
  }
  return damage;
}

bool is_foreign(const Damage& damage, std::size_t size) noexcept {
  const std::size_t non_ascii = damage.malformed_bytes + damage.other_non_ascii;
  return damage.malformed_bytes > non_ascii / kShareOfNonAscii && damage.malformed_bytes > size / kShareOfAll;
}

}  // namespace neardup::internal
