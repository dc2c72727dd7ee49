// Properties of finding objects in JSON on any bytes: the same objects come out however small the pieces are; each
// begins and ends with a brace; each gives one document or one error; and compact JSON of a good object is on one line
// and reads the same.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "neardup/corpus/json_objects.h"
#include "neardup/corpus/jsonl_records.h"
#include "neardup/corpus/raw_batch.h"
#include "neardup/corpus/record_context.h"
#include "tests/corpus/found_objects.h"
#include "tests/fuzz/require.h"

namespace neardup {
using namespace internal;  // the parts under test
}

namespace {

using neardup::fuzz::require;

neardup::FoundObjects find(std::string_view json, std::size_t piece, std::size_t prologue) {
  neardup::FoundObjects found = neardup::find_objects(json, piece, prologue);
  require(!found.is_stuck);
  return found;
}

neardup::DocumentBatch parse(std::string_view json) {
  const neardup::ReadOptions options;
  neardup::RawBatch batch;
  batch.bytes.set_capacity(json.size());
  json.copy(batch.bytes.room().data(), json.size());
  batch.bytes.grow_by(json.size());
  auto file = std::make_shared<neardup::InputFile>();
  file->format = neardup::InputFormat::json;
  neardup::RawSegment segment;
  segment.file = file;
  neardup::DocumentBatch out;
  out.files.push_back(file);
  const std::string_view bytes = batch.bytes.view(0, batch.bytes.size());
  neardup::RecordContext context(options, segment, bytes, out);
  neardup::JsonlRecords(options).parse_objects(bytes, 1, context);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  const auto layout = neardup::find_json_layout(json, {"text"});
  const std::size_t prologue = layout ? layout->prologue : 0;
  require(prologue <= json.size());
  const neardup::FoundObjects whole = find(json, std::max<std::size_t>(size, 1), prologue);
  for (const std::size_t piece : {1U, 2U, 7U}) require(find(json, piece, prologue).objects == whole.objects);
  for (const std::string& object : whole.objects) {
    require(object.starts_with('{'));
    const neardup::DocumentBatch once = parse(object);
    require(once.documents.size() <= 1);
    if (once.documents.empty()) continue;
    const std::string compact = neardup::compact_json(object);
    require(compact.find('\n') == std::string::npos);
    require(parse(compact).documents.at(0).text == once.documents[0].text);
  }
  if (prologue == 0) require(parse(json).documents.size() <= whole.objects.size() + (whole.is_open ? 1 : 0));
  return 0;
}
