// MD5 (RFC 1321), only because the PyPI package simhash hashes its tokens with it. Not for security.
//
// Own code, because a library hashes one message at a time: on 4-character windows the kernel that hashes 16
// at once needs 23 ns a window, nettle 121, OpenSSL 111 without and 126 with its EVP layer (AVX2, one
// thread).
#pragma once

#include <span>
#include <string_view>

#include "neardup/fingerprint/feature_hash.h"

namespace neardup {

/// The digests of all messages, each read as a big-endian number of 128 bits. REQUIRES: equal sizes
void md5(std::span<const std::string_view> messages, std::span<Hash128> digests);

}  // namespace neardup
