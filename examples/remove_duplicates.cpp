#include <iostream>

#include "neardup/neardup.h"

int main() {
  const std::vector<neardup::Document> documents = {
      {.id = "courier", .text = "The old stone bridge was closed on Monday after engineers found a crack."},
      {.id = "herald",
       .text = "The old stone bridge was closed on Monday, after engineers had found a crack."},
      {.id = "post", .text = "Apples and pears are harvested late this year because of the cold spring."}};
  const neardup::DedupResult result =
      neardup::dedup(documents, {.find = {.rule = neardup::AtLeastSimilar{.min_similarity = 0.5}}});
  for (const neardup::Removed& removed : result.removed())
    std::cout << removed.id << " repeats " << removed.kept_id << '\n';
}
