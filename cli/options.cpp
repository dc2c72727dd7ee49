#include "cli/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "cli/command_line.h"
#include "cli/output_guard.h"
#include "neardup/dedup/code_share.h"
#include "neardup/util/number_text.h"

namespace neardup::cli {

namespace {

const std::map<std::string, InputFormat> kInputFormats = {
    {"auto", InputFormat::automatic}, {"jsonl", InputFormat::jsonl},     {"tsv", InputFormat::tsv},
    {"csv", InputFormat::csv},        {"text", InputFormat::text},       {"lines", InputFormat::lines},
    {"json", InputFormat::json},      {"parquet", InputFormat::parquet}, {"html", InputFormat::html},
    {"warc", InputFormat::warc}};
const std::map<std::string, InvalidBytes> kInvalidBytes = {{"replace", InvalidBytes::replace},
                                                           {"skip", InvalidBytes::skip}};
const std::map<std::string, MissingText> kMissingText = {
    {"keep", MissingText::keep}, {"skip", MissingText::skip}, {"stop", MissingText::stop}};
const std::map<std::string, BrokenInput> kBrokenInput = {{"skip", BrokenInput::skip},
                                                         {"stop", BrokenInput::stop}};

/// Splits "id,text" at the commas.
std::vector<std::string> split_names(const std::string& list) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    names.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

/// A field that holds HTML is a text field, and the only one if no other was named.
void add_html_fields(ReadOptions& options) {
  const bool is_default = options.text_fields == ReadOptions().text_fields;
  if (is_default && !options.html_fields.empty()) options.text_fields = options.html_fields;
  for (const std::string& field : options.html_fields)
    if (std::ranges::find(options.text_fields, field) == options.text_fields.end())
      options.text_fields.push_back(field);
}

}  // namespace

void RecipeOptions::add_to(const Command& command) {
  const std::string group = "Recipe";
  command
      .add_option("-r,--recipe", recipe,
                  "Published recipe, e.g. text-1 or text-1,bits=128 (`neardup recipes`)")
      .type_name("NAME")
      .capture_default_str()
      .group(group);
  command.add_option("--normalize", normalize, "none, nfkc, simplified or python-lower")
      .type_name("HOW")
      .group(group);
  command
      .add_option("--tokens", tokens,
                  "words:N, chars:N, text:N, code:N, cppjieba, python-jieba, spaces or ascii")
      .type_name("KIND")
      .group(group);
  command.add_option("--weights", weights, "one, count, log, tfidf, tfidf:FACTOR or levels")
      .type_name("KIND")
      .group(group);
  command.add_option("--hash", hash, "xxh3, md5, jenkins-cb, jenkins-bc, python, java or mt19937")
      .type_name("NAME")
      .group(group);
  command.add_option("--bits", bits, "Width of the fingerprint: 32, 64 or 128").type_name("N").group(group);
  command.add_option("--language", language, "Programming language of all inputs (default: by extension)")
      .type_name("NAME")
      .group(group);
  command
      .add_option("--idf", files.idf,
                  "Inverse document frequencies, one `word idf` per line (see `neardup idf`)")
      .type_name("FILE")
      .not_empty()
      .group(group);
  command.add_option("--stop-words", files.stop_words, "Stop words, one per line")
      .type_name("FILE")
      .not_empty()
      .group(group);
  command
      .add_option("--user-dictionary", files.user_dictionary,
                  "Additional Chinese words for segmentation, one per line")
      .type_name("FILE")
      .not_empty()
      .group(group);
}

std::vector<std::string> RecipeOptions::given_files() const {
  std::vector<std::string> given = {files.idf, files.stop_words, files.user_dictionary};
  std::erase(given, "");
  return given;
}

Recipe RecipeOptions::resolve() const {
  std::string written = recipe;
  const std::pair<const char*, const std::string*> departures[] = {
      {"normalize", &normalize}, {"tokens", &tokens}, {"weights", &weights},
      {"hash", &hash},           {"bits", &bits},     {"language", &language}};
  for (const auto& [key, value] : departures) {
    if (!value->empty()) written += "," + std::string(key) + "=" + *value;
  }
  return Recipe::parse(written).with_files(files);
}

std::string choose_recipe(RecipeOptions& recipe, const InputOptions& input, ProblemReport& problems) {
  if (!recipe.given_files().empty()) return {};  // dictionaries are for text
  const std::string before = std::exchange(recipe.recipe, "code-1");
  const CodeShare share = estimate_code(input.inputs, input.read_options(recipe.resolve()));
  if (share.is_code())
    return "source code: compared by its tokens, with recipe code-1 (--recipe text-1 compares it as text)";
  recipe.recipe = before;
  if (share.is_mixed())
    problems.add(
        {.severity = Problem::Severity::warning,
         .code = ProblemCode::looks_like_code,
         .message = fmt::format("{} of {} documents looked at are source code, and are compared as "
                                "text; copies with other names are found only with a recipe for code",
                                share.code, share.documents)});
  return {};
}

bool recipe_is_given(const Command& command) {
  constexpr std::array kNames = {"--recipe", "--normalize", "--tokens",  "--weights",
                                 "--hash",   "--bits",      "--language"};
  return std::ranges::any_of(kNames, [&command](const char* name) { return command.is_given(name); });
}

void InputOptions::add_field_options(const Command& command, const std::string& group) {
  command.add_option("--id-field", read.id_field, "Field or column with the id")
      .type_name("NAME")
      .capture_default_str()
      .group(group);
  command
      .add_option("--text-field", read.text_fields,
                  "Field or column with the text; may be repeated, may be a path a.b (default: text)")
      .type_name("NAME")
      .group(group);
  command
      .add_option("--columns", columns,
                  "Names of the columns of tables without a header line, with commas between")
      .type_name("NAME,...")
      .not_empty()
      .group(group);
  command
      .add_option("--delimiter", delimiter, "Between the columns of csv (default: found in the first lines)")
      .type_name("CHARACTER|tab")
      .not_empty()
      .group(group);
  command
      .add_option("--html", read.html_fields,
                  "Text field or column that holds HTML: compare the main text of the page; may be repeated")
      .type_name("FIELD")
      .group(group);
  command
      .add_flag("--keep-frames", read.keep_site_frames,
                "Keep blocks that repeat across the pages of a web site (default: leave them out)")
      .group(group);
}

void InputOptions::add_problem_options(const Command& command, const std::string& group) {
  command
      .add_option("--invalid", read.invalid,
                  "Invalid bytes: replace them with U+FFFD (default), or skip the document", kInvalidBytes)
      .type_name("replace|skip")
      .group(group);
  command
      .add_option("--missing", read.missing,
                  "Records without text (no such field, null, only white space): keep them in their place "
                  "(default; they are nobody's duplicates), skip them, or stop",
                  kMissingText)
      .type_name("keep|skip|stop")
      .group(group);
  command
      .add_option(
          "--broken", problems.broken,
          "Files, lines and records that cannot be used: skip them (default; the exit code is 2), or stop",
          kBrokenInput)
      .type_name("skip|stop")
      .group(group);
  command
      .add_option(
          "--errors", problems.list,
          "Write all errors and warnings about the input as JSON lines; standard error shows the first "
          "five of a kind")
      .type_name("FILE")
      .not_empty()
      .group(group);
  command
      .add_option("--max-document", read.max_document,
                  "Report and skip longer documents; K, M and G are units")
      .type_name("BYTES")
      .bytes()
      .range(1, 1 << 30)
      .group(group);
}

void InputOptions::add_to(const Command& command) {
  const std::string group = "Input";
  command
      .add_option("INPUT", inputs,
                  "Files, folders, archives or - for standard input; .gz, .zst, .bz2 and .xz too")
      .type_name("")
      .not_empty();
  command
      .add_option("--input-format", read.format,
                  "auto, jsonl, json, tsv, csv, parquet, text, lines, html or warc", kInputFormats)
      .type_name("FORMAT")
      .group(group);
  command.add_flag("--lines", lines, "Treat every line as a document (same as --input-format lines)")
      .group(group);
  add_field_options(command, group);
  command.add_option("--glob", read.globs, "In folders, read only files that match; may be repeated")
      .type_name("PATTERN")
      .group(group);
  command
      .add_option("--encoding", read.encoding, "auto (found for each file), utf-8, utf-16, gb18030, big5, …")
      .type_name("NAME")
      .capture_default_str()
      .group(group);
  add_problem_options(command, group);
  command.add_option("-j,--threads", threads, "Threads (default: all cores)")
      .type_name("N")
      .range(1, 1024)
      .group(group);
}

bool has_stdin(const std::vector<std::string>& paths) { return std::ranges::find(paths, "-") != paths.end(); }

ProblemReport InputOptions::report_problems(const std::string& command, bool quiet,
                                            const OtherFiles& others) const {
  ProblemOptions with_list = problems;
  with_list.can_list = true;
  if (problems.list.empty()) return ProblemReport(quiet, with_list);
  OutputPlan plan{.command = command,
                  .inputs = inputs,
                  .references = others.read,
                  .globs = read.globs,
                  .corpus = {},
                  .files = others.written};
  plan.files.emplace_back("--errors", problems.list);
  refuse_destructive_outputs(plan);
  return ProblemReport(quiet, with_list);
}

ReadOptions InputOptions::read_options(const Recipe& recipe) const {
  if (std::ranges::count(inputs, "-") > 1)
    throw Error(ErrorCode::invalid_argument,
                "the input - is given twice, but standard input can be read only once");
  ReadOptions options = read;
  if (lines) options.format = InputFormat::lines;
  options.columns = split_names(columns);
  options.delimiter = delimiter == "tab" || delimiter == "\\t" ? "\t" : delimiter;
  add_html_fields(options);
  if (recipe.repeats_an_original() && options.invalid == InvalidBytes::replace)
    options.invalid = InvalidBytes::keep;
  return options;
}

void InputOptions::say_without_text(std::uint64_t records, std::string_view kept_ones, bool quiet) const {
  if (records == 0 || quiet) return;
  const std::string_view fate = read.missing == MissingText::skip ? "left out" : kept_ones;
  print_message(fmt::format("{} without text, {}", plural(records, "record"), fate));
}

std::string to_text(const Fingerprint& fingerprint, Notation notation) {
  switch (notation) {
    case Notation::signed_decimal:
      return to_decimal(fingerprint, DecimalForm::signed_number);
    case Notation::unsigned_decimal:
      return to_decimal(fingerprint, DecimalForm::unsigned_number);
    case Notation::hex:
      break;
  }
  return to_hex(fingerprint);
}

void add_notation_option(const Command& command, Notation& notation) {
  static const std::map<std::string, Notation> notations = {
      {"hex", Notation::hex}, {"signed", Notation::signed_decimal}, {"unsigned", Notation::unsigned_decimal}};
  command.add_option("--as", notation, "Notation of fingerprints: hex, signed or unsigned", notations)
      .type_name("NOTATION");
}

}  // namespace neardup::cli
