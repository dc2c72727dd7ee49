// Turns the failures of Arrow into exceptions.
#pragma once

#include <arrow/result.h>
#include <arrow/status.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace neardup::internal::parquet {

/// Returns the first line of the message, without its code: the lines after it are of no use to a reader.
inline std::string first_line(const std::string& message) { return message.substr(0, message.find('\n')); }

/// Throws std::runtime_error if the status is not OK.
inline void require(const arrow::Status& status) {
  if (!status.ok()) throw std::runtime_error(first_line(status.message()));
}

template <typename T>
T require(arrow::Result<T> result) {
  require(result.status());
  return std::move(result).ValueUnsafe();
}

}  // namespace neardup::internal::parquet
