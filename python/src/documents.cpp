#include "python/src/documents.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "neardup/util/error.h"

namespace neardup::python {
namespace {

class ArrowDocuments : public Documents {
 public:
  ArrowDocuments(std::unique_ptr<ArrowTable> table, const DocumentColumns& columns)
      : table_(std::move(table)) {
    for (const std::string& name : columns.text) texts_.push_back(table_->column(name));
    if (columns.id) ids_ = table_->column(*columns.id);
    for (const std::string& name : columns.fields) fields_.push_back(table_->column(name));
  }

  [[nodiscard]] std::size_t size() const noexcept override { return table_->size(); }

  [[nodiscard]] std::optional<std::string_view> text(std::size_t row, std::string& scratch) const override {
    const std::size_t batch = table_->batch_of(row);
    return text_at(batch, row, scratch);
  }

  void read(std::size_t row, Document& document) const override {
    const std::size_t batch = table_->batch_of(row);
    std::string scratch;
    document.text = text_at(batch, row, scratch).value_or(std::string_view());
    if (!ids_.empty()) document.id = ids_[batch].get(row, scratch).value_or(std::string_view());
    for (const std::vector<ArrowColumn>& field : fields_)
      document.fields.emplace_back(field[batch].get(row, scratch).value_or(std::string_view()));
  }

 private:
  /// Joins several columns by newlines and leaves out those that are null, as for fields of records.
  [[nodiscard]] std::optional<std::string_view> text_at(std::size_t batch, std::size_t row,
                                                        std::string& scratch) const {
    if (texts_.size() == 1) return texts_.front()[batch].get(row, scratch);
    std::string joined;
    bool any = false;
    for (const std::vector<ArrowColumn>& column : texts_) {
      const std::optional<std::string_view> part = column[batch].get(row, scratch);
      if (!part) continue;
      if (any) joined += '\n';
      joined += *part;
      any = true;
    }
    if (!any) return std::nullopt;
    scratch = std::move(joined);
    return scratch;
  }

  std::unique_ptr<ArrowTable> table_;
  std::vector<std::vector<ArrowColumn>> texts_;
  std::vector<ArrowColumn> ids_;
  std::vector<std::vector<ArrowColumn>> fields_;
};

/// The UTF-8 of the strings of a Python list. Python keeps it with each string, so it is made at most once.
class StringList {
 public:
  StringList() = default;
  /// `what` is for messages. Throws Error for an item that is neither a string nor None.
  StringList(const nb::object& items, const char* what) : items_(nb::tuple(items)) {
    for (nb::handle item : items_) {
      ++size_;
      views_.push_back(item.is_none() ? std::nullopt : std::optional(utf8_of(item, what)));
    }
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::optional<std::string_view> operator[](std::size_t i) const { return views_[i]; }

 private:
  std::string_view utf8_of(nb::handle item, const char* what) {
    if (!PyUnicode_Check(item.ptr()))
      throw Error(ErrorCode::invalid_argument,
                  "item " + std::to_string(size_ - 1) + " of " + what + " is of type " +
                      std::string(nb::str(item.type().attr("__name__")).c_str()) + ", not a string or None");
    Py_ssize_t length = 0;
    if (const char* const bytes = PyUnicode_AsUTF8AndSize(item.ptr(), &length))
      return {bytes, static_cast<std::size_t>(length)};
    PyErr_Clear();
    return repaired(item);
  }

  /// Puts U+FFFD for each lone surrogate, as the library does in JSON. Both take three bytes.
  std::string_view repaired(nb::handle item) {
    const nb::bytes encoded =
        nb::steal<nb::bytes>(PyUnicode_AsEncodedString(item.ptr(), "utf-8", "surrogatepass"));
    if (!encoded.is_valid()) throw nb::python_error();
    std::string& text = own_.emplace_back(encoded.c_str(), encoded.size());
    for (std::size_t i = 0; i + 2 < text.size(); ++i) {
      if (text[i] == '\xED' && static_cast<unsigned char>(text[i + 1]) >= 0xA0)
        text.replace(i, 3, "\xEF\xBF\xBD");
    }
    return text;
  }

  nb::tuple items_;  // of our own: the caller may change a list
  std::size_t size_ = 0;
  std::vector<std::optional<std::string_view>> views_;
  std::deque<std::string> own_;
};

class ListedDocuments : public Documents {
 public:
  ListedDocuments(const nb::object& texts, const nb::object& ids, const std::vector<nb::object>& fields)
      : texts_(texts, "the texts") {
    if (!ids.is_none()) ids_ = StringList(ids, "the ids");
    for (const nb::object& field : fields) fields_.emplace_back(field, "a field");
    if (!ids.is_none() && ids_.size() != texts_.size())
      throw Error(ErrorCode::invalid_argument, "there are " + std::to_string(texts_.size()) + " texts and " +
                                                   std::to_string(ids_.size()) + " ids");
  }

  [[nodiscard]] std::size_t size() const noexcept override { return texts_.size(); }
  [[nodiscard]] std::optional<std::string_view> text(std::size_t row,
                                                     std::string& /*scratch*/) const override {
    return texts_[row];
  }
  void read(std::size_t row, Document& document) const override {
    document.text = texts_[row].value_or(std::string_view());
    if (ids_.size() > 0) document.id = ids_[row].value_or(std::string_view());
    for (const StringList& field : fields_)
      document.fields.emplace_back(field[row].value_or(std::string_view()));
  }

 private:
  StringList texts_;
  StringList ids_;
  std::vector<StringList> fields_;
};

/// Returns what a capsule of the Arrow interface holds. Throws what Python throws if it has another name.
template <typename Held>
Held& open_capsule(nb::handle capsule, const char* name) {
  void* const held = PyCapsule_GetPointer(capsule.ptr(), name);
  if (held == nullptr) throw nb::python_error();
  return *static_cast<Held*>(held);
}

/// Returns a pointer that ends the documents under the lock of the interpreter, whichever thread holds the last copy.
std::shared_ptr<Documents> held(std::unique_ptr<Documents> documents) {
  return {documents.release(), [](Documents* ended) {
            const nb::gil_scoped_acquire lock;
            delete ended;
          }};
}

std::unique_ptr<ArrowTable> take_table(const nb::object& exporter) {
  if (nb::hasattr(exporter, "__arrow_c_stream__")) {
    const nb::object capsule = exporter.attr("__arrow_c_stream__")();
    auto& stream = open_capsule<ArrowArrayStream>(capsule, "arrow_array_stream");
    const nb::gil_scoped_release no_lock;  // a stream may run a query
    return std::make_unique<ArrowTable>(stream);
  }
  const nb::object capsules = exporter.attr("__arrow_c_array__")();
  return std::make_unique<ArrowTable>(open_capsule<ArrowSchema>(capsules[0], "arrow_schema"),
                                      open_capsule<ArrowArray>(capsules[1], "arrow_array"));
}

}  // namespace

std::shared_ptr<Documents> documents_from_arrow(const nb::object& exporter, const DocumentColumns& columns) {
  return held(std::make_unique<ArrowDocuments>(take_table(exporter), columns));
}

std::shared_ptr<Documents> documents_from_lists(const nb::object& texts, const nb::object& ids,
                                                const std::vector<nb::object>& fields) {
  return held(std::make_unique<ListedDocuments>(texts, ids, fields));
}

void bind_documents(nb::module_& module) {
  nb::class_<Documents>(module, "Documents", "Documents in memory, read where they lie.")
      .def_static(
          "from_arrow",
          [](const nb::object& exporter, const std::vector<std::string>& text,
             const std::optional<std::string>& id, const std::vector<std::string>& fields) {
            return documents_from_arrow(exporter, {.text = text, .id = id, .fields = fields});
          },
          nb::arg("exporter"), nb::arg("text"), nb::arg("id").none() = nb::none(),
          nb::arg("fields") = std::vector<std::string>())
      .def_static("from_lists", &documents_from_lists, nb::arg("texts"), nb::arg("ids").none() = nb::none(),
                  nb::arg("fields") = std::vector<nb::object>())
      .def("__len__", &Documents::size);
}

}  // namespace neardup::python
