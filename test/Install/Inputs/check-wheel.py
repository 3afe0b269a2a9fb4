"""Checks what is in a wheel: python check-wheel.py FOLDER-WITH-IT

All that its libraries need is in it or part of every Linux, they show their own
functions only, and the licences of what was linked in are there.
"""

import email
import pathlib
import re
import sys
import zipfile
from io import BytesIO

from elftools.elf.dynamic import DynamicSection
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

LICENSES = "LICENSE llvm-22-dev.txt nanobind.txt nlohmann-json3-dev.txt libzstd-dev.txt"
# PEP 600 names them; libz, too.
OF_EVERY_LINUX = re.compile(
    r"(libc|libm|libgcc_s|libstdc\+\+|libz|ld-linux-x86-64)\.so"
)
# Of the emulator, kernels call those of compiler-rt.
SHOWN = re.compile(r"diffattn_|PyInit__native|__(trunc|extend)\w+2$")
# With the code of 20 processors that nobody asked for, it would be more.
MEGABYTES = 60


def check_library(name: str, content: bytes, others: set[str]) -> None:
    """Fails if a library needs, or shows, what it should not."""
    file = ELFFile(BytesIO(content))
    for section in file.iter_sections():
        if isinstance(section, DynamicSection):
            for tag in section.iter_tags():
                if tag.entry.d_tag == "DT_NEEDED":
                    needed = tag.needed
                    assert needed in others or OF_EVERY_LINUX.match(needed), needed
                if tag.entry.d_tag in ("DT_RPATH", "DT_RUNPATH"):
                    path = getattr(tag, "rpath", None) or tag.runpath
                    assert all(p.startswith("$ORIGIN") for p in path.split(":")), path
    symbols = file.get_section_by_name(".dynsym")
    assert isinstance(symbols, SymbolTableSection)
    if name.startswith("diffattn/"):
        for symbol in symbols.iter_symbols():
            defined = symbol["st_shndx"] not in ("SHN_UNDEF", "SHN_ABS")
            assert not (defined and symbol.name) or SHOWN.match(symbol.name), (
                symbol.name
            )


(path,) = pathlib.Path(sys.argv[1]).glob("diffattn-*.whl")
assert "manylinux_2_" in path.name, path
assert path.stat().st_size < MEGABYTES << 20, path.stat().st_size
with zipfile.ZipFile(path) as wheel:
    names = wheel.namelist()
    libraries = [name for name in names if ".so" in name]
    assert len(libraries) >= 4, libraries
    for library in libraries:
        others = {pathlib.PurePath(name).name for name in libraries}
        check_library(library, wheel.read(library), others)
    (metadata,) = [name for name in names if name.endswith(".dist-info/METADATA")]
    licenses = pathlib.PurePath(metadata).parent / "licenses"
    for name in LICENSES.split():
        assert wheel.read(f"{licenses}/{name}"), name
    headers = email.message_from_bytes(wheel.read(metadata))
required = [r for r in headers.get_all("Requires-Dist", []) if "extra" not in r]
assert required == ["numpy>=1.24"], required
assert {"torch", "pictures"} <= set(headers.get_all("Provides-Extra", []))
