"""Writes the folder that a machine with a GPU needs.

lib/          artifacts, the runtime and what it needs
ptx/          the kernels as text, compressed (for the eye, ptxas, profilers)
gpu_check/    this package
cases.json    attentions, sizes and seeds
manifest.json what was built from what
"""

import concurrent.futures
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence

from gpu_check import cases, kinds
from gpu_check.attentions import Attention, write
from gpu_check.errors import UsageError

ROOT = pathlib.Path(__file__).resolve().parents[3]
MOST_BYTES = 60 * 1000 * 1000
SEED = 2026

README = """\
# Are diffattn's kernels right and fast on this GPU?

    ./gpu-check.sh --run .

It takes less than 4 minutes and needs x86-64 Linux (glibc 2.34 or newer), an NVIDIA GPU
(sm_80 or newer), its driver, and Python with PyTorch; PYTHON=... chooses another Python
than python3. Nothing else: no network, no compiler. (Where torch.compile can't work,
for want of a C compiler, some of what is compared with is left out.) It prints a table,
and writes results-cuda.json after each case. `./gpu-check.sh --help` says more;
manifest.json tells what was compiled from what.
"""


class Preparation:
    """Writes one folder."""

    def __init__(
        self,
        folder: pathlib.Path,
        build: pathlib.Path,
        target: str,
        chips: str = "",
    ):
        self.folder, self.build, self.target = folder, build, target
        self.chips = chips
        """Of machine code: "sm_90,sm_100"; "" for PTX alone."""
        self.libraries = folder / "lib"

    def run(self, count: int, seed: int, say: Callable[[str], None]) -> None:
        """Everything, `count` cases; nothing stays of what fails."""
        compiler = self.build / "bin" / "diffattn-compile"
        if not compiler.exists():
            raise UsageError(f"'{compiler}' does not exist: build it first")
        is_new = not self.folder.exists()
        if not is_new and (not self.folder.is_dir() or any(self.folder.iterdir())):
            raise UsageError(f"'{self.folder}': expected a new or empty folder")
        try:
            self.libraries.mkdir(parents=True)
            self.fill(count, seed, say)
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            if not is_new:
                self.folder.mkdir()
            raise

    def fill(self, count: int, seed: int, say: Callable[[str], None]) -> None:
        """Writes all to a folder that has one for libraries."""
        is_small = self.target == "sim"
        attentions = kinds.emulated() if is_small else kinds.checked()
        drawn = cases.draw(attentions, count, seed, is_small)
        used = {case.attention for case in drawn}
        timed = [] if is_small else [a.name for a in kinds.TIMED]
        attentions = [a for a in attentions if a.name in used or a.name in timed]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            compiled = pool.map(self.compile, attentions)
            for i, attention in enumerate(attentions):
                say(f"compiling {i + 1} of {len(attentions)}: {attention.name}")
                next(compiled)
        cases.save(self.folder / "cases.json", attentions, drawn, seed)
        self.copy_runtime()
        self.copy_runner()
        self.write_manifest()
        self.check_size()

    def compile(self, attention: Attention) -> None:
        """An artifact, and its kernels as text."""
        text = write(attention)
        artifact = self.libraries / f"{attention.name}.so"
        # Any x86-64 may be the host of a GPU.
        arguments = [f"--target={self.target}", "--cpu=generic", "-o", artifact]
        if self.chips:
            arguments += [f"--cubin={self.chips}", *find_ptxas()]
        done = subprocess.run(
            [self.build / "bin" / "diffattn-compile", "-", *map(str, arguments)],
            input=text,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise UsageError(f"{attention.name}: {done.stderr.strip()[:2000]}")
        if self.target == "cuda":
            ptx = self.folder / "ptx" / f"{attention.name}.ptx.gz"
            ptx.parent.mkdir(exist_ok=True)
            ptx.write_bytes(gzip.compress(ptx_of(artifact), mtime=0))

    def copy_runtime(self) -> None:
        """The runtime, for sim the emulator, and what they load that other machines
        may lack."""
        names = ["libDiffAttnRuntime.so"]
        if self.target == "sim":
            names.append("libDiffAttnSim.so")
        for name in names:
            source = self.build / "lib" / name
            copy = self.libraries / name
            shutil.copyfile(source, copy)
            strip(copy)
            for path in needed_by(source, ("libomp.", "libboost_context.")):
                shutil.copyfile(path, self.libraries / path.name)

    def copy_runner(self) -> None:
        """This package, the script and a page to read."""
        here = pathlib.Path(__file__).parent
        target = self.folder / "gpu_check"
        target.mkdir()
        for path in sorted(here.glob("*.py")):
            shutil.copyfile(path, target / path.name)
        script = self.folder / "gpu-check.sh"
        shutil.copyfile(ROOT / "tools" / "dev" / "gpu-check.sh", script)
        script.chmod(0o755)
        (self.folder / "README.md").write_text(README)

    def write_manifest(self) -> None:
        """What was built: commit, compiler, and a hash of every file."""
        compiler = self.build / "bin" / "diffattn-compile"
        files = sorted(p for p in self.folder.rglob("*") if p.is_file())
        manifest = {
            "target": self.target,
            "cubin": self.chips,
            "commit": output("git", "-C", str(ROOT), "rev-parse", "HEAD"),
            "changed": bool(output("git", "-C", str(ROOT), "status", "--porcelain")),
            "compiler": output(str(compiler), "--version").splitlines(),
            "sha256": {
                str(path.relative_to(self.folder)): hash_of(path) for path in files
            },
        }
        text = json.dumps(manifest, indent=1) + "\n"
        (self.folder / "manifest.json").write_text(text)

    def check_size(self) -> None:
        """It must be small enough to carry around."""
        size = sum(p.stat().st_size for p in self.folder.rglob("*") if p.is_file())
        if size > MOST_BYTES:
            raise UsageError(
                f"'{self.folder}': expected at most {MOST_BYTES} bytes, found {size}"
            )


def output(*command: str) -> str:
    """What a command prints; nothing if it can't."""
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def find_ptxas() -> list[str]:
    """The flag for that of the package nvidia-cuda-nvcc, if it is installed and no
    other is where the compiler looks."""
    if shutil.which("ptxas") or "CUDA_HOME" in os.environ:
        return []
    folders = [pathlib.Path(path) / "nvidia" for path in sys.path]
    found = sorted(p for f in folders for p in f.glob("*/bin/ptxas"))
    return [f"--ptxas={found[0]}"] if found else []


def hash_of(path: pathlib.Path) -> str:
    """Of the content of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def strip(library: pathlib.Path) -> None:
    """Without what only debuggers read, where there is a tool for that."""
    tool = shutil.which("llvm-strip-22") or shutil.which("strip")
    if tool:
        subprocess.run([tool, "--strip-unneeded", library], check=True)


def needed_by(library: pathlib.Path, names: Sequence[str]) -> list[pathlib.Path]:
    """Of the libraries that one needs, where those with these names are."""
    found = re.findall(r"(\S+) => (/\S+)", output("ldd", str(library)))
    return [
        pathlib.Path(path)
        for name, path in found
        if any(name.startswith(wanted) for wanted in names)
    ]


def ptx_of(artifact: pathlib.Path) -> bytes:
    """The kernels in an artifact: text that is ended by a NUL."""
    content = artifact.read_bytes()
    version = content.index(b"\n.version ")
    return content[
        content.rindex(b"\0", 0, version) + 1 : content.index(b"\0", version)
    ]


def verify(folder: pathlib.Path) -> None:
    """Whether a folder is whole. Raises UsageError if it is not."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text())
        hashes = dict(manifest["sha256"])
        _ = manifest["target"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"'{folder}': not a folder of --prepare: {error}") from None
    for name, expected in hashes.items():
        path = folder / name
        if not path.is_file() or hash_of(path) != expected:
            raise UsageError(f"'{path}' is not what --prepare wrote")


def target_of(folder: pathlib.Path) -> str:
    """`cuda` or `sim`."""
    return json.loads((folder / "manifest.json").read_text())["target"]


def summary_of(folder: pathlib.Path) -> dict[str, object]:
    """Of what was built, without the hashes."""
    manifest = json.loads((folder / "manifest.json").read_text())
    return {key: value for key, value in manifest.items() if key != "sha256"}
