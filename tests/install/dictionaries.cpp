// A program that is told where the dictionaries are.
// usage: dictionaries FOLDER
#include <iostream>

#include "neardup/fingerprint/recipe.h"
#include "neardup/util/data_files.h"

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  neardup::set_data_folder(argv[1]);
  for (const char* name : {"jieba-tfidf", "cppjieba-jenkins"}) {
    const auto result =
        neardup::Recipe::named(name).fingerprint("我们在图书馆学习中国历史，明天去北京旅行。");
    if (!result) return 1;
    std::cout << name << ' ' << to_hex(*result) << '\n';
  }
}
