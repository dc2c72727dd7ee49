#include <span>
#include <vector>

#include "neardup/index/index_file.h"
#include "neardup/index/section_writer.h"

namespace neardup::internal::lsm {

namespace {

template <FingerprintWord Word>
void add_table(std::vector<SectionBytes>& sections, FileSection section, const BlockTable<Word>& table) {
  section.key_rotation = static_cast<std::uint32_t>(table.field.rotation);
  section.key_bits = static_cast<std::uint32_t>(table.field.bits);
  const bool is_second = section.kind == SectionKind::second_starts;
  sections.push_back({section, bytes_of(table.starts.values())});
  section.kind = is_second ? SectionKind::second_entries : SectionKind::entries;
  if (table.entries.size() != 0) sections.push_back({section, bytes_of(table.entries.values())});
  if (!table.has_tags()) return;
  section.kind = SectionKind::tags;
  section.key_rotation = static_cast<std::uint32_t>(table.tag_field.rotation);
  section.key_bits = static_cast<std::uint32_t>(table.tag_field.bits);
  sections.push_back({section, bytes_of(table.tags.values())});
  section.kind = SectionKind::places;
  section.key_rotation = section.key_bits = 0;
  if (table.places.size() != 0) sections.push_back({section, bytes_of(table.places.values())});
}

template <FingerprintWord Word>
std::vector<SectionBytes> list_sections(const SortedRun<Word>& run) {
  std::vector<SectionBytes> sections;
  const auto& parts = run.parts();
  for (std::uint32_t table = 0; table < parts.tables.size(); ++table) {
    add_table(sections, {SectionKind::starts, table, 0, 0, 0, 0, 0, 0}, parts.tables[table]);
  }
  sections.push_back({{SectionKind::ids, 0, 0, 0, 0, 0, 0, 0}, bytes_of(parts.ids.numbers.values())});
  if (parts.ids.kind == IdKind::text) {
    sections.push_back({{SectionKind::texts, 0, 0, 0, 0, 0, 0, 0}, bytes_of(parts.ids.texts.values())});
  }
  sections.push_back({{SectionKind::id_slots, 0, 0, 0, 0, 0, 0, 0}, bytes_of(parts.id_table.slots.values())});
  for (std::uint32_t table = 0; table < parts.hot.size(); ++table) {
    for (const HotBucket<Word>& hot : parts.hot[table]) {
      for (std::uint32_t piece = 0; piece < hot.pieces.size(); ++piece) {
        add_table(sections, {SectionKind::second_starts, table, hot.key, piece, 0, 0, 0, 0},
                  hot.pieces[piece]);
      }
    }
  }
  return sections;
}

FileHeader make_header(const FileContent& content, std::uint64_t entries) {
  FileHeader header{};
  header.version = kFileVersion;
  header.entry_count = entries;
  header.bits = static_cast<std::uint32_t>(content.plan.bits());
  header.max_distance = static_cast<std::uint32_t>(content.plan.max_distance());
  header.blocks = static_cast<std::uint32_t>(content.plan.blocks());
  header.way = content.plan.way();
  header.id_kind = content.id_kind ? (*content.id_kind == IdKind::text ? 1 : 0) : 2;
  header.expected_size = content.plan.expected_size();
  header.id_seed = content.plan.id_seed();
  return header;
}

}  // namespace

template <FingerprintWord Word>
void write_index_file(const std::string& path, const FileContent& content, const SortedRun<Word>* run) {
  std::vector<SectionBytes> sections;
  if (run != nullptr) sections = list_sections(*run);
  write_sections(path, make_header(content, run == nullptr ? 0 : run->size()), std::move(sections),
                 content.recipe, run == nullptr ? nullptr : run->guard());
}

template void write_index_file(const std::string&, const FileContent&, const SortedRun<std::uint64_t>*);
template void write_index_file(const std::string&, const FileContent&, const SortedRun<Bits128>*);

}  // namespace neardup::internal::lsm
