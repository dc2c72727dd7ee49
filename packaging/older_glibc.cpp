// Lets Debian's static libraries run with an older glibc, and inside a shared module.
#include <cstdio>

extern "C" {

// Code for executables may address a variable of glibc directly, code of a shared module may not. The static libraries
// use these instead (cmake/StaticLibraries.cmake renames them).
std::FILE* neardup_stdin = nullptr;
std::FILE* neardup_stdout = nullptr;
std::FILE* neardup_stderr = nullptr;
long neardup_timezone = 0;  // NOLINT(google-runtime-int) the type in glibc; only ICU's default time zone reads it

__attribute__((constructor(101))) static void copy_streams() {
  neardup_stdin = stdin;
  neardup_stdout = stdout;
  neardup_stderr = stderr;
}

// libstdc++ counts references without atomic instructions while this is true. It came with glibc 2.32.
__attribute__((visibility("hidden"))) char __libc_single_threaded = 0;  // NOLINT(bugprone-reserved-identifier)
}
