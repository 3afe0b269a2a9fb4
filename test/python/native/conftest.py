"""Without tests where there is no extension: in builds with sanitizers."""

from toolchain import BUILD

CACHE = BUILD / "CMakeCache.txt"
HAS_SANITIZERS = CACHE.exists() and "-fsanitize=" in CACHE.read_text()
collect_ignore_glob = ["test_*.py"] if HAS_SANITIZERS else []
