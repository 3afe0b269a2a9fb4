"""What commands write: whole files or none, and never over what they read."""

import contextlib
import glob
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from diffattn import interruption
from diffattn.errors import Error, UsageError

FOLDER_FILES = (
    *(".json", ".safetensors", ".py", ".bin", ".model"),
    *("merges.txt", "vocab.txt"),
)
"""Endings of the files that the folder of a model comes with."""

MODULES = (".mlir", ".mlirbc", ".pt2")
"""Endings of a model in one file: what `import` writes, often beside its source."""


def check_outputs(
    model: str, outputs: Iterable[Path], inputs: Iterable[str | None] = ()
) -> None:
    """Raises UsageError if an output is the model or another one of the inputs, in its
    folder under the name of a file that such folders come with, or given twice; Error
    if its folder isn't there. So it is known before hours of work."""
    seen: list[Path] = []
    named = (Path(each) for each in (model, *inputs) if each is not None)
    read = [each for each in named if each.exists()]
    for path in outputs:
        if is_special(path):
            continue
        if not path.name:
            raise UsageError(f"output: expected the name of a file, found '{path}'")
        if path.exists() and any(path.samefile(each) for each in read):
            raise UsageError(f"'{path}': the output is the input")
        if path.resolve() in seen:
            raise UsageError(f"'{path}': two outputs have this name")
        inside = path.parent.resolve() == Path(model).resolve()
        if inside and path.name.lower().endswith(FOLDER_FILES):
            raise UsageError(f"'{path}': the output is a file of the model")
        if path.is_dir():
            raise Error(f"'{path}': cannot be written: it is a folder")
        if not path.parent.is_dir():
            raise Error(f"'{path}': cannot be written: its folder does not exist")
        seen.append(path.resolve())


def keep_models(outputs: Iterable[Path]) -> None:
    """Raises UsageError if an output of another kind would replace a file that looks
    like one of a model: weights, a module, a description."""
    for path in outputs:
        if path.is_file() and path.name.lower().endswith(FOLDER_FILES + MODULES):
            raise UsageError(
                f"'{path}': expected no file of a model, found one: it would be "
                "replaced"
            )


def is_special(path: Path) -> bool:
    """Whether the path is a device or a pipe, which is written to, not replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


def write_files(contents: dict[Path, bytes]) -> None:
    """Writes all files or none; a file that was there is replaced at once. Raises
    Error if one can't be written."""
    ready: list[tuple[str, Path]] = []

    def unlink() -> None:
        for name, _ in ready:
            os.unlink(name)

    with interruption.discarding(unlink):
        _write_files(contents, ready)


def _write_files(contents: dict[Path, bytes], ready: list[tuple[str, Path]]) -> None:
    """As write_files; `ready` are temporary files that are left at any time, and the
    files that they will be."""
    try:
        for path, content in contents.items():
            with _naming(path):
                if is_special(path):
                    path.write_bytes(content)
                    continue
                with interruption.uninterrupted():
                    handle, name = tempfile.mkstemp(
                        dir=path.parent, prefix=f".{path.name}."
                    )
                    ready.append((name, path))
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                # Temporary files are private; this one is to be as any other.
                os.chmod(name, 0o666 & ~_umask())
        with interruption.uninterrupted():
            while ready:
                name, path = ready[0]
                with _naming(path):
                    os.replace(name, path)
                ready.pop(0)
    finally:
        for name, _ in ready:
            os.unlink(name)


@contextlib.contextmanager
def discarding_temporaries(*paths: Path | None) -> Iterator[None]:
    """What the compiler has begun to write of these files, whose temporary names it
    makes of theirs, is taken away if the process is interrupted inside."""

    def discard() -> None:
        for path in filter(None, paths):
            for left in path.parent.glob(f"{glob.escape(path.name)}.*.tmp*"):
                left.unlink(missing_ok=True)

    with interruption.discarding(discard):
        yield


@contextlib.contextmanager
def _naming(path: Path) -> Iterator[None]:
    """What fails inside is an Error that names the file."""
    try:
        yield
    except OSError as error:
        raise Error(f"'{path}': cannot be written: {error.strerror}") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
