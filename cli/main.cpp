#include "cli/run.h"

int main(int argc, char** argv) { return neardup::cli::run(argc, argv); }
