// A program on a library that was built without its optional parts: the rest works, and what is missing says so.
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "neardup/neardup.h"

namespace {

int failures = 0;

void expect(bool fine, std::string_view what) {
  if (fine) return;
  std::cout << "failed: " << what << '\n';
  ++failures;
}

/// Expects that the recipe throws this code, and a message that has these words and none for users of the command.
void expect_error(std::string_view recipe, neardup::ErrorCode code, std::string_view words) {
  try {
    static_cast<void>(neardup::Recipe::parse(recipe).fingerprint("plain words of English text"));
    expect(false, std::string(recipe) + " worked");
  } catch (const neardup::Error& error) {
    const std::string message = error.what();
    std::cout << message << '\n';
    expect(error.code() == code, std::string(recipe) + ": the code");
    expect(message.find(words) != std::string::npos, std::string(recipe) + ": the message");
    expect(message.find("--") == std::string::npos && message.find("./dev") == std::string::npos,
           std::string(recipe) + ": a message for users of the command");
  }
}

}  // namespace

int main() {
  const auto result =
      neardup::Recipe::named("text-1").fingerprint("The old stone bridge was closed on Monday.");
  expect(result.has_value(), "text-1 gives a fingerprint");
  const std::vector<neardup::Document> texts = {{.text = "The old stone bridge was closed on Monday."},
                                                {.text = "The old stone bridge was closed on Sunday."}};
  const neardup::Verified rule{.max_distance = 16, .verification = {.measure = neardup::Measure::edit}};
  const auto removed = neardup::dedup(texts, {.find = {.rule = rule}}).removed();
  expect(removed.size() == 1 && removed[0].similarity == 1 - 2.0 / 42, "the edit distance is right");
  expect_error("text-1,normalize=simplified", neardup::ErrorCode::unavailable,
               "needs OpenCC, which this build of neardup lacks");
  expect_error("cppjieba-jenkins", neardup::ErrorCode::unavailable,
               "needs cppjieba, which this build of neardup lacks");
  expect_error("jieba-tfidf", neardup::ErrorCode::io, "the data file python-jieba/");
  std::cout << failures << " failures\n";
  return failures == 0 ? 0 : 1;
}
