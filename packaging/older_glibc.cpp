// Lets code that was compiled with the glibc of Debian 12 (2.36) run with 2.28 and later, and lets Debian's static
// libraries be part of a shared module. The linker takes the functions defined here instead of those of glibc; nobody
// outside the program or the module sees them.
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <ctime>

// FORWARD(name, version): a function that has a newer version, or has moved to another library, without a change that
// matters here. This uses the older one.
#define FORWARD(name, version)                                                                               \
  asm(".symver older_" #name ", " #name "@" version "\n.pushsection .text\n.globl " #name "\n.hidden " #name \
      "\n.type " #name ", @function\n" #name ": jmp older_" #name "@PLT\n.size " #name ", . - " #name        \
      "\n.popsection")

FORWARD(dlclose, "GLIBC_2.2.5");
FORWARD(dlerror, "GLIBC_2.2.5");
FORWARD(dlopen, "GLIBC_2.2.5");
FORWARD(dlsym, "GLIBC_2.2.5");
FORWARD(exp, "GLIBC_2.2.5");
FORWARD(exp2, "GLIBC_2.2.5");
FORWARD(log, "GLIBC_2.2.5");
FORWARD(log2, "GLIBC_2.2.5");
FORWARD(pow, "GLIBC_2.2.5");
FORWARD(pthread_create, "GLIBC_2.2.5");
FORWARD(pthread_detach, "GLIBC_2.2.5");
FORWARD(pthread_getspecific, "GLIBC_2.2.5");
FORWARD(pthread_join, "GLIBC_2.2.5");
FORWARD(pthread_key_create, "GLIBC_2.2.5");
FORWARD(__pthread_key_create, "GLIBC_2.2.5");
FORWARD(pthread_key_delete, "GLIBC_2.2.5");
FORWARD(pthread_mutex_trylock, "GLIBC_2.2.5");
FORWARD(pthread_mutexattr_destroy, "GLIBC_2.2.5");
FORWARD(pthread_mutexattr_init, "GLIBC_2.2.5");
FORWARD(pthread_mutexattr_settype, "GLIBC_2.2.5");
FORWARD(pthread_rwlock_destroy, "GLIBC_2.2.5");
FORWARD(pthread_rwlock_init, "GLIBC_2.2.5");
FORWARD(pthread_rwlock_rdlock, "GLIBC_2.2.5");
FORWARD(pthread_rwlock_unlock, "GLIBC_2.2.5");
FORWARD(pthread_rwlock_wrlock, "GLIBC_2.2.5");
FORWARD(pthread_setname_np, "GLIBC_2.12");
FORWARD(pthread_setspecific, "GLIBC_2.2.5");
FORWARD(pthread_sigmask, "GLIBC_2.2.5");

asm(".symver older_xstat, __xstat@GLIBC_2.2.5");
asm(".symver older_lxstat, __lxstat@GLIBC_2.2.5");
asm(".symver older_fxstat, __fxstat@GLIBC_2.2.5");

namespace {

/// The layout of struct stat, the only one that x86-64 has had.
constexpr int kStatVersion = 1;

/// Returns a function of the glibc that runs, or null if it is too old.
template <typename Function>
Function newer(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_DEFAULT, name));
}

}  // namespace

extern "C" {

int older_xstat(int version, const char* path, struct stat* result);
int older_lxstat(int version, const char* path, struct stat* result);
int older_fxstat(int version, int file, struct stat* result);

// Calls of these were inline functions before 2.33. On x86-64, stat64 is stat.
int stat(const char* path, struct stat* result) { return older_xstat(kStatVersion, path, result); }
int lstat(const char* path, struct stat* result) { return older_lxstat(kStatVersion, path, result); }
int fstat(int file, struct stat* result) { return older_fxstat(kStatVersion, file, result); }
int stat64(const char* path, struct stat64* result) {
  return older_xstat(kStatVersion, path, reinterpret_cast<struct stat*>(result));
}
int fstat64(int file, struct stat64* result) {
  return older_fxstat(kStatVersion, file, reinterpret_cast<struct stat*>(result));
}

// Since 2.30.
pid_t gettid() { return static_cast<pid_t>(::syscall(SYS_gettid)); }

// Since 2.36. Falls back to the bytes of the clock, as nothing here is a secret.
std::uint32_t arc4random() {
  std::uint32_t value = 0;
  if (::getentropy(&value, sizeof value) != 0) value = static_cast<std::uint32_t>(std::clock());
  return value;
}

// Since 2.30. Without it, waits by the clock of the day for the time that is left, and may so wait too long or too short
// if somebody sets that clock meanwhile.
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* until) {
  static const auto real = newer<decltype(&pthread_cond_clockwait)>("pthread_cond_clockwait");
  if (real != nullptr) return real(condition, mutex, clock, until);
  constexpr long kSecond = 1'000'000'000;  // NOLINT(google-runtime-int) the type in timespec
  timespec now = {};
  timespec deadline = {};
  ::clock_gettime(clock, &now);
  ::clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += until->tv_sec - now.tv_sec;
  deadline.tv_nsec += until->tv_nsec - now.tv_nsec;
  if (deadline.tv_nsec < 0) {
    deadline.tv_nsec += kSecond;
    --deadline.tv_sec;
  } else if (deadline.tv_nsec >= kSecond) {
    deadline.tv_nsec -= kSecond;
    ++deadline.tv_sec;
  }
  return ::pthread_cond_timedwait(condition, mutex, &deadline);
}
}

namespace {

/// The states of a pthread_once_t, which starts as 0.
enum Once : int { not_yet, under_way, done };

/// Says how the call ended when it goes: as `done`, or as `not_yet` if an exception passes.
struct OnceCall {
  std::atomic_ref<int> state;
  Once end = not_yet;
  ~OnceCall() {
    state.store(end);
    state.notify_all();
  }
};

struct Search {
  std::uintptr_t address = 0;
  dl_find_object* result = nullptr;
};

/// Fills the result if the address is in this object. Returns 1 then, which ends the search.
int look_into(dl_phdr_info* object, std::size_t, void* data) {
  const Search& search = *static_cast<const Search*>(data);
  bool inside = false;
  const void* table = nullptr;
  std::uintptr_t begin = UINTPTR_MAX;
  std::uintptr_t end = 0;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = object->dlpi_phdr[i];
    const std::uintptr_t first = object->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_GNU_EH_FRAME) table = reinterpret_cast<const void*>(first);
    if (part.p_type != PT_LOAD) continue;
    begin = first < begin ? first : begin;
    end = first + part.p_memsz > end ? first + part.p_memsz : end;
    inside = inside || search.address - first < part.p_memsz;
  }
  if (!inside || table == nullptr) return 0;
  search.result->dlfo_map_start = reinterpret_cast<void*>(begin);
  search.result->dlfo_map_end = reinterpret_cast<void*>(end);
  search.result->dlfo_eh_frame = const_cast<void*>(table);
  return 1;
}

}  // namespace

extern "C" {

// glibc's own unwinds through libgcc_s.so, which need not be there, and which does not understand the unwinder that is
// linked in. std::call_once must let exceptions pass.
int pthread_once(pthread_once_t* control, void (*call)()) {
  const std::atomic_ref<int> state(*control);
  for (;;) {
    int seen = not_yet;
    if (state.compare_exchange_strong(seen, under_way)) break;
    if (seen == done) return 0;
    state.wait(under_way);
  }
  OnceCall guard{.state = state};
  call();
  guard.end = done;
  return 0;
}

// Since 2.35. The unwinder asks it for every frame of an exception.
int _dl_find_object(void* address, dl_find_object* result) noexcept {  // NOLINT(bugprone-reserved-identifier)
  static const auto real = newer<decltype(&_dl_find_object)>("_dl_find_object");
  if (real != nullptr) return real(address, result);
  *result = {};
  Search search{.address = reinterpret_cast<std::uintptr_t>(address), .result = result};
  return ::dl_iterate_phdr(look_into, &search) == 1 ? 0 : -1;
}

// libstdc++ counts references without atomic instructions while this is true. Since 2.32.
char __libc_single_threaded = 0;  // NOLINT(bugprone-reserved-identifier)

// Code for executables may address a variable of glibc directly, code of a shared module may not. The static libraries
// use these instead (cmake/StaticLibraries.cmake renames them).
std::FILE* neardup_stdin = nullptr;
std::FILE* neardup_stdout = nullptr;
std::FILE* neardup_stderr = nullptr;
// Only ICU's default time zone, which nothing here asks for, reads these.
long neardup_timezone = 0;  // NOLINT(google-runtime-int) the type in glibc
char* neardup_tzname[2] = {nullptr, nullptr};

__attribute__((constructor(101))) static void copy_streams() {
  neardup_stdin = stdin;
  neardup_stdout = stdout;
  neardup_stderr = stderr;
}
}
