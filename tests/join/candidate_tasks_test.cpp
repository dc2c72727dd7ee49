#include "neardup/join/similarity/candidate_tasks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace neardup::internal {
namespace {

std::vector<Candidate> all_of(const CandidateTasks& tasks) {
  std::vector<Candidate> all;
  for (std::size_t i = 0; i < tasks.size(); ++i) all.insert(all.end(), tasks[i].begin(), tasks[i].end());
  return all;
}

std::size_t fetched(const CandidateTasks& tasks) {
  std::size_t documents = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) documents += documents_of(tasks[i]).size();
  return documents;
}

std::vector<Candidate> every_pair(std::uint32_t begin, std::uint32_t end, std::uint32_t step) {
  std::vector<Candidate> candidates;
  for (std::uint32_t a = begin; a < end; a += step) {
    for (std::uint32_t b = a + step; b < end; b += step) candidates.push_back(make_candidate(a, b));
  }
  return candidates;
}

TEST(CandidateTasksTest, HaveEveryCandidateOnceAndStayWithinTheirCost) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    std::mt19937 engine(seed);
    const auto random = [&engine] { return static_cast<std::uint32_t>(engine()); };
    const std::uint32_t documents = 2 + random() % 3000;
    std::vector<Candidate> candidates;
    for (std::uint32_t i = random() % 5000; i > 0; --i) {
      const std::uint32_t a = random() % documents;
      const std::uint32_t b =
          seed % 2 == 0 ? random() % documents : std::min(documents - 1, a + random() % 4);
      if (a != b) candidates.push_back(make_candidate(a, b));
    }
    const std::size_t most = 2 + random() % 200;
    const CandidateTasks tasks(candidates, documents, most, [](std::uint32_t) { return 1; });
    for (std::size_t i = 0; i < tasks.size(); ++i) EXPECT_LE(documents_of(tasks[i]).size(), most);
    std::vector<Candidate> given = all_of(tasks);
    std::ranges::sort(given);
    std::ranges::sort(candidates);
    candidates.erase(std::ranges::unique(candidates).begin(), candidates.end());
    EXPECT_EQ(given, candidates) << "seed " << seed;
  }
}

TEST(CandidateTasksTest, HaveTheCandidatesOfMillionsOfDocuments) {
  constexpr std::uint32_t kDocuments = 2'200'000;  // more than 65,536 tiles of the curve in a row
  std::vector<Candidate> candidates;
  for (std::uint32_t i = 0; i < kDocuments; i += 2) candidates.push_back(make_candidate(i, i + 1));
  const CandidateTasks tasks(candidates, kDocuments, kDocuments, [](std::uint32_t) { return 1; });
  EXPECT_TRUE(all_of(tasks) == candidates);
}

TEST(CandidateTasksTest, FetchTheDocumentsOfASmallComponentOnce) {
  std::vector<Candidate> candidates;
  for (std::uint32_t i = 0; i < 50; ++i) {  // members far apart
    const std::vector<Candidate> more = every_pair(i, 1000, 50);
    candidates.insert(candidates.end(), more.begin(), more.end());
  }
  const CandidateTasks tasks(candidates, 1000, 100, [](std::uint32_t) { return 1; });
  EXPECT_EQ(all_of(tasks).size(), 50U * 190);
  EXPECT_LE(fetched(tasks), 2 * 1000U);
}

/// With room for M of N documents all pairs need about N * N / M fetches, however large they are; by rows it
/// would be one fetch for nearly every pair.
TEST(CandidateTasksTest, FetchFewDocumentsOfADenseComponentThatCannotBeHeld) {
  constexpr std::uint32_t kDocuments = 1000;
  for (const auto& [room, most] : {std::pair(100U, 4U), std::pair(400U, 4U)}) {
    const CandidateTasks tasks(every_pair(0, kDocuments, 1), kDocuments, room,
                               [](std::uint32_t) { return 1; });
    EXPECT_EQ(all_of(tasks).size(), 499'500U);
    EXPECT_LE(fetched(tasks), most * kDocuments * kDocuments / room) << room;
  }
}

}  // namespace
}  // namespace neardup::internal
