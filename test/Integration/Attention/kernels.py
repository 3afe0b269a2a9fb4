"""Compiles attentions to kernels of a strategy, and makes sure that they are."""

import functools
import pathlib
import re

import pytest
from artifact import Artifact
from attentions import Attention, Blocks, write
from toolchain import Toolchain

# Operations that no kernel may be left with.
DECOMPOSED = re.compile(r"^\s*(?:%[\w:]+ = )?(?:linalg|diffattn)\.\w+", re.MULTILINE)


def assert_kernels(text: str, count: int) -> None:
    """`text`, a module at the stage of kernels, has `count` public functions, in
    each of which one kernel does all of the work."""
    public = 0
    for function in re.split(r"\n  func\.func ", text)[1:]:
        if function.startswith("private"):
            continue
        public += 1
        assert len(re.findall(r"call @attention_\d+\(", function)) == 1, function
        assert not re.search(r"\b(scf|vector|linalg)\.", function), function
    assert public == count
    left = DECOMPOSED.search(text)
    assert left is None, f"left to do: {left[0]}"


class Kernels:
    """Artifacts, each compiled when it is first asked for."""

    def __init__(self, toolchain: Toolchain, folder: pathlib.Path):
        self.toolchain = toolchain
        self.folder = folder
        self.done: dict[tuple[str, str, bool], Artifact] = {}

    def get(
        self,
        attentions: tuple[Attention, ...],
        strategy: str,
        blocks: Blocks,
        cpu: str,
        optimize: bool = True,
    ) -> Artifact:
        """The functions of `attentions`, on memrefs with any strides."""
        schedule = blocks.schedule(strategy)
        text = "\n".join(write(a, schedule) for a in attentions)
        return self.load(text, len(attentions), cpu, optimize)

    def load(self, text: str, count: int, cpu: str, optimize: bool = True) -> Artifact:
        """What `compile` makes, once for all tests that ask alike."""
        key = (text, cpu, optimize)
        if key not in self.done:
            self.done[key] = Artifact(self.compile(text, count, cpu, optimize))
        return self.done[key]

    def compile(
        self, text: str, count: int, cpu: str, optimize: bool = True
    ) -> pathlib.Path:
        """The artifact of a module of memref functions, of which `count` are
        public. Each must become a call of a kernel. LLVM's optimiser takes most of
        the time of compiling."""
        number = len(list(self.folder.iterdir()))
        path = self.folder / f"{number}.so"
        dumps = self.folder / f"{number}"
        dumps.mkdir()
        # The checks of arguments before buffers would refuse lengths above the
        # number of keys, which kernels clamp.
        text = self.toolchain.apply(text, "diffattn-describe-arguments")
        self.toolchain.run(
            "diffattn-compile",
            "--compile-from=buffers",
            f"--cpu={cpu}",
            f"--optimize={str(optimize).lower()}",
            f"--dump-stages-to={dumps}",
            "-",
            "-o",
            path,
            stdin=text,
        )
        (kernels,) = dumps.glob("*-kernels.mlir")
        assert_kernels(kernels.read_text(), count)
        return path


@functools.cache
def processor_flags() -> frozenset[str]:
    """Of /proc/cpuinfo; empty where there is none."""
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text()
    except OSError:
        return frozenset()
    found = re.search(r"^flags\s*:(.*)$", text, re.MULTILINE)
    return frozenset(found[1].split()) if found else frozenset()


# CPU to compile for, and what a machine needs to run it.
PROCESSORS: dict[str, tuple[str, ...]] = {
    "x86-64-v4+avx512bf16": ("avx512f", "avx512bw", "avx512_bf16"),
    "x86-64-v4": ("avx512f", "avx512bw", "avx512vl", "avx512dq", "avx512cd"),
    "x86-64-v3": ("avx2", "fma", "f16c", "bmi2"),
    "generic": (),
}


def need(cpu: str) -> None:
    """Skips the test where the machine can't run code for `cpu`."""
    missing = [flag for flag in PROCESSORS[cpu] if flag not in processor_flags()]
    if missing:
        pytest.skip(f"this processor lacks {', '.join(missing)}")
