import pytest
from report.goldens import FOLDER, GOLDENS


@pytest.mark.parametrize("name", GOLDENS)
def test_a_report_reads_as_it_was_agreed(name):
    assert GOLDENS[name]() == (FOLDER / name).read_bytes().decode("utf-8")


@pytest.mark.parametrize("name", GOLDENS)
def test_two_renders_of_one_report_are_equal(name):
    assert GOLDENS[name]() == GOLDENS[name]()


def test_no_golden_file_is_left_over():
    assert {path.name for path in FOLDER.iterdir()} == set(GOLDENS)
