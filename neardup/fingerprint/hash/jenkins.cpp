#include "neardup/fingerprint/hash/jenkins.h"

#include <bit>
#include <cstring>

namespace neardup::internal {

namespace {

static_assert(std::endian::native == std::endian::little, "words are read as they stand in memory");

struct State {
  std::uint32_t a, b, c;

  /// Adds up to 12 bytes, zero-padded, as three words. Copies them, so that alignment does not matter.
  void add(std::string_view bytes) noexcept {
    std::uint32_t words[3] = {};
    std::memcpy(words, bytes.data(), bytes.size());
    a += words[0];
    b += words[1];
    c += words[2];
  }

  void mix() noexcept {
    mix_step(a, b, c, 4);
    mix_step(b, c, a, 6);
    mix_step(c, a, b, 8);
    mix_step(a, b, c, 16);
    mix_step(b, c, a, 19);
    mix_step(c, a, b, 4);
  }

  void finish() noexcept {
    finish_step(c, b, 14);
    finish_step(a, c, 11);
    finish_step(b, a, 25);
    finish_step(c, b, 16);
    finish_step(a, c, 4);
    finish_step(b, a, 14);
    finish_step(c, b, 24);
  }

 private:
  static void mix_step(std::uint32_t& x, std::uint32_t y, std::uint32_t& z, int rotation) noexcept {
    x -= z;
    x ^= std::rotl(z, rotation);
    z += y;
  }
  static void finish_step(std::uint32_t& x, std::uint32_t y, int rotation) noexcept {
    x ^= y;
    x -= std::rotl(y, rotation);
  }
};

}  // namespace

JenkinsHash jenkins_hash(std::string_view bytes) noexcept {
  const std::uint32_t start = 0xdeadbeef + static_cast<std::uint32_t>(bytes.size());
  State state{start, start, start};
  while (bytes.size() > 12) {  // a last block of exactly 12 bytes is finalised, not mixed
    state.add(bytes.substr(0, 12));
    state.mix();
    bytes.remove_prefix(12);
  }
  if (!bytes.empty()) {
    state.add(bytes);
    state.finish();
  }
  return {state.b, state.c};
}

}  // namespace neardup::internal
