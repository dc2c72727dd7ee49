// Replays a fuzz corpus without libFuzzer: every file of the folders given as arguments is one input. To
// these it adds inputs made from them (truncated at every length, each byte flipped once), so that even a
// small corpus walks the edges of a format. Fails when a folder is missing or empty: a replay of nothing
// proves nothing.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void run_input(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

std::size_t run_with_neighbours(std::string bytes) {
  constexpr std::size_t kMostNeighbours = 512;
  run_input(bytes);
  const std::size_t edges = std::min(bytes.size(), kMostNeighbours);
  for (std::size_t i = 0; i < edges; ++i) {
    run_input(bytes.substr(0, i));
    bytes[i] = static_cast<char>(bytes[i] ^ 0x80);
    run_input(bytes);
    bytes[i] = static_cast<char>(bytes[i] ^ 0x80);
  }
  return 1 + 2 * edges;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t files = 0;
  std::size_t inputs = 0;
  for (int i = 1; i < argc; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      std::ifstream file(entry.path(), std::ios::binary);
      inputs += run_with_neighbours(std::string(std::istreambuf_iterator<char>(file), {}));
      ++files;
    }
  }
  std::printf("%zu files, %zu inputs\n", files, inputs);
  return files == 0 ? 1 : 0;
}
