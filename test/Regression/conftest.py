"""What the regression tests share."""

import pytest
from backends import Backends
from toolchain import Toolchain


@pytest.fixture(scope="session")
def backends(
    toolchain: Toolchain, tmp_path_factory: pytest.TempPathFactory
) -> Backends:
    """All artifacts."""
    return Backends(toolchain, tmp_path_factory.mktemp("regression"))
