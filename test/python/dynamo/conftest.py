"""Without compiled graphs where there is no extension: in builds with sanitizers."""

from toolchain import BUILD

CACHE = BUILD / "CMakeCache.txt"
HAS_SANITIZERS = CACHE.exists() and "-fsanitize=" in CACHE.read_text()
collect_ignore = (
    ["test_graphs.py", "test_compiled_models.py", "test_backend.py"]
    if HAS_SANITIZERS
    else []
)
