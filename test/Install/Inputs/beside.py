"""Packages in one process: python beside.py SITE PACKAGE...

imports them in this order, diffattn and diffattn.compiler from the folder SITE, then
compiles and calls, twice and on two threads, with PyTorch at work in between if it is
one of them.
"""

import importlib
import pathlib
import sys
from typing import Any

import numpy as np

TEXT = """
func.func @grow(%x: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %y = math.exp %x : tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}
"""


def work_of_torch(torch: Any) -> None:
    """A product on its own threads."""
    torch.set_num_threads(2)
    x = torch.ones(256, 256)
    assert (x @ x == 256).all()


def work_of_diffattn() -> None:
    """Compiles and calls."""
    from diffattn.compiler import compile_text
    from diffattn.runtime import set_num_threads

    set_num_threads(2)
    x = np.linspace(-1, 1, 640, dtype=np.float32).reshape(10, 64)
    np.testing.assert_allclose(compile_text(TEXT)["grow"](x), np.exp(x), rtol=1e-6)


site, *names = sys.argv[1:]
sys.path.insert(0, site)
packages = {name: importlib.import_module(name) for name in names}
assert packages["diffattn"].__path__[0].startswith(site), packages
for _ in range(2):
    work_of_diffattn()
    if "torch" in names:
        work_of_torch(packages["torch"])
maps = pathlib.Path("/proc/self/maps").read_text()
assert f"{site}/diffattn/libDiffAttnC.so" in maps
others = {"libMLIR.so", "libLLVM.so", "libLLVM-22.so"}
assert not [line for line in maps.splitlines() if line.rpartition("/")[2] in others]
print("works")
