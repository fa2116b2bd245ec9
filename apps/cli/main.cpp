#include "cli/program.h"

int main(int argc, char** argv) { return gaia::memory::cli::run(argc, argv); }
