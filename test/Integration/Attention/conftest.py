"""What the tests of attention share."""

import pytest
from kernels import Kernels
from toolchain import Toolchain


@pytest.fixture(scope="session")
def kernels(toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory) -> Kernels:
    """All artifacts."""
    return Kernels(toolchain, tmp_path_factory.mktemp("attention"))
