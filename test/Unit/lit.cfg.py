"""The Google Test programs (names end in "Tests"); each case is one test."""

import lit.formats

config.name = "diffattn-unit"
config.suffixes = []
config.test_exec_root = config.diffattn_unit_build
config.test_source_root = config.diffattn_unit_build
config.test_format = lit.formats.GoogleTest(".", "Tests")

# As in ../lit.cfg.py: lld's archives and our instrumented code share allocators.
# And LLVM's crash recovery gives threads signal stacks that are its own to free.
config.environment["ASAN_OPTIONS"] = "allow_user_poisoning=0:use_sigaltstack=0"
