#include "neardup/util/shipped_table.h"

#include <zstd.h>

#include <cstddef>
#include <filesystem>
#include <memory>

#include "neardup/util/data_files.h"
#include "neardup/util/error.h"
#include "neardup/util/read_file.h"

namespace neardup::internal {
namespace {

constexpr std::string_view kDelta = ".delta";

std::string apply_delta(const std::string& path, std::string_view frame, std::string_view base) {
  constexpr unsigned long long kMostBytes = 1ULL << 30;  // NOLINT(google-runtime-int) the type in zstd
  struct Free {
    void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
  };
  const std::unique_ptr<ZSTD_DCtx, Free> context(ZSTD_createDCtx());
  const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (context == nullptr || size > kMostBytes)
    throw Error(ErrorCode::corrupt, path + ": not a difference of tables");
  std::string table(size, '\0');
  ZSTD_DCtx_refPrefix(context.get(), base.data(), base.size());
  const std::size_t written =
      ZSTD_decompressDCtx(context.get(), table.data(), table.size(), frame.data(), frame.size());
  if (written != table.size())
    throw Error(ErrorCode::corrupt, path + ": does not belong to the table beside it");
  return table;
}

}  // namespace

std::string find_shipped_table(std::string_view name) {
  try {
    return find_data_file(name);
  } catch (const Error&) {
    try {
      return find_data_file(std::string(name).append(kDelta));
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch) the message is to name the table
    }
    throw;
  }
}

std::string read_shipped_table(const std::string& path) {
  std::string content = read_file(path);
  if (!path.ends_with(kDelta)) return content;
  const std::size_t line = content.find('\n');
  if (line == std::string::npos) throw Error(ErrorCode::corrupt, path + ": not a difference of tables");
  const std::filesystem::path base =
      std::filesystem::path(path).parent_path() / std::string_view(content).substr(0, line);
  return apply_delta(path, std::string_view(content).substr(line + 1), read_file(base.string()));
}

}  // namespace neardup::internal
