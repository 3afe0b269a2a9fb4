"""A command that can't replace one of its outputs said so of the last one."""

import pytest
from diffattn.commands.files import write_files
from diffattn.errors import Error


def test_the_file_that_cannot_be_replaced_is_named(tmp_path):
    folder, other = tmp_path / "folder", tmp_path / "other"
    folder.mkdir()
    with pytest.raises(Error, match="'.*/folder': cannot be written: Is a directory"):
        write_files({folder: b"1", other: b"2"})
    assert list(tmp_path.iterdir()) == [folder]
