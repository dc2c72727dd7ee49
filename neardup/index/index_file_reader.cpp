#include <limits>
#include <utility>

#include "neardup/index/index_file.h"
#include "neardup/index/section_cursor.h"
#include "neardup/util/error.h"

namespace neardup::internal::lsm {

namespace {

/// Reads the sections of a HammingIndex.
template <FingerprintWord Word>
class SectionReader : private SectionCursor {
 public:
  SectionReader(const std::shared_ptr<const MappedIndexFile>& file, const Plan& plan)
      : SectionCursor(file), plan_(plan) {}

  [[nodiscard]] typename SortedRun<Word>::Parts read() {
    typename SortedRun<Word>::Parts parts;
    const std::uint64_t entries = file().header().entry_count;
    for (int table = 0; table < plan_.blocks(); ++table) {
      const bool has_tags = table == 0 ? next_is_tags(2) : parts.tables[0].has_tags();
      parts.tables.push_back(has_tags ? read_tag_table(table)
                                      : read_table(SectionKind::starts, SectionKind::entries));
      const std::size_t size = parts.tables.back().size();
      if (table == 0 ? size != entries : size > entries) refuse_last("a table of another size");
    }
    const bool is_text = file().header().id_kind == 1;
    parts.ids.kind = is_text ? IdKind::text : IdKind::number;
    parts.ids.numbers = read_column<std::uint64_t>(SectionKind::ids, entries + (is_text ? 1 : 0));
    if (is_text) parts.ids.texts = read_column<char>(SectionKind::texts);
    parts.id_table.slots = read_column<std::uint32_t>(SectionKind::id_slots, id_slots(entries));
    parts.hot.resize(parts.tables.size());
    while (!is_done()) read_hot_bucket(parts.hot, parts.tables[0].has_tags());
    return parts;
  }

 private:
  [[nodiscard]] BlockTable<Word> read_starts(SectionKind starts) {
    const FileSection& section = peek(starts);
    if (section.key_bits > KeyField::kMaxKeyBits || section.key_rotation >= kWordBits<Word>) {
      refuse_next("the bits of a key are out of range");
    }
    BlockTable<Word> table;
    table.field = {static_cast<int>(section.key_rotation), static_cast<int>(section.key_bits)};
    table.starts = read_column<std::uint32_t>(starts, (std::uint64_t{1} << table.field.bits) + 1);
    return table;
  }

  [[nodiscard]] BlockTable<Word> read_table(SectionKind starts, SectionKind entries) {
    BlockTable<Word> table = read_starts(starts);
    table.entries = read_column<Word>(entries);
    return table;
  }

  /// Returns whether the section `further` places on holds tags, if this version and plan can have them.
  [[nodiscard]] bool next_is_tags(std::size_t further) const {
    return file().header().version != kOldestFileVersion && plan_.has_tags() &&
           next() + further < file().sections().size() &&
           file().sections()[next() + further].kind == SectionKind::tags;
  }

  /// Reads a table of tags. Answers depend on the bits of key and tag (RunSearch::covers), so they
  /// must be those of the plan.
  [[nodiscard]] BlockTable<Word> read_tag_table(int block) {
    BlockTable<Word> table = read_starts(SectionKind::starts);
    const KeyField longest = plan_.field(block, std::numeric_limits<std::uint64_t>::max());
    if (table.field.rotation != longest.rotation || table.field.bits > longest.bits) {
      refuse_last("a key lies outside its block");
    }
    if (block == 0) table.entries = read_column<Word>(SectionKind::entries);
    const FileSection& section = peek(SectionKind::tags);
    table.tag_field = plan_.tag_field(block, table.field);
    if (KeyField{static_cast<int>(section.key_rotation), static_cast<int>(section.key_bits)} !=
        table.tag_field) {
      refuse_next("the bits of a tag do not fit the plan");
    }
    table.tags = read_column<std::uint16_t>(SectionKind::tags);
    if (table.tags.size() == 0) refuse_last("a table without tags");
    const bool fits = block > 0 || table.entries.size() == table.tags.size();
    if (!fits) refuse_last("the numbers of tags and entries differ");
    if (block > 0) table.places = read_column<std::uint32_t>(SectionKind::places, table.tags.size());
    return table;
  }

  void read_second_tags(BlockTable<Word>& piece) {
    const FileSection& section = peek(SectionKind::tags);
    piece.tag_field = {static_cast<int>(section.key_rotation), static_cast<int>(section.key_bits)};
    piece.tags = read_column<std::uint16_t>(SectionKind::tags, piece.entries.size());
  }

  void check_second_tags(const HotBucket<Word>& bucket) const {
    std::vector<KeyField> fields;
    for (const BlockTable<Word>& piece : bucket.pieces) fields.push_back(piece.field);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const BlockTable<Word>& piece = bucket.pieces[i];
      if (piece.has_tags() && piece.tag_field != second_level_tag(fields, i)) {
        refuse_last("the bits of a tag of a second level do not fit the plan");
      }
    }
  }

  void read_hot_bucket(std::vector<std::vector<HotBucket<Word>>>& hot, bool has_tags) {
    const FileSection first = peek(SectionKind::second_starts);
    const bool known = first.table < hot.size() && first.piece == 0;
    if (!known || (!hot[first.table].empty() && hot[first.table].back().key >= first.bucket)) {
      refuse_next("a second level out of order");
    }
    HotBucket<Word> bucket{first.bucket, {}};
    for (int piece = 0; piece < plan_.blocks(); ++piece) {
      const FileSection& section = peek(SectionKind::second_starts);
      const bool belongs = section.table == first.table && section.bucket == first.bucket;
      if (!belongs) refuse_next("a piece of a second level is missing");
      bucket.pieces.push_back(read_table(SectionKind::second_starts, SectionKind::second_entries));
      if (has_tags) read_second_tags(bucket.pieces.back());
    }
    check_second_tags(bucket);
    hot[first.table].push_back(std::move(bucket));
  }

  const Plan& plan_;
};

}  // namespace

FileContent read_content(const MappedIndexFile& file) {
  const FileHeader& header = file.header();
  if (header.version == kSimilarityFileVersion) {
    throw Error(ErrorCode::invalid_argument,
                file.path() + ": an index of similarity, but one of fingerprints is needed here");
  }
  PlanRequest request;
  request.bits = static_cast<int>(header.bits);
  request.max_distance = static_cast<int>(header.max_distance);
  request.expected_size = header.expected_size;
  request.blocks = static_cast<int>(header.blocks);
  request.way = header.way;
  request.id_seed = header.id_seed;
  const bool has_blocks = header.blocks >= 1 && header.blocks <= kMaxBlocks &&
                          header.way <= SearchWay::probe &&
                          (header.way != SearchWay::scan || header.blocks == 1);
  if (!has_blocks || header.id_kind > 2 || (header.id_kind == 2 && header.entry_count != 0) ||
      header.entry_count >= 0xFFFF'FFFF) {
    throw Error(ErrorCode::corrupt, file.path() + ": offset 32: numbers in the header are out of range");
  }
  FileContent content{Plan::choose(request), std::nullopt, std::string(file.recipe())};
  if (header.id_kind < 2) content.id_kind = header.id_kind == 1 ? IdKind::text : IdKind::number;
  return content;
}

template <FingerprintWord Word>
std::shared_ptr<const SortedRun<Word>> read_run(const std::shared_ptr<const MappedIndexFile>& file,
                                                const Plan& plan) {
  if (file->header().entry_count == 0) return nullptr;
  return std::make_shared<const SortedRun<Word>>(plan, SectionReader<Word>(file, plan).read(), file);
}

template std::shared_ptr<const SortedRun<std::uint64_t>> read_run(
    const std::shared_ptr<const MappedIndexFile>&, const Plan&);
template std::shared_ptr<const SortedRun<Bits128>> read_run(const std::shared_ptr<const MappedIndexFile>&,
                                                            const Plan&);

}  // namespace neardup::internal::lsm
