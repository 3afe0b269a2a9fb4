"""Compiles modules for the emulator."""

import pathlib

from device_artifact import DeviceArtifact
from toolchain import Toolchain


class Emulated:
    """Artifacts for the emulator, each compiled when it is first asked for."""

    def __init__(self, toolchain: Toolchain, folder: pathlib.Path):
        self.toolchain = toolchain
        self.folder = folder
        self.done: dict[str, pathlib.Path] = {}

    def compile(self, name: str, text: str) -> pathlib.Path:
        """The artifact of a module, called `name`."""
        if name not in self.done:
            path = self.folder / f"{name}.so"
            self.toolchain.run(
                "diffattn-compile", "-", "--target=sim", "-o", path, stdin=text
            )
            self.done[name] = path
        return self.done[name]

    def load(self, name: str, text: str) -> DeviceArtifact:
        """The same, to be called."""
        return DeviceArtifact(self.compile(name, text))
