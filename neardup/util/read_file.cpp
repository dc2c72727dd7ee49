#include "neardup/util/read_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "neardup/util/error.h"

namespace neardup::internal {

std::string read_file(const std::string& path) {
  const auto fail = [&path] { throw Error(ErrorCode::io, path + ": " + std::strerror(errno)); };
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (!file) fail();
  std::string content;
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  std::size_t filled = 0;
  do {
    content.resize(filled + kPiece);
    filled += std::fread(content.data() + filled, 1, kPiece, file.get());
  } while (filled == content.size());
  if (std::ferror(file.get()) != 0) fail();
  content.resize(filled);
  return content;
}

}  // namespace neardup::internal
