// Collection: documents that keep coming, each answered with what it repeats, or kept. Durable, for any number of threads.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "neardup/store/live_collection.h"
#include "neardup/util/error.h"
#include "python/src/bindings.h"
#include "python/src/options.h"

namespace neardup::python {
namespace {

LiveOptions live_options(const nb::dict& given) {
  LiveOptions options;
  if (given.contains("recipe")) options.recipe = nb::cast<Recipe>(given["recipe"]);
  if (given.contains("distance")) options.rule = LiveRule::distance(nb::cast<int>(given["distance"]));
  if (given.contains("similarity")) {
    if (options.rule)
      throw Error(ErrorCode::invalid_argument, "distance and similarity are two rules; give one");
    options.rule = LiveRule::similarity(nb::cast<double>(given["similarity"]));
  }
  if (given.contains("keeps_texts")) options.keeps_texts = nb::cast<bool>(given["keeps_texts"]);
  if (given.contains("window")) options.window = nb::cast<std::int64_t>(given["window"]);
  if (given.contains("ttl")) options.ttl = nb::cast<std::int64_t>(given["ttl"]);
  options.create = option(given, "create", options.create);
  options.read_only = option(given, "read_only", options.read_only);
  const auto durability = option<std::string>(given, "durability", "sync");
  if (durability != "sync" && durability != "interval" && durability != "none")
    throw Error(ErrorCode::invalid_argument, "durability must be sync, interval or none");
  if (durability == "interval") options.durability = Durability::interval;
  if (durability == "none") options.durability = Durability::none;
  return options;
}

nb::dict to_dict(const LiveAnswer& answer) {
  nb::dict dict;
  dict["verdict"] = std::string(name_of(answer.verdict));
  dict["id"] = answer.id;
  dict["nearest"] = answer.nearest.empty() ? nb::none() : nb::cast(answer.nearest);
  dict["distance"] = nb::cast(answer.distance);
  dict["similarity"] = nb::cast(answer.similarity);
  dict["story"] = answer.story;
  dict["copies"] = answer.copies;
  dict["first_seen"] = answer.first_seen;
  dict["last_seen"] = answer.last_seen;
  dict["sources"] = nb::cast(answer.sources);
  return dict;
}

LiveDocument live_document(const std::string& id, const std::string& text, std::optional<std::int64_t> time,
                           const std::string& source) {
  return {.document = {.id = id, .text = text}, .time = time, .source = source};
}

/// A collection that can be closed before Python drops it.
class OpenCollection {
 public:
  OpenCollection(const std::string& folder, const LiveOptions& options)
      : collection_(std::make_unique<LiveCollection>(folder, options)) {}
  [[nodiscard]] LiveCollection& get() const {
    if (!collection_) throw Error(ErrorCode::invalid_argument, "the collection is closed");
    return *collection_;
  }
  void close() noexcept { collection_.reset(); }

 private:
  std::unique_ptr<LiveCollection> collection_;
};

template <typename Ask>
nb::dict answer_of(const Ask& ask) {
  LiveAnswer answer;
  {
    const nb::gil_scoped_release no_lock;
    answer = ask();
  }
  return to_dict(answer);
}

nb::dict info_of(const OpenCollection& collection) {
  const LiveInfo info = collection.get().info();
  nb::dict dict;
  dict["recipe"] = info.recipe;
  dict["rule"] = info.rule;
  dict["keeps_texts"] = info.keeps_texts;
  dict["window"] = info.window;
  dict["ttl"] = info.ttl;
  dict["documents"] = info.documents;
  dict["memory_bytes"] = info.memory_bytes;
  dict["disk_bytes"] = info.disk_bytes;
  return dict;
}

}  // namespace

void bind_collection(nb::module_& module) {
  const auto no_lock = nb::call_guard<nb::gil_scoped_release>();
  nb::class_<OpenCollection>(module, "Collection")
      .def(
          "__init__",
          [](OpenCollection* self, const std::string& folder, const nb::dict& options) {
            new (self) OpenCollection(folder, live_options(options));
          },
          nb::arg("folder"), nb::arg("options"))
      .def(
          "check",
          [](const OpenCollection& self, const std::string& id, const std::string& text,
             std::optional<std::int64_t> time, const std::string& source) {
            return answer_of([&] { return self.get().check(live_document(id, text, time, source)); });
          },
          nb::arg("id"), nb::arg("text"), nb::arg("time").none(), nb::arg("source"))
      .def(
          "query",
          [](const OpenCollection& self, const std::string& id, const std::string& text,
             std::optional<std::int64_t> time, const std::string& source) {
            return answer_of([&] { return self.get().query(live_document(id, text, time, source)); });
          },
          nb::arg("id"), nb::arg("text"), nb::arg("time").none(), nb::arg("source"))
      .def(
          "remove",
          [](const OpenCollection& self, const std::vector<std::string>& ids) {
            return self.get().remove(ids);
          },
          nb::arg("ids"), no_lock)
      .def(
          "text",
          [](const OpenCollection& self, const std::string& id) -> std::optional<std::string> {
            const std::optional<StoredDocument> found = self.get().get(id);
            return found ? found->text : std::nullopt;
          },
          nb::arg("id"), no_lock)
      .def(
          "has",
          [](const OpenCollection& self, const std::string& id) { return self.get().get(id).has_value(); },
          nb::arg("id"), no_lock)
      .def(
          "snapshot",
          [](const OpenCollection& self, const std::string& folder) { self.get().snapshot(folder); },
          nb::arg("folder"), no_lock)
      .def(
          "export_index",
          [](const OpenCollection& self, const std::string& path) { self.get().export_index(path); },
          nb::arg("path"), no_lock)
      .def("size", [](const OpenCollection& self) { return self.get().size(); })
      .def("info", &info_of)
      .def("close", &OpenCollection::close, no_lock);
}

}  // namespace neardup::python
