#include "neardup/fingerprint/hash/md5.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "neardup/simd/kernels.h"

namespace neardup::internal {

namespace {

static_assert(std::endian::native == std::endian::little, "words are read as they stand in memory");

constexpr std::size_t kBlockBytes = sizeof(simd::Md5Block);
constexpr simd::Md5State kInitialState = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

/// Feeds all full blocks of the message; returns the rest, which is shorter than a block.
std::string_view feed_full_blocks(std::string_view message, simd::Md5State& state) {
  while (message.size() >= kBlockBytes) {
    simd::Md5Block block;
    std::memcpy(block.data(), message.data(), kBlockBytes);
    simd::md5_compress({&block, 1}, {&state, 1});
    message.remove_prefix(kBlockBytes);
  }
  return message;
}

/// Feeds everything except the last block, and returns that. Padding is a one bit, zeros, and the
/// length in bits in the last 8 bytes; if these do not fit after the text, the last block holds only
/// zeros and the length.
simd::Md5Block last_block(std::string_view message, simd::Md5State& state) {
  constexpr std::size_t kLengthBytes = 8;
  const std::uint64_t bits = std::uint64_t{message.size()} * 8;
  const std::string_view rest = message.size() < kBlockBytes ? message : feed_full_blocks(message, state);
  simd::Md5Block block{};
  if (!rest.empty()) std::memcpy(block.data(), rest.data(), rest.size());
  block[rest.size() / 4] |= std::uint32_t{0x80} << (8 * (rest.size() % 4));
  if (rest.size() >= kBlockBytes - kLengthBytes) {
    simd::md5_compress({&block, 1}, {&state, 1});
    block = {};
  }
  block[14] = static_cast<std::uint32_t>(bits);
  block[15] = static_cast<std::uint32_t>(bits >> 32);
  return block;
}

/// Returns two words of the digest, which stores them little-endian, as one big-endian number.
std::uint64_t read_big_endian(std::uint32_t first, std::uint32_t second) {
  return std::uint64_t{__builtin_bswap32(first)} << 32 | __builtin_bswap32(second);
}

}  // namespace

void md5(std::span<const std::string_view> messages, std::span<Bits128> digests) {
  assert(messages.size() == digests.size());
  // Last blocks are compressed together, in a multiple of what any target takes at once.
  constexpr std::size_t kBatch = 64;
  std::array<simd::Md5Block, kBatch> blocks;
  std::array<simd::Md5State, kBatch> states;
  for (std::size_t begin = 0; begin < messages.size(); begin += kBatch) {
    const std::size_t size = std::min(kBatch, messages.size() - begin);
    for (std::size_t i = 0; i < size; ++i) {
      states[i] = kInitialState;
      blocks[i] = last_block(messages[begin + i], states[i]);
    }
    simd::md5_compress(std::span(blocks).first(size), std::span(states).first(size));
    for (std::size_t i = 0; i < size; ++i) {
      const auto& [a, b, c, d] = states[i];
      digests[begin + i] = {.low = read_big_endian(c, d), .high = read_big_endian(a, b)};
    }
  }
}

}  // namespace neardup::internal
