"""A range and a total beside a list, in whatever language."""

import pytest
from builders import call

ROWS = "\n".join(f"- row {number} of the register" for number in range(10))


@pytest.mark.parametrize(
    "line",
    [
        "나무 37건 중 1-10",
        "Baeume 1-10, im Ganzen 37",
        "1\u201310 / 37",
        "puita 37, joista 11-20",
        "行 0~10 合計 37",
        "1-10 (37)",
    ],
)
def test_a_range_as_long_as_the_list_and_a_number_above_it_are_a_total(line):
    for text in (f"{line}\n\n{ROWS}", f"{ROWS}\n\n{line}"):
        signs = call(text).measurement.signs
        assert (signs.total, signs.says_more) == (37, True), line


@pytest.mark.parametrize(
    "line",
    [
        "Pages 3-5 of the year 2026",
        "2026-11-30",
        "10:30-11:40, room 37",
        "Levels 1-10",
        "Rows 1-10, 37 trees, 4 parks",
        "1-9 37",
    ],
)
def test_other_numbers_beside_a_list_are_none(line):
    signs = call(f"{line}\n\n{ROWS}").measurement.signs
    assert signs.total is None, line


@pytest.mark.parametrize("line", ["weiter mit cursor=9", "(cursor: 9)", "続き next_cursor=`9`", 'pageToken = "9".'])
def test_a_cursor_named_as_an_argument_beside_a_list_is_a_way_to_go_on(line):
    signs = call(f"{ROWS}\n\n{line}").measurement.signs
    assert (signs.cursor, signs.says_more) == ("9", True)


@pytest.mark.parametrize("line", ["cursor: none", "Move the cursor to the left", "- cursor=9 is a row"])
def test_the_word_alone_is_none(line):
    assert not call(f"{ROWS}\n{line}").measurement.signs.says_more
