// Documents that did not come from files, kept so that their texts can be read again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "neardup/corpus/document.h"
#include "neardup/corpus/inputs.h"
#include "neardup/corpus/record_source.h"

namespace neardup::internal {

class DocumentList {
 public:
  DocumentList() = default;
  DocumentList(const DocumentList&) = delete;
  DocumentList& operator=(const DocumentList&) = delete;
  virtual ~DocumentList() = default;

  /// Returns text and features of a document; may put them into `scratch`. Thread-safe. Throws Error.
  [[nodiscard]] virtual const Document& read(std::size_t i, Document& scratch) const = 0;
};

/// Documents in the memory of the caller.
class DocumentSpan : public DocumentList {
 public:
  explicit DocumentSpan(std::span<const Document> documents) : documents_(documents) {}
  [[nodiscard]] const Document& read(std::size_t i, Document& /*scratch*/) const override {
    return documents_[i];
  }

 private:
  std::span<const Document> documents_;
};

/// Documents in a form of the caller's own.
class TableDocuments : public DocumentList {
 public:
  explicit TableDocuments(std::shared_ptr<const DocumentTable> table) : table_(std::move(table)) {}
  [[nodiscard]] const Document& read(std::size_t i, Document& scratch) const override {
    scratch = {};
    table_->read(i, scratch);
    return scratch;
  }

 private:
  std::shared_ptr<const DocumentTable> table_;
};

/// Documents in a nameless temporary file. Takes 8 bytes of memory per document.
class SpooledDocuments : public DocumentList {
 public:
  /// Creates the file in `folder`; empty means $TMPDIR or /tmp. Throws Error.
  explicit SpooledDocuments(std::string folder) : spool_(std::move(folder)) {}

  /// Appends text and features of a document. Not thread-safe. Throws Error, for example if the disk is full.
  void add(const Document& document);
  [[nodiscard]] const Document& read(std::size_t i, Document& scratch) const override;

 private:
  Spool spool_;
  std::deque<std::uint64_t> ends_;  // the end of each document in the spool
};

}  // namespace neardup::internal
