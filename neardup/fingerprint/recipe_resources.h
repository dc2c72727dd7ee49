// The tables that a recipe uses: dictionaries, stop words,
// inverse document frequencies. Private to this stage.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_set>

#include "neardup/features/han_words.h"
#include "neardup/features/idf_table.h"
#include "neardup/features/python_jieba.h"

namespace neardup::internal {

struct RecipeResources {
  std::shared_ptr<const HanWords> han_words;
  std::shared_ptr<const PythonJieba> python_jieba;
  std::optional<IdfTable> idf;
  std::unordered_set<std::string> stop_words;
};

}  // namespace neardup::internal
