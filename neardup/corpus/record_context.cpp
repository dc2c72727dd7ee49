// The code of a problem tells which option would change the outcome.
#include "neardup/corpus/record_context.h"

#include <algorithm>
#include <utility>

#include "neardup/corpus/record_splitter.h"
#include "neardup/corpus/web/main_text.h"
#include "neardup/corpus/web/site_frames.h"
#include "neardup/text/blank.h"
#include "neardup/text/html_sign.h"
#include "neardup/text/invalid_bytes.h"
#include "neardup/text/utf8.h"

namespace neardup::internal {

bool RecordContext::fits(std::string_view record, std::uint64_t line) {
  if (record.size() <= options_.max_document) return true;
  reject(line, too_long_message(options_.max_document), ProblemCode::too_long);
  return false;
}

bool RecordContext::admit(std::string_view record, std::uint64_t line, Nul nul) {
  if (options_.invalid == InvalidBytes::keep) return true;
  if (nul == Nul::is_binary && !file_.encoding_is_certain) {
    const std::size_t first_nul = record.find('\0');
    if (first_nul != std::string_view::npos) {
      report({.line = line,
              .byte = byte_in_file(line, first_nul),
              .code = ProblemCode::wrong_encoding,
              .message = file_.is_converted ? "a NUL byte: binary data, not text; skipped"
                                            : "a NUL byte: binary data or UTF-16, not UTF-8 text; skipped"});
      return false;
    }
  }
  const std::size_t first = find_malformed_utf8(record);
  return first == std::string_view::npos || admit_malformed(record, line, first);
}

bool RecordContext::admit_malformed(std::string_view record, std::uint64_t line, std::size_t first) {
  if (options_.invalid == InvalidBytes::skip) {
    report({.line = line,
            .byte = byte_in_file(line, first),
            .code = ProblemCode::invalid_bytes,
            .message = "not valid " + file_.encoding + "; skipped"});
    return false;
  }
  const Damage damage = measure_damage(record, first);
  if (!file_.encoding_is_certain && is_foreign(damage, record.size())) {
    const std::size_t non_ascii = damage.malformed_bytes + damage.other_non_ascii;
    report({.line = line,
            .byte = byte_in_file(line, first),
            .code = ProblemCode::wrong_encoding,
            .message = "not " + file_.encoding + ": " + std::to_string(damage.malformed_bytes) + " of " +
                       std::to_string(non_ascii) + " non-ASCII bytes are malformed; skipped"});
    return false;
  }
  report({.severity = Problem::Severity::warning,
          .line = line,
          .byte = byte_in_file(line, first),
          .message = "not valid " + file_.encoding + "; replaced by U+FFFD: " +
                     std::to_string(damage.sequences) + (damage.sequences == 1 ? " place" : " places")});
  return true;
}

std::string RecordContext::clean(std::string_view bytes) const {
  return options_.invalid == InvalidBytes::replace ? repair_utf8(bytes).text : std::string(bytes);
}

std::string RecordContext::page_text(std::string_view site, std::vector<std::string> blocks) const {
  if (learner_ != nullptr) learner_->add(site, blocks);
  if (file_.frames) file_.frames->subtract(site, blocks);
  return join_blocks(blocks);
}

bool RecordContext::wants_page(std::string_view site) const {
  return learner_ == nullptr || learner_->wants(site);
}

std::optional<std::uint64_t> RecordContext::byte_in_file(std::uint64_t line, std::size_t offset) const {
  if (file_.is_converted) return std::nullopt;
  return line == 0 ? offset + file_.dropped_bytes : offset;
}

void RecordContext::report(Problem problem) {
  problem.path = file_.path;
  out_.problems.push_back(std::move(problem));
}

void RecordContext::warn_once(std::uint64_t line, std::string message, ProblemCode code) {
  if (std::ranges::find(said_, message) != said_.end()) return;
  said_.push_back(message);
  report({.severity = Problem::Severity::warning,
          .line = line,
          .code = code,
          .message = std::move(message),
          .is_said_once = true});
}

RecordLocation RecordContext::location_of_record() const noexcept {
  return {static_cast<std::uint32_t>(out_.files.size() - 1), static_cast<std::uint32_t>(record_.size()),
          segment_.offset + static_cast<std::uint64_t>(record_.data() - bytes_.data())};
}

/// Counts a record without text. Returns true if it stays.
bool RecordContext::accept_no_text(std::uint64_t line) {
  LackingRecords& lacking = out_.lacking;
  ++lacking.without_text;
  if (options_.missing == MissingText::stop && !lacking.stop)
    lacking.stop = about_record(line, ProblemCode::no_text, "no text, so the run ends here");
  return options_.missing == MissingText::keep;
}

/// Warns, once, of a text that is HTML, unless its tags are taken out anyway.
void RecordContext::warn_about_html(const Document& document, std::uint64_t line) {
  const bool is_web = file_.format == InputFormat::html || file_.format == InputFormat::warc;
  if (is_web || !options_.html_fields.empty() || !looks_like_html(document.text)) return;
  warn_once(line, "looks like HTML, but is read as plain text with all its tags, and so are others like it",
            ProblemCode::html_as_text);
}

void RecordContext::add(Document document, std::uint64_t line, std::optional<std::string> id) {
  document.has_no_text = !document.features && is_blank_text(document.text);
  if (document.has_no_text && !accept_no_text(line)) return;
  warn_about_html(document, line);
  document.path = file_.path;
  document.line = line;
  document.id_is_location = !id;
  document.location = location_of_record();
  document.fields.resize(options_.fields.size());
  document.id = id ? std::move(*id) : location_id(file_.path, line);
  out_.documents.push_back(std::move(document));
}

}  // namespace neardup::internal
