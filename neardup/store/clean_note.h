// The note that a collection leaves when it is closed in order, and in every snapshot: how much had been
// written. RocksDB takes a damaged end of its manifest or its log for a crash and silently returns to an
// earlier state; after an orderly end there is no crash to explain it, so the note unmasks the damage.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace neardup::internal::store {

/// Writes the note and syncs it. Returns false if that fails; then there simply is no note.
bool write_clean_note(const std::string& folder, std::uint64_t sequence) noexcept;
/// Returns the sequence number in the note, or no value if there is no note. Throws Error if it is damaged.
[[nodiscard]] std::optional<std::uint64_t> read_clean_note(const std::string& folder);
/// Removes the note durably, before anything is written. Throws Error.
void remove_clean_note(const std::string& folder);

}  // namespace neardup::internal::store
