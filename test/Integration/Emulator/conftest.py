"""What the tests of kernels in the emulator share."""

import pytest
from emulated import Emulated
from toolchain import Toolchain


@pytest.fixture(scope="session")
def emulated(
    toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory
) -> Emulated:
    """All artifacts."""
    return Emulated(toolchain, tmp_path_factory.mktemp("emulated"))
