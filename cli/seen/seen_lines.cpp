#include "cli/seen/seen_lines.h"

#include <fmt/format.h>

#include "cli/terminal/output.h"
#include "neardup/corpus/json_text.h"
#include "neardup/store/time_text.h"

namespace neardup::cli {

using namespace internal;

namespace {

std::string json_list(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (const std::string& text : texts) list += (list.size() > 1 ? "," : "") + json_string(text);
  return list + "]";
}

/// Adds the story of an answer or of a stored document.
template <typename Told>
void add_story(JsonObject& line, const Told& told) {
  if (told.story.empty()) line.raw("story", "null");
  if (!told.story.empty()) line.text("story", told.story);
  line.number("copies", told.copies)
      .text("first_seen", time_text(told.first_seen))
      .text("last_seen", time_text(told.last_seen))
      .raw("sources", json_list(told.sources));
}

std::string json_verdict(const LiveAnswer& answer) {
  JsonObject line;
  line.text("id", answer.id).text("verdict", name_of(answer.verdict));
  if (answer.verdict != LiveVerdict::is_new) {
    line.text("nearest", answer.nearest)
        .number_or_null("distance", answer.distance)
        .number_or_null("similarity", answer.similarity);
  }
  add_story(line, answer);
  return line.line();
}

std::string or_dash(const std::string& text) { return text.empty() ? "-" : escape_tsv(text); }

}  // namespace

void append_verdict(const LiveAnswer& answer, OutputFormat format, std::string& lines) {
  if (format == OutputFormat::jsonl) {
    lines += json_verdict(answer);
    return;
  }
  lines += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", escape_tsv(answer.id), name_of(answer.verdict),
                       or_dash(answer.nearest), answer.distance ? fmt::format("{}", *answer.distance) : "-",
                       answer.similarity ? fmt::format("{:.6f}", *answer.similarity) : "-",
                       or_dash(answer.story), answer.copies);
}

void append_no_text(const std::string& id, OutputFormat format, std::string& lines) {
  if (format == OutputFormat::jsonl) {
    lines += JsonObject().text("id", id).text("verdict", "no-text").line();
  } else {
    lines += escape_tsv(id) + "\tno-text\t-\t-\t-\t-\t0\n";
  }
}

std::string stored_line(const StoredDocument& document) {
  JsonObject line;
  line.text("id", document.id);
  if (document.text) line.text("text", *document.text);
  if (document.fingerprint) line.text("fingerprint", to_hex(*document.fingerprint));
  if (!document.fingerprint) line.raw("fingerprint", "null");
  if (!document.fields.empty()) line.text("fields", document.fields);
  add_story(line, document);
  return line.line();
}

std::string info_text(const std::string& folder, const LiveInfo& info, OutputFormat format) {
  const auto span = [](std::int64_t seconds) { return seconds == 0 ? "none" : span_text(seconds); };
  if (format == OutputFormat::jsonl) {
    return JsonObject()
        .text("folder", folder)
        .text("recipe", info.recipe)
        .text("rule", info.rule)
        .raw("texts", info.keeps_texts ? "true" : "false")
        .text("window", span(info.window))
        .text("ttl", span(info.ttl))
        .number("documents", info.documents)
        .number("without_fingerprint", info.unjudged)
        .text("index", info.index)
        .number("memory_bytes", info.memory_bytes)
        .number("disk_bytes", info.disk_bytes)
        .line();
  }
  return fmt::format(
      "folder        {}\nrecipe        {}\nrule          {}\ntexts         {}\nwindow        {}\n"
      "ttl           {}\ndocuments     {}\ntoo short     {}\nindex         {}\nmemory        {}\n"
      "disk          {}\n",
      folder, info.recipe, info.rule, info.keeps_texts ? "kept" : "not kept", span(info.window),
      span(info.ttl), info.documents, info.unjudged, info.index, info.memory_bytes, info.disk_bytes);
}

}  // namespace neardup::cli
