// HammingIndex and SimilarityIndex. Both release the lock of the interpreter while they work.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "neardup/index/hamming_index.h"
#include "neardup/index/similarity_index.h"
#include "neardup/util/error.h"
#include "neardup/util/parallel.h"
#include "python/src/bindings.h"
#include "python/src/documents.h"
#include "python/src/fingerprint_array.h"

namespace neardup::python {
namespace {

/// An id of Python: a string or a number.
using Id = std::variant<std::uint64_t, std::string>;

IdRef to_ref(const Id& id) {
  if (const auto* const number = std::get_if<std::uint64_t>(&id)) return {*number};
  return {std::get<std::string>(id)};
}

Id to_id(const DocumentId& id) {
  if (id.kind() == IdKind::number) return id.number();
  return id.text();
}

using Near = std::pair<Id, int>;
using Similar = std::pair<Id, double>;

std::vector<Near> hits_of(const FindResult& found) {
  std::vector<Near> hits;
  for (const Hit& hit : found) hits.emplace_back(to_id(hit.id), hit.distance);
  return hits;
}

std::vector<Similar> hits_of(const SimilarResult& found) {
  std::vector<Similar> hits;
  for (const SimilarHit& hit : found) hits.emplace_back(to_id(hit.id), hit.similarity);
  return hits;
}

/// Returns the fingerprints of an array of any kind of numbers, or of the answer of fingerprint().
std::vector<Fingerprint> fingerprints_of(const nb::object& array, int bits) {
  const nb::object words = nb::module_::import_("neardup._calls").attr("to_words")(array);
  return to_fingerprints(nb::cast<Words>(words), bits);
}

/// Returns the texts of a list, a series or an Arrow array.
std::shared_ptr<Documents> texts_of(const nb::object& texts) {
  return nb::cast<std::shared_ptr<Documents>>(
      nb::module_::import_("neardup._inputs").attr("documents_of")(texts));
}

/// A recipe or its written form.
using RecipeName = std::variant<Recipe, std::string>;

Recipe to_recipe(const RecipeName& recipe) {
  if (const auto* const written = std::get_if<std::string>(&recipe)) return Recipe::parse(*written);
  return std::get<Recipe>(recipe);
}

// ---- fingerprints -----------------------------------------------------------------------------------------

std::vector<Near> find_near(const HammingIndex& index, const nb::int_& number,
                            std::optional<int> max_distance) {
  const Fingerprint fingerprint = to_fingerprint(number, index.options().bits);
  const nb::gil_scoped_release no_lock;
  return hits_of(index.find(fingerprint, max_distance.value_or(index.options().max_distance)));
}

std::vector<std::vector<Near>> find_near_all(const HammingIndex& index, const nb::object& words,
                                             std::optional<int> max_distance) {
  const std::vector<Fingerprint> fingerprints = fingerprints_of(words, index.options().bits);
  const nb::gil_scoped_release no_lock;
  std::vector<std::vector<Near>> answers(fingerprints.size());
  constexpr std::size_t kTask = 256;
  internal::run_tasks(
      internal::thread_count(0), (answers.size() + kTask - 1) / kTask, [&](std::size_t task, int) {
        for (std::size_t i = task * kTask; i < std::min(answers.size(), (task + 1) * kTask); ++i)
          answers[i] =
              hits_of(index.find(fingerprints[i], max_distance.value_or(index.options().max_distance)));
      });
  return answers;
}

void add_near_all(HammingIndex& index, const std::vector<Id>& ids, const nb::object& words) {
  const std::vector<Fingerprint> fingerprints = fingerprints_of(words, index.options().bits);
  if (ids.size() != fingerprints.size())
    throw Error(ErrorCode::invalid_argument, "there are " + std::to_string(fingerprints.size()) +
                                                 " fingerprints and " + std::to_string(ids.size()) + " ids");
  const nb::gil_scoped_release no_lock;
  for (std::size_t i = 0; i < ids.size(); ++i) index.add(to_ref(ids[i]), fingerprints[i]);
}

void bind_hamming(nb::module_& module) {
  const auto no_lock = nb::call_guard<nb::gil_scoped_release>();
  nb::class_<HammingIndex>(
      module, "HammingIndex",
      "Finds the fingerprints within a distance of a query, exactly and in microseconds, "
      "while other threads add to it. Ids are strings or numbers, not both.")
      .def(
          "__init__",
          [](HammingIndex* self, int max_distance, int bits, const std::string& recipe) {
            new (self) HammingIndex({.bits = bits, .max_distance = max_distance, .recipe = recipe});
          },
          nb::kw_only(), nb::arg("max_distance") = 3, nb::arg("bits") = 64, nb::arg("recipe") = "")
      .def_static(
          "open", [](const std::string& path) { return HammingIndex::open(path); }, nb::arg("path"), no_lock,
          "Open a file that save() or `neardup index build` wrote. It is mapped, not read.")
      .def("save", &HammingIndex::save, nb::arg("path"), no_lock, "Write the index to a file.")
      .def(
          "add",
          [](HammingIndex& index, const Id& id, const nb::int_& fingerprint) {
            index.add(to_ref(id), to_fingerprint(fingerprint, index.options().bits));
          },
          nb::arg("id"), nb::arg("fingerprint"), "Add a fingerprint, or replace that of the id.")
      .def("add_all", &add_near_all, nb::arg("ids"), nb::arg("fingerprints"), "Add an array of fingerprints.")
      .def(
          "remove", [](HammingIndex& index, const Id& id) { return index.remove(to_ref(id)); }, nb::arg("id"),
          "Remove an id; return False if the index does not contain it.")
      .def("__contains__", [](const HammingIndex& index, const Id& id) { return index.contains(to_ref(id)); })
      .def("__len__", &HammingIndex::size)
      .def("find", &find_near, nb::arg("fingerprint"), nb::arg("max_distance").none() = nb::none(),
           "Return (id, distance) of every entry within the distance, the nearest first.")
      .def("find_all", &find_near_all, nb::arg("fingerprints"), nb::arg("max_distance").none() = nb::none(),
           "Call find() for each fingerprint of an array, on all cores.")
      .def(
          "fingerprint",
          [](const HammingIndex& index, const Id& id) -> nb::object {
            const std::optional<Fingerprint> found = index.fingerprint(to_ref(id));
            return found ? to_number(*found) : nb::none();
          },
          nb::arg("id"), "Return the fingerprint of an id, or None.")
      .def_prop_ro("max_distance", [](const HammingIndex& index) { return index.options().max_distance; })
      .def_prop_ro("bits", [](const HammingIndex& index) { return index.options().bits; })
      .def_prop_ro("recipe", [](const HammingIndex& index) { return index.options().recipe; })
      .def("explain", &HammingIndex::explain, "Return one line that says how this index searches and why.");
}

// ---- shingle sets -----------------------------------------------------------------------------------------

/// An index with its recipe, from which it takes the shingles of texts.
class TextIndex {
 public:
  TextIndex(const Recipe& recipe, double similarity)
      : recipe_(recipe), index_({.min_similarity = similarity, .recipe = recipe.written()}) {}
  explicit TextIndex(SimilarityIndex index)
      : recipe_(Recipe::parse(index.options().recipe.empty() ? "text-1" : index.options().recipe)),
        index_(std::move(index)) {}

  void add(const Id& id, std::string_view text) {
    SimilarityEntryTaker taker(recipe_);
    index_.add(to_ref(id), taker.take(text));
  }
  void add_all(const std::vector<Id>& ids, const Documents& documents) {
    if (ids.size() != documents.size())
      throw Error(ErrorCode::invalid_argument, "there are " + std::to_string(documents.size()) +
                                                   " texts and " + std::to_string(ids.size()) + " ids");
    SimilarityEntryTaker taker(recipe_);
    std::string scratch;
    for (std::size_t i = 0; i < ids.size(); ++i)
      index_.add(to_ref(ids[i]), taker.take(documents.text(i, scratch).value_or("")));
  }
  [[nodiscard]] std::vector<Similar> find(std::string_view text, std::optional<double> similarity) const {
    SimilarityEntryTaker taker(recipe_);
    return hits_of(index_.find(taker.take(text), similarity.value_or(index_.options().min_similarity)));
  }
  [[nodiscard]] std::vector<std::vector<Similar>> find_all(const Documents& documents,
                                                           std::optional<double> similarity) const {
    constexpr std::size_t kTask = 64;
    std::vector<std::vector<Similar>> answers(documents.size());
    const int threads = internal::thread_count(0);
    std::vector<SimilarityEntryTaker> takers(static_cast<std::size_t>(threads),
                                             SimilarityEntryTaker(recipe_));
    internal::run_tasks(threads, (answers.size() + kTask - 1) / kTask, [&](std::size_t task, int thread) {
      std::string scratch;
      for (std::size_t i = task * kTask; i < std::min(answers.size(), (task + 1) * kTask); ++i) {
        const auto entry =
            takers[static_cast<std::size_t>(thread)].take(documents.text(i, scratch).value_or(""));
        answers[i] = hits_of(index_.find(entry, similarity.value_or(index_.options().min_similarity)));
      }
    });
    return answers;
  }
  [[nodiscard]] SimilarityIndex& index() noexcept { return index_; }
  [[nodiscard]] const Recipe& recipe() const noexcept { return recipe_; }

 private:
  Recipe recipe_;
  SimilarityIndex index_;
};

void bind_similarity(nb::module_& module) {
  const auto no_lock = nb::call_guard<nb::gil_scoped_release>();
  nb::class_<TextIndex>(
      module, "SimilarityIndex",
      "Finds the texts similar to a query, as dedup judges them, in microseconds, while other "
      "threads add to it. Ids are strings or numbers, not both.")
      .def(
          "__init__",
          [](TextIndex* self, double similarity, const RecipeName& recipe) {
            new (self) TextIndex(to_recipe(recipe), similarity);
          },
          nb::kw_only(), nb::arg("similarity") = 0.8, nb::arg("recipe") = "text-1")
      .def_static(
          "open", [](const std::string& path) { return TextIndex(SimilarityIndex::open(path)); },
          nb::arg("path"), no_lock, "Open a file that save() or `neardup index build` wrote.")
      .def(
          "save", [](TextIndex& index, const std::string& path) { index.index().save(path); },
          nb::arg("path"), no_lock, "Write the index to a file.")
      .def("add", &TextIndex::add, nb::arg("id"), nb::arg("text"), no_lock,
           "Add a text, or replace that of the id.")
      .def(
          "add_all",
          [](TextIndex& index, const std::vector<Id>& ids, const nb::object& texts) {
            const std::shared_ptr<Documents> documents = texts_of(texts);
            const nb::gil_scoped_release released;
            index.add_all(ids, *documents);
          },
          nb::arg("ids"), nb::arg("texts"), "Add the texts of a list, a series or an Arrow array.")
      .def(
          "remove", [](TextIndex& index, const Id& id) { return index.index().remove(to_ref(id)); },
          nb::arg("id"), "Remove an id; return False if the index does not contain it.")
      .def("__contains__", [](TextIndex& index, const Id& id) { return index.index().contains(to_ref(id)); })
      .def("__len__", [](TextIndex& index) { return index.index().size(); })
      .def("find", &TextIndex::find, nb::arg("text"), nb::arg("similarity").none() = nb::none(), no_lock,
           "Return (id, similarity) of every similar entry, the most similar first.")
      .def(
          "find_all",
          [](const TextIndex& index, const nb::object& texts, std::optional<double> similarity) {
            const std::shared_ptr<Documents> documents = texts_of(texts);
            const nb::gil_scoped_release released;
            return index.find_all(*documents, similarity);
          },
          nb::arg("texts"), nb::arg("similarity").none() = nb::none(),
          "Call find() for each text, on all cores.")
      .def_prop_ro("similarity", [](TextIndex& index) { return index.index().options().min_similarity; })
      .def_prop_ro("recipe", &TextIndex::recipe)
      .def_prop_ro("expected_recall", [](TextIndex& index) { return index.index().expected_recall(); })
      .def(
          "explain", [](TextIndex& index) { return index.index().explain(); },
          "Return one line that says how this index searches.");
}

}  // namespace

void bind_indexes(nb::module_& module) {
  bind_hamming(module);
  bind_similarity(module);
}

}  // namespace neardup::python
