// Makes one system call of a program fail, for tests: LD_PRELOAD this library and set
//
//   NEARDUP_FAULT=write:3:28     the third call of write() fails with errno 28
//   NEARDUP_FAULT=thread:1:11    as above; no later thread can be started either
//   NEARDUP_FAULT_MARK=FILE      is created when the call fails, so that a test knows that it did
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

namespace {

struct Fault {
  char name[16] = "";
  long number = 0;
  int error = 0;
};

Fault read_fault() {
  Fault fault;
  const char* const text = std::getenv("NEARDUP_FAULT");
  const char* const colon = text == nullptr ? nullptr : std::strchr(text, ':');
  if (colon == nullptr || colon - text >= static_cast<long>(sizeof fault.name)) return fault;
  std::memcpy(fault.name, text, static_cast<std::size_t>(colon - text));
  char* end = nullptr;
  fault.number = std::strtol(colon + 1, &end, 10);
  fault.error = static_cast<int>(std::strtol(end + 1, nullptr, 10));
  return fault;
}

/// Returns true, with errno set, if this call of `name` is the one to fail.
bool fails(const char* name) {
  static const Fault fault = read_fault();
  static std::atomic<long> calls = 0;
  if (std::strcmp(name, fault.name) != 0) return false;
  const long call = ++calls;
  const bool is_thread = std::strcmp(name, "thread") == 0;
  if (is_thread ? call < fault.number : call != fault.number) return false;
  if (const char* const mark = std::getenv("NEARDUP_FAULT_MARK"); mark != nullptr) {
    const long descriptor = syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0666);
    if (descriptor >= 0) syscall(SYS_close, descriptor);
  }
  errno = fault.error;
  return true;
}

template <typename Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t size) {
  if (descriptor > 2 && fails("write")) return -1;
  return real<ssize_t(int, const void*, size_t)>("write")(descriptor, bytes, size);
}

ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t offset) {
  if (fails("pwrite")) return -1;
  return real<ssize_t(int, const void*, size_t, off_t)>("pwrite")(descriptor, bytes, size, offset);
}

int open(const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  if (fails("open")) return -1;
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int rename(const char* from, const char* to) noexcept {
  if (fails("rename")) return -1;
  return real<int(const char*, const char*)>("rename")(from, to);
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
  if (fails("linkat")) return -1;
  return real<int(int, const char*, int, const char*, int)>("linkat")(from_folder, from, to_folder, to,
                                                                      flags);
}

int fsync(int descriptor) {
  if (fails("fsync")) return -1;
  return real<int(int)>("fsync")(descriptor);
}

// NOLINTNEXTLINE(readability-function-size): the parameters of the system
void* mmap(void* address, size_t size, int protection, int flags, int descriptor, off_t offset) noexcept {
  if (fails("mmap")) return MAP_FAILED;
  return reinterpret_cast<void*>(syscall(SYS_mmap, address, size, protection, flags, descriptor, offset));
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) noexcept {
  if (fails("thread")) return errno;
  return real<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create")(
      thread, attributes, start, argument);
}

}  // extern "C"
