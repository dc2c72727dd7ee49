#include "cli/examples.h"

#include <algorithm>
#include <iterator>

namespace neardup::cli {

namespace {

constexpr std::string_view kExitCodes =
    "Exit codes: 0 done, 1 with --check only, 2 any error (results are still written), 130 interrupted.";

struct CommandExamples {
  std::string_view command;
  std::string_view lines;
};

constexpr CommandExamples kExamples[] = {
    {"",
     "  neardup dedup news.jsonl -o clean.jsonl        remove near-duplicates, keep one of each\n"
     "  neardup compare a.txt b.txt                    are they near-duplicates, and what differs?\n"
     "  neardup fingerprint corpus.jsonl.zst           id and fingerprint of every document\n"
     "  neardup explain a.txt                          which features made the fingerprint\n"
     "  neardup pairs --fingerprints prints.tsv --distance 3   all pairs that differ in at most 3 bits\n"
     "  neardup tune corpus.jsonl                      which distance and similarity suit this corpus?\n"
     "  neardup index build seen.ndx news/             an index file; `index query seen.ndx a.txt` asks "
     "it\n"},
    {"dedup",
     "  neardup dedup news.jsonl                       only say what would be removed\n"
     "  neardup dedup news.jsonl -o clean.jsonl --removed removed.tsv --report report.html\n"
     "  neardup dedup crawl/ -o clean/ --similarity 0.9 --keep longest\n"
     "  neardup dedup new.jsonl --against old.jsonl -o fresh.jsonl   what old.jsonl has is removed\n"
     "  neardup dedup posts.jsonl -o clean.jsonl --recipe short-1 --distance 16 --verify edit:0.8\n"},
    {"pairs",
     "  neardup pairs news.jsonl                       id1, id2, distance and similarity of every pair\n"
     "  neardup pairs submissions/ --recipe code-1 --template starter.cpp\n"
     "  neardup pairs crawl.jsonl --within host --similarity 0.7\n"
     "  neardup pairs --fingerprints prints.tsv --distance 3\n"},
    {"fingerprint",
     "  neardup fingerprint corpus.jsonl.zst           id and fingerprint of every document\n"
     "  neardup fingerprint notes/ --recipe text-1,bits=128\n"
     "  neardup fingerprint titles.csv --text-field title --recipe short-1\n"},
    {"compare",
     "  neardup compare a.txt b.txt --diff             distance, similarity, verdict, and what differs\n"
     "  neardup compare a.py b.py --recipe code-1 --check   exit code 1 when they are different\n"
     "  neardup compare --hex 8f3a61c2d4e5b790 8f3a61c2d4e5b791\n"},
    {"explain",
     "  neardup explain a.txt                          the features, their weights, and how every bit was "
     "won\n"
     "  neardup explain a.py --recipe code-1\n"},
    {"help",
     "  neardup help dedup                             all options of `dedup`\n"
     "  neardup help index build\n"},
    {"idf", "  neardup idf corpus.jsonl > corpus.idf          then: --weights tfidf --idf corpus.idf\n"},
    {"recipes", "  neardup recipes                                all published recipes\n"},
    {"seen",
     "  neardup seen news.seen today.jsonl             new, duplicate or copy, and keep what is new\n"
     "  neardup seen news.seen - --window 14d --date-field published --source-field site\n"
     "  neardup seen news.seen --build archive/        load what is already there\n"
     "  neardup seen news.seen draft.txt --query-only --check\n"
     "  neardup seen news.seen --info --verify\n"},
    {"tune",
     "  neardup tune corpus.jsonl                      which distance and similarity suit this corpus?\n"
     "  neardup tune posts.jsonl --recipe short-1 --similarity 0.55\n"},
    {"index",
     "  neardup index build seen.ndx news/             an index file of documents\n"
     "  neardup index query seen.ndx a.txt             which of them are near this one?\n"
     "  neardup index add seen.ndx more.jsonl\n"},
    {"index build",
     "  neardup index build seen.ndx news/ --similarity 0.8\n"
     "  neardup index build seen.ndx news/ --distance 6\n"
     "  neardup index build prints.ndx --fingerprints prints.tsv\n"},
    {"index add",
     "  neardup index add seen.ndx more.jsonl\n"
     "  neardup index add seen.ndx --fingerprints prints.tsv\n"},
    {"index remove", "  neardup index remove seen.ndx page-17 page-18\n"},
    {"index query",
     "  neardup index query seen.ndx a.txt             query, id and distance of everything near\n"
     "  neardup index query seen.ndx posts.jsonl --distance 2\n"
     "  neardup index query seen.ndx posts.jsonl --all     also those that nothing is near\n"},
    {"index info", "  neardup index info seen.ndx\n"},
    {"index merge", "  neardup index merge year.ndx january.ndx february.ndx\n"},
    {"index verify", "  neardup index verify seen.ndx                  reads every byte\n"}};

}  // namespace

std::string examples_of(std::string_view command) {
  const auto* const found = std::ranges::find(kExamples, command, &CommandExamples::command);
  std::string text = found == std::end(kExamples) ? "" : "Examples:\n" + std::string(found->lines);
  return text += kExitCodes;
}

}  // namespace neardup::cli
