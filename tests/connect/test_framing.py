"""Lines come out the same however the bytes are cut, and a line over the limit costs nothing but itself."""

from hypothesis import given
from hypothesis import strategies as st

from tool_audit.connect.framing import LineSplitter
from tool_audit.connect.noise import FirstLines, LastLines, neutral


def lines_of(pieces, limit=2**20):
    splitter = LineSplitter(limit)
    lines = [line for piece in pieces for line in splitter.feed(piece)]
    return lines, splitter.rest()


@given(st.lists(st.binary(max_size=6).map(lambda raw: raw.replace(b"\x00", b"\n")), max_size=30))
def test_lines_do_not_depend_on_where_the_bytes_are_cut(pieces):
    *complete, rest = b"".join(pieces).split(b"\n")
    assert lines_of(pieces) == (complete, rest)


@given(st.lists(st.sampled_from([b"a", b"bb", b"\n", b"cc\n", b"\ndd"]), max_size=40))
def test_a_line_over_the_limit_is_told_once_and_the_others_come_out(pieces):
    *complete, _ = b"".join(pieces).split(b"\n")
    found, _ = lines_of(pieces, limit=3)
    expected = [line if len(line) <= 3 else None for line in complete]
    assert found[: len(expected)] == expected
    assert found[len(expected) :] in ([], [None])


def test_an_endless_line_is_not_kept():
    splitter = LineSplitter(10)
    told = [line for _ in range(1000) for line in splitter.feed(b"x" * 100)]
    assert told == [None]
    assert splitter.rest() == b""


def test_the_first_lines_are_kept_cut_and_counted():
    noise = FirstLines(count=2, width=5)
    for line in (b"one", b"   ", b"a longer line", b"three"):
        noise.add(line)
    assert (noise.lines, noise.total) == (["one", "a lo…"], 3)


def test_the_last_lines_are_kept_the_unfinished_one_too():
    tail = LastLines(count=2, width=10)
    for chunk in (b"one\ntw", b"o\nthree\r\nfo", b"ur"):
        tail.feed(chunk)
    assert tail.lines == ("two", "three", "four")


def test_a_last_line_without_end_does_not_grow():
    tail = LastLines(count=2, width=10)
    for _ in range(1000):
        tail.feed(b"y" * 1000)
    assert tail.lines == ("yyyyyyyyy…",)


def test_control_characters_are_written_out_and_letters_of_any_script_stay():
    assert neutral("a\x1b[2J\u202e김\ud800\t", 100) == "a\\x1b[2J\\u202e김\\ud800\t"
