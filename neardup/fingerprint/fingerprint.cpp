#include "neardup/fingerprint/fingerprint.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

namespace neardup {

namespace {

// GCC and Clang support this on every 64-bit machine; __extension__ says that it is intentional.
__extension__ using Unsigned128 = unsigned __int128;

Unsigned128 number_of(const Fingerprint& fingerprint) noexcept {
  return Unsigned128{fingerprint.high} << 64 | fingerprint.low;
}

Unsigned128 greatest(int bits) noexcept { return ~Unsigned128{0} >> (128 - bits); }

std::optional<std::uint64_t> parse_hex_word(std::string_view digits) {
  std::uint64_t word = 0;
  const char* const begin = digits.data();
  const char* const end = begin + digits.size();
  const auto [stop, error] = std::from_chars(begin, end, word, 16);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return word;
}

void append_hex(std::string& text, std::uint64_t word, int digits) {
  constexpr char kDigits[] = "0123456789abcdef";
  while (digits > 0) text += kDigits[(word >> (4 * --digits)) & 15];
}

std::string digits_of(Unsigned128 number) {
  std::string reversed;
  do {
    reversed += static_cast<char>('0' + static_cast<int>(number % 10));
    number /= 10;
  } while (number != 0);
  return {reversed.rbegin(), reversed.rend()};
}

}  // namespace

std::string to_hex(const Fingerprint& fingerprint) {
  std::string text;
  if (fingerprint.bits == 128) append_hex(text, fingerprint.high, 16);
  append_hex(text, fingerprint.low, std::min(fingerprint.bits, 64) / 4);
  return text;
}

std::optional<Fingerprint> from_hex(std::string_view text) {
  if (text.starts_with("0x")) text.remove_prefix(2);
  if (text.size() != 8 && text.size() != 16 && text.size() != 32) return std::nullopt;
  Fingerprint fingerprint{.bits = static_cast<int>(text.size() * 4)};
  if (text.size() == 32) {
    const std::optional<std::uint64_t> high = parse_hex_word(text.substr(0, 16));
    if (!high) return std::nullopt;
    fingerprint.high = *high;
    text.remove_prefix(16);
  }
  const std::optional<std::uint64_t> low = parse_hex_word(text);
  if (!low) return std::nullopt;
  fingerprint.low = *low;
  return fingerprint;
}

std::string to_decimal(const Fingerprint& fingerprint, DecimalForm form) {
  const Unsigned128 number = number_of(fingerprint);
  const bool negative = form == DecimalForm::signed_number && (number >> (fingerprint.bits - 1)) != 0;
  if (!negative) return digits_of(number);
  // The magnitude in two's complement.
  return digits_of((0 - number) & greatest(fingerprint.bits)).insert(0, 1, '-');
}

}  // namespace neardup
