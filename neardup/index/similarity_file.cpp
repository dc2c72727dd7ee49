#include "neardup/index/similarity_file.h"

#include <cstring>
#include <utility>
#include <vector>

#include "neardup/index/section_cursor.h"
#include "neardup/index/section_writer.h"
#include "neardup/index/sketched_entry.h"
#include "neardup/util/error.h"

namespace neardup::internal::lsm {

namespace {

FileSection section_of(SectionKind kind, std::uint32_t table = 0, std::uint32_t key_bits = 0) {
  return {kind, table, 0, 0, 0, key_bits, 0, 0};
}

void add_band(std::vector<SectionBytes>& sections, std::uint32_t band, const BandTable& table) {
  sections.push_back({section_of(SectionKind::starts, band, static_cast<std::uint32_t>(table.bits)),
                      bytes_of(table.starts.values())});
  sections.push_back({section_of(SectionKind::tags, band), bytes_of(table.tags.values())});
  if (table.has_heads())
    sections.push_back({section_of(SectionKind::key_heads, band), bytes_of(table.heads.values())});
  sections.push_back({section_of(SectionKind::places, band), bytes_of(table.places.values())});
}

/// REQUIRES: the sets, which are those of the run, lie in one segment
void add_run(std::vector<SectionBytes>& sections, const SimilarityRun::Parts& parts, const PackedSets& sets) {
  for (std::uint32_t band = 0; band < parts.tables.size(); ++band) {
    add_band(sections, band, parts.tables[band]);
  }
  sections.push_back({section_of(SectionKind::ids), bytes_of(parts.ids.numbers.values())});
  if (parts.ids.kind == IdKind::text)
    sections.push_back({section_of(SectionKind::texts), bytes_of(parts.ids.texts.values())});
  sections.push_back({section_of(SectionKind::id_slots), bytes_of(parts.id_table.slots.values())});
  sections.push_back({section_of(SectionKind::set_starts), bytes_of(sets.starts.values())});
  sections.push_back({section_of(SectionKind::sets), bytes_of(sets.segments[0].values())});
}

class SimilarityReader : private SectionCursor {
 public:
  using SectionCursor::SectionCursor;

  [[nodiscard]] FilePlan read_plan() {
    const Column<FilePlan> column = read_column<FilePlan>(SectionKind::similarity_plan, 1);
    touch(&file(), column.values());
    const FilePlan plan = column[0];
    const bool is_sound = plan.min_similarity >= kLeastBandedSimilarity && plan.min_similarity <= 1 &&
                          plan.bands >= plan.equal_bands && plan.bands <= kMostBands && plan.rows >= 1 &&
                          plan.rows <= 8 && plan.equal_bands >= 1 && plan.equal_bands <= 2 &&
                          std::size_t{(plan.bands + 1) / 2 * plan.rows} <= Sketcher::kMostFunctions;
    if (!is_sound) refuse_last("the sketch plan is out of range");
    return plan;
  }

  [[nodiscard]] SimilarityRun::Parts read_run(std::uint32_t bands) {
    SimilarityRun::Parts parts;
    const std::uint64_t entries = file().header().entry_count;
    for (std::uint32_t band = 0; band < bands; ++band) parts.tables.push_back(read_band(entries));
    const bool is_text = file().header().id_kind == 1;
    parts.ids.kind = is_text ? IdKind::text : IdKind::number;
    parts.ids.numbers = read_column<std::uint64_t>(SectionKind::ids, entries + (is_text ? 1 : 0));
    if (is_text) parts.ids.texts = read_column<char>(SectionKind::texts);
    parts.id_table.slots = read_column<std::uint32_t>(SectionKind::id_slots, id_slots(entries));
    parts.sets.starts = read_column<std::uint64_t>(SectionKind::set_starts, entries + 1);
    parts.sets.segments = {read_column<char>(SectionKind::sets)};
    return parts;
  }

  void require_end() const {
    if (!is_done()) refuse_next("there are more sections than expected");
  }

 private:
  [[nodiscard]] BandTable read_band(std::uint64_t entries) {
    const FileSection& section = peek(SectionKind::starts);
    if (section.key_bits > static_cast<std::uint32_t>(BandTable::kMostBits))
      refuse_next("the bits of a key are out of range");
    BandTable table;
    table.bits = static_cast<int>(section.key_bits);
    table.starts = read_column<std::uint32_t>(SectionKind::starts, (std::uint64_t{1} << table.bits) + 1);
    table.tags = read_column<std::uint16_t>(SectionKind::tags, entries);
    if (table.has_heads()) table.heads = read_column<std::uint16_t>(SectionKind::key_heads, entries);
    table.places = read_column<std::uint32_t>(SectionKind::places, entries);
    return table;
  }
};

}  // namespace

void write_similarity_file(const std::string& path, const SimilarityContent& content) {
  const FilePlan plan{content.options.min_similarity,
                      content.options.sketch_seed,
                      static_cast<std::uint32_t>(content.plan.bands),
                      static_cast<std::uint32_t>(content.plan.rows),
                      static_cast<std::uint32_t>(content.plan.equal_bands),
                      0};
  std::vector<SectionBytes> sections = {
      {section_of(SectionKind::similarity_plan), bytes_of(std::span<const FilePlan>(&plan, 1))}};
  PackedSets sets;
  if (content.run != nullptr) {
    sets = content.run->parts().sets;
    if (sets.segments.size() > 1) sets = join_segments(MemoryPool(), sets);
    add_run(sections, content.run->parts(), sets);
  }
  FileHeader header{};
  header.version = kSimilarityFileVersion;
  header.content = 1;
  header.entry_count = content.run == nullptr ? 0 : content.run->size();
  header.id_kind = content.id_kind ? (*content.id_kind == IdKind::text ? 1 : 0) : 2;
  header.id_seed = content.options.id_seed;
  write_sections(path, header, std::move(sections), content.options.recipe,
                 content.run == nullptr ? nullptr : content.run->sets_guard());
}

SimilarityContent read_similarity_file(const std::shared_ptr<const MappedIndexFile>& file) {
  const FileHeader& header = file->header();
  if (header.version != kSimilarityFileVersion) {
    throw Error(ErrorCode::invalid_argument,
                file->path() + ": an index of fingerprints, but one of similarity is needed here");
  }
  if (header.id_kind > 2 || (header.id_kind == 2 && header.entry_count != 0) ||
      header.entry_count >= 0xFFFF'FFFF) {
    throw Error(ErrorCode::corrupt, file->path() + ": offset 32: numbers in the header are out of range");
  }
  SimilarityReader reader(file);
  const FilePlan plan = reader.read_plan();
  SimilarityContent content;
  content.options = {.min_similarity = plan.min_similarity,
                     .recipe = std::string(file->recipe()),
                     .sketch_seed = plan.sketch_seed,
                     .id_seed = header.id_seed};
  content.plan = {static_cast<int>(plan.bands), static_cast<int>(plan.rows),
                  static_cast<int>(plan.equal_bands)};
  if (header.id_kind < 2) content.id_kind = header.id_kind == 1 ? IdKind::text : IdKind::number;
  if (header.entry_count > 0)
    content.run = std::make_shared<const SimilarityRun>(reader.read_run(plan.bands), file, file);
  reader.require_end();
  return content;
}

}  // namespace neardup::internal::lsm
