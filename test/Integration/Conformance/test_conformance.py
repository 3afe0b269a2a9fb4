"""All op-level conformance cases, compiled and run, in every form.

A setup is a form (tensors or memrefs, static or dynamic shapes) and a schedule;
all its cases are functions of one module, which is compiled once.
"""

import dataclasses
import pathlib

import pytest
from cases import Case, load
from function_writer import Form
from generate import functions_of, module_of
from schedules import SCHEDULES
from toolchain import Toolchain


@dataclasses.dataclass(frozen=True)
class Setup:
    """A form and a schedule."""

    form: Form
    schedule: str

    @property
    def cases(self) -> tuple[Case, ...]:
        """All; of schedules that only tests make, every other one, those with static
        shapes and those with dynamic ones in turn."""
        return load() if self.schedule == "direct" else load()[self.form.dynamic :: 2]

    @property
    def has_differences(self) -> bool:
        """Whether cases also run without their epilogue; once is enough."""
        return self.schedule == "direct"

    def __str__(self) -> str:
        shapes = "dynamic" if self.form.dynamic else "static"
        return f"{self.form.container} {shapes} {self.schedule}"


# Tiling works on tensors, so on memrefs there is the reference lowering alone.
SETUPS = [
    Setup(Form("tensor", dynamic), schedule)
    for dynamic in (False, True)
    for schedule in SCHEDULES
] + [
    Setup(Form("memref", False), "direct"),
    Setup(Form("memref", True), "direct"),
    Setup(Form("destination", False), "split"),
    Setup(Form("destination", True), "online"),
]


class Artifacts:
    """The artifact of each setup, compiled when it is first asked for."""

    def __init__(self, toolchain: Toolchain, folder: pathlib.Path):
        self.toolchain = toolchain
        self.folder = folder
        self.done: dict[Setup, pathlib.Path | pytest.fail.Exception] = {}

    def get(self, setup: Setup) -> pathlib.Path:
        """Fails, each time alike, if the module does not compile."""
        if setup not in self.done:
            try:
                self.done[setup] = self.compile(setup)
            except pytest.fail.Exception as failure:
                self.done[setup] = failure
        found = self.done[setup]
        if isinstance(found, pytest.fail.Exception):
            raise found
        return found

    def compile(self, setup: Setup) -> pathlib.Path:
        """The artifact with all cases."""
        path = self.folder / f"{str(setup).replace(' ', '-')}.so"
        text = module_of(setup.cases, setup.form, setup.has_differences)
        passes = SCHEDULES[setup.schedule]
        # What tests alone make is about numbers, not about speed; and what LLVM sees
        # of memrefs is what it sees of tensors.
        optimize = setup.form.container == "tensor" and not passes
        return self.toolchain.compile(text, path, *passes, optimize=optimize)


@pytest.fixture(scope="module")
def artifacts(
    toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory
) -> Artifacts:
    """All artifacts of this module."""
    return Artifacts(toolchain, tmp_path_factory.mktemp("conformance"))


@pytest.mark.parametrize(
    ("setup", "case"),
    [
        pytest.param(
            setup,
            case,
            id=f"{setup}:{case.name}",
            marks=pytest.mark.xdist_group(str(setup)),
        )
        for setup in SETUPS
        for case in setup.cases
    ],
)
def test_case(
    setup: Setup, case: Case, artifacts: Artifacts, toolchain: Toolchain
) -> None:
    """diffattn-run finds the results of the case within its tolerance."""
    library = artifacts.get(setup)
    for function, _, _ in functions_of(case, setup.has_differences):
        toolchain.run(
            "diffattn-run",
            library,
            f"--function={function}",
            f"--inputs={case.path}",
            f"--expected={case.path}",
            f"--cancellation={case.cancellation}",
        )
