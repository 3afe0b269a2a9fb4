"""Compiles modules for the emulator."""

import os
import pathlib

from device_artifact import DeviceArtifact
from toolchain import Toolchain

# Threads in order, and by chance: three times, or so often as the environment wants.
SEEDS = int(os.environ.get("DIFFATTN_EMULATOR_SEEDS", "3"))
DEVICES = ("sim", *(f"sim:schedule=random,seed={seed}" for seed in range(SEEDS)))


class Emulated:
    """Artifacts for the emulator, each compiled when it is first asked for."""

    def __init__(self, toolchain: Toolchain, folder: pathlib.Path):
        self.toolchain = toolchain
        self.folder = folder
        self.done: dict[str, pathlib.Path] = {}
        self.loaded: dict[tuple[str, str], DeviceArtifact] = {}

    def compile(self, name: str, text: str) -> pathlib.Path:
        """The artifact of a module, called `name`. Unoptimised: compiling takes longer
        than what small calls take of the emulator."""
        if name not in self.done:
            path = self.folder / f"{name}.so"
            flags = ("--target=sim", "--optimize=false")
            self.toolchain.run("diffattn-compile", "-", *flags, "-o", path, stdin=text)
            self.done[name] = path
        return self.done[name]

    def load(self, name: str, text: str, device: str = "sim") -> DeviceArtifact:
        """The same, to be called on a device."""
        key = (name, device)
        if key not in self.loaded:
            self.loaded[key] = DeviceArtifact(self.compile(name, text), device)
        return self.loaded[key]
