// Prints the main texts of HTML files as JSON, with the time that reading them took: for the comparison with
// other programs in bench/peers/web_main_text.py.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "neardup/corpus/json_text.h"
#include "neardup/corpus/web/main_text.h"
#include "neardup/corpus/web/page_charset.h"

namespace neardup {
using namespace internal;  // the part that is measured
}

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: main_text_dump ROUNDS PAGE...\n", stderr);
    return 2;
  }
  std::vector<std::string> pages;
  for (int i = 2; i < argc; ++i) {
    std::ifstream in(argv[i], std::ios::binary);
    pages.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  const auto main_text = [](const std::string& bytes) {
    return neardup::join_blocks(neardup::read_page(neardup::decode_page(bytes, {})).blocks);
  };
  neardup::JsonArray texts;
  for (const std::string& page : pages) texts.add(neardup::json_string(main_text(page)));
  const auto begin = std::chrono::steady_clock::now();
  std::size_t letters = 0;
  for (int round = std::atoi(argv[1]); round > 0; --round)
    for (const std::string& page : pages) letters += main_text(page).size();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  neardup::JsonObject result;
  result.raw("texts", texts.array()).number("seconds", elapsed.count()).number("bytes", letters);
  std::fputs(result.line().c_str(), stdout);
}
