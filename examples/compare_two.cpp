#include <iostream>

#include "neardup/neardup.h"

int main() {
  const neardup::Recipe recipe = neardup::Recipe::named("text-1");
  const auto first =
      recipe.fingerprint("The old stone bridge was closed on Monday after engineers found a crack.");
  const auto second =
      recipe.fingerprint("The old stone bridge was closed on Tuesday after engineers found a crack.");
  if (first && second) {  // no value: too short to judge
    std::cout << to_hex(*first) << " and " << to_hex(*second) << " differ in "
              << hamming_distance(*first, *second) << " bits\n";
  }
}
