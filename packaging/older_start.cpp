// Starts a program with glibc 2.28 and later. Since 2.34 glibc itself calls the constructors of a program; before, the
// program passed a function that did. Newer versions still call that function if there is one.
extern "C" {

using Main = int (*)(int, char**, char**);
using Initialise = void (*)(int, char**, char**);
using Finish = void (*)();

void _init();  // NOLINT(bugprone-reserved-identifier)
extern const Initialise __init_array_start[]
    __attribute__((visibility("hidden")));  // NOLINT(bugprone-reserved-identifier)
extern const Initialise __init_array_end[]
    __attribute__((visibility("hidden")));  // NOLINT(bugprone-reserved-identifier)

asm(".symver older_libc_start_main, __libc_start_main@GLIBC_2.2.5");
int older_libc_start_main(Main main, int argc, char** argv, Initialise init, Finish finish, Finish unload,
                          void* stack);

// An exception that comes from a module, through the unwinder of libgcc_s.so, is also handled by the one that is linked in.
// That one fills its tables when it throws for the first time.
static void prepare_unwinder() {
  try {
    throw 0;
  } catch (int) {  // NOLINT(bugprone-empty-catch)
  }
}

static void run_constructors(int argc, char** argv, char** environment) {
  _init();
  for (const Initialise* each = __init_array_start; each != __init_array_end; ++each)
    (*each)(argc, argv, environment);
  prepare_unwinder();
}

// NOLINTNEXTLINE(bugprone-reserved-identifier)
__attribute__((visibility("hidden"))) int __libc_start_main(Main main, int argc, char** argv, Initialise,
                                                            Finish finish, Finish unload, void* stack) {
  return older_libc_start_main(main, argc, argv, run_constructors, finish, unload, stack);
}
}
