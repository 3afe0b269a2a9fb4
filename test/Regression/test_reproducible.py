"""Compilers that give another program in each run, or fail when several run."""

import concurrent.futures
import hashlib
import os
import pathlib
import subprocess

import pytest
from attentions import Attention, write
from layers import model
from toolchain import BUILD

ATTENTION = write(Attention("attend", mask="b m n", lengths="b", softcap=2.0, eps=1e-5))
TEXT = model(1, 33) + ATTENTION


def output_of(text: str, cpus: set[int], *flags: str) -> str:
    """A hash of what the compiler writes, running on some processors."""
    done = subprocess.run(
        [BUILD / "bin" / "diffattn-compile", "-", "-o", "-", *flags],
        input=text.encode(),
        capture_output=True,
        check=True,
        preexec_fn=lambda: os.sched_setaffinity(0, cpus),
    )
    assert len(done.stdout) > 1000
    return hashlib.sha256(done.stdout).hexdigest()


# iree-org/iree#17500
@pytest.mark.parametrize(
    ("runs", "text", "flags"),
    [
        (12, ATTENTION, ("--emit=object",)),
        (4, TEXT, ("--emit=object",)),
        (4, TEXT, ("--emit=llvm", "--reference")),
        (4, TEXT, ("--emit=ptx", "--target=cuda")),
        (4, TEXT, ("--emit=object", "--target=sim")),
    ],
    ids=lambda x: "" if isinstance(x, str) else str(x),
)
def test_each_run_gives_another_program(
    runs: int, text: str, flags: tuple[str, ...]
) -> None:
    """With one thread and with several, alone and 8 at a time: one hash."""
    every = os.sched_getaffinity(0)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        sets = [{min(every)} if run % 2 else every for run in range(runs - 2)]
        hashes = set(pool.map(lambda cpus: output_of(text, cpus, *flags), sets))
    for cpus in ({min(every)}, every):
        hashes.add(output_of(text, cpus, *flags))
    assert len(hashes) == 1


# llvm/llvm-project#62426
def test_compiling_in_several_threads_fails(tmp_path: pathlib.Path) -> None:
    """8 threads of one process, each with sessions of its own, for all targets."""
    compiler = pytest.importorskip("diffattn.compiler")
    options = [
        dict(),
        dict(reference=True),
        dict(target="sim"),
        dict(target="cuda"),
        dict(cpu="generic"),
        dict(quantize="int8"),
        dict(remarks="show"),
        dict(cache_dir=tmp_path / "cache"),
    ]

    def compile(number: int) -> tuple[int, str]:
        """The manifest that an option gives."""
        which = number % len(options)
        artifact = compiler.compile_text(
            ATTENTION, output=tmp_path / f"{number}.so", **options[which]
        )
        return which, str(artifact.manifest)

    alone = dict(map(compile, range(len(options))))
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for which, manifest in pool.map(compile, range(100, 100 + len(options))):
            assert manifest == alone[which]
