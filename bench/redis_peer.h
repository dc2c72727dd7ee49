// Redis with the usual scheme for SimHash: four sets per fingerprint, one for each block of 16 bits, whose
// members are "fingerprint:id". A check asks for the four sets, compares their members, and adds the
// fingerprint to all four if none is within three bits. Commands are pipelined. Between the question and the
// answer, another client may add the same: the scheme is not atomic. A script that the server runs does the same
// atomically, one check per call.
//
// Starts a server of its own on the loopback, without persistence.
#pragma once

#ifdef NEARDUP_HAS_HIREDIS
#include <fcntl.h>
#include <fmt/core.h>
#include <hiredis/hiredis.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

extern char** environ;

namespace neardup::internal::bench {

class RedisPeer {
 public:
  /// Starts the server. It keeps its files in the folder.
  explicit RedisPeer(const std::string& folder) : port_(20'000 + ::getpid() % 20'000) {
    std::filesystem::create_directories(folder);
    std::vector<std::string> words = {"redis-server",
                                      "--port",
                                      std::to_string(port_),
                                      "--bind",
                                      "127.0.0.1",
                                      "--save",
                                      "",
                                      "--appendonly",
                                      "no",
                                      "--dir",
                                      folder,
                                      "--loglevel",
                                      "warning"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    if (posix_spawnp(&server_, "redis-server", nullptr, nullptr, arguments.data(), environ) != 0)
      stop("no redis-server");
    connect();
  }
  /// Becomes another client of a server, which must outlive it.
  struct SecondClient {};
  RedisPeer(const RedisPeer& server, SecondClient /*unused*/) : port_(server.port_) { connect(); }
  RedisPeer(const RedisPeer&) = delete;
  RedisPeer& operator=(const RedisPeer&) = delete;
  ~RedisPeer() {
    client_.reset();
    if (server_ == 0) return;
    ::kill(server_, SIGTERM);
    ::waitpid(server_, nullptr, 0);
  }

  /// Returns the id of a fingerprint within three bits; or adds this one, and returns "".
  std::string check(std::uint64_t fingerprint, const std::string& id) {
    return check_all({&fingerprint, 1}, {&id, 1})[0];
  }

  /// Does the same for many in two round trips: asks for all sets, compares, and adds what is new. The client
  /// also compares new fingerprints with each other, by the same blocks.
  std::vector<std::string> check_all(std::span<const std::uint64_t> fingerprints,
                                     std::span<const std::string> ids) {
    for (const std::uint64_t fingerprint : fingerprints) {
      for (unsigned block = 0; block < 4; ++block)
        redisAppendCommand(client_.get(), "SMEMBERS %s", key(fingerprint, block).c_str());
    }
    std::vector<std::string> found(fingerprints.size());
    std::unordered_multimap<std::uint64_t, std::size_t> added;  // by block
    for (std::size_t i = 0; i < fingerprints.size(); ++i) {
      for (unsigned block = 0; block < 4; ++block) {
        const Reply reply = next_reply();
        if (const std::string_view near = nearest(*reply, fingerprints[i]); !near.empty()) found[i] = near;
        const auto [begin, end] = added.equal_range(block_of(fingerprints[i], block));
        for (auto at = begin; at != end; ++at)
          if (std::popcount(fingerprints[at->second] ^ fingerprints[i]) <= 3) found[i] = ids[at->second];
      }
      if (!found[i].empty()) continue;
      add(fingerprints[i], ids[i]);
      if (fingerprints.size() == 1) continue;
      for (unsigned block = 0; block < 4; ++block) added.emplace(block_of(fingerprints[i], block), i);
    }
    wait();
    return found;
  }

  /// Does the same atomically for each, in one round trip for all: the server looks and adds.
  std::vector<std::string> check_all_atomically(std::span<const std::uint64_t> fingerprints,
                                                std::span<const std::string> ids) {
    if (script_.empty()) load_script();
    for (std::size_t i = 0; i < fingerprints.size(); ++i) {
      const std::string member = fmt::format("{:016x}:{}", fingerprints[i], ids[i]);
      redisAppendCommand(client_.get(), "EVALSHA %s 4 %s %s %s %s %s", script_.c_str(),
                         key(fingerprints[i], 0).c_str(), key(fingerprints[i], 1).c_str(),
                         key(fingerprints[i], 2).c_str(), key(fingerprints[i], 3).c_str(), member.c_str());
    }
    std::vector<std::string> found;
    for (std::size_t i = 0; i < fingerprints.size(); ++i) {
      const Reply reply = next_reply();
      if (reply->type != REDIS_REPLY_STRING) stop("the script of redis-server failed");
      found.emplace_back(reply->str, reply->len);
    }
    return found;
  }

  /// Adds a fingerprint; wait() waits for all.
  void add(std::uint64_t fingerprint, const std::string& id) {
    const std::string member = fmt::format("{:016x}:{}", fingerprint, id);
    for (unsigned block = 0; block < 4; ++block) {
      redisAppendCommand(client_.get(), "SADD %s %s", key(fingerprint, block).c_str(), member.c_str());
      ++pending_;
    }
  }
  void wait() {
    for (; pending_ != 0; --pending_) static_cast<void>(next_reply());
  }

  [[nodiscard]] std::uint64_t used_memory() {
    return static_cast<std::uint64_t>(told("memory", "used_memory:"));
  }
  /// Returns the CPU time that the server has used.
  [[nodiscard]] double server_seconds() {
    return told("cpu", "used_cpu_sys:") + told("cpu", "used_cpu_user:");
  }

 private:
  struct FreeReply {
    void operator()(redisReply* reply) const { freeReplyObject(reply); }
  };
  struct FreeClient {
    void operator()(redisContext* client) const { redisFree(client); }
  };
  using Reply = std::unique_ptr<redisReply, FreeReply>;

  void connect() {
    for (int i = 0; i < 200 && !client_; ++i) {
      client_.reset(redisConnect("127.0.0.1", port_));
      if (client_ && client_->err == 0) return;
      client_.reset();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    if (!client_) stop("redis-server does not answer");
  }
  /// Lua in Redis counts in doubles and has bit operations on 32 bits, so a fingerprint comes in two halves.
  void load_script() {
    constexpr const char* kScript = R"(
local band, rshift, bxor = bit.band, bit.rshift, bit.bxor
local function ones(x)
  x = x - band(rshift(x, 1), 0x55555555)
  x = band(x, 0x33333333) + band(rshift(x, 2), 0x33333333)
  x = band(x + rshift(x, 4), 0x0F0F0F0F)
  return band(x + rshift(x, 8) + rshift(x, 16) + rshift(x, 24), 63)
end
local member = ARGV[1]
local high, low = tonumber(member:sub(1, 8), 16), tonumber(member:sub(9, 16), 16)
for _, key in ipairs(KEYS) do
  for _, other in ipairs(redis.call('SMEMBERS', key)) do
    local distance = ones(bxor(high, tonumber(other:sub(1, 8), 16)))
    if distance <= 3 and distance + ones(bxor(low, tonumber(other:sub(9, 16), 16))) <= 3 then
      return other:sub(18)
    end
  end
end
for _, key in ipairs(KEYS) do redis.call('SADD', key, member) end
return ''
)";
    redisAppendCommand(client_.get(), "SCRIPT LOAD %s", kScript);
    const Reply reply = next_reply();
    if (reply->type != REDIS_REPLY_STRING) stop("redis-server refuses the script");
    script_.assign(reply->str, reply->len);
  }
  [[noreturn]] static void stop(const char* what) {
    fmt::print("{}\n", what);
    std::exit(1);
  }
  /// Returns a number that the server tells about itself.
  double told(const char* section, std::string_view name) {
    redisAppendCommand(client_.get(), "INFO %s", section);
    const Reply reply = next_reply();
    const std::string_view text(reply->str, reply->len);
    return std::strtod(text.data() + text.find(name) + name.size(), nullptr);
  }
  /// Returns the id of a member within three bits, or "".
  static std::string_view nearest(const redisReply& reply, std::uint64_t fingerprint) {
    std::string_view found;
    for (std::size_t i = 0; i < reply.elements; ++i) {
      const std::string_view member(reply.element[i]->str, reply.element[i]->len);
      std::uint64_t other = 0;
      std::from_chars(member.data(), member.data() + 16, other, 16);
      if (std::popcount(other ^ fingerprint) <= 3) found = member.substr(17);
    }
    return found;
  }
  /// Returns the bits of a block, and which block it is.
  static std::uint64_t block_of(std::uint64_t fingerprint, unsigned block) {
    return std::uint64_t{block} << 16 | (fingerprint >> (16 * block) & 0xFFFF);
  }
  static std::string key(std::uint64_t fingerprint, unsigned block) {
    return fmt::format("b{}:{:04x}", block, (fingerprint >> (16 * block)) & 0xFFFF);
  }
  Reply next_reply() {
    void* reply = nullptr;
    if (redisGetReply(client_.get(), &reply) != REDIS_OK || reply == nullptr) stop("redis-server went away");
    return Reply(static_cast<redisReply*>(reply));
  }

  int port_;
  pid_t server_ = 0;
  std::unique_ptr<redisContext, FreeClient> client_;
  std::size_t pending_ = 0;
  std::string script_;  // its name on the server
};

}  // namespace neardup::internal::bench
#endif
