"""Files of logs: which are read, and what is read of them, however they are packed and whatever is broken in them."""

import gzip
import io
import json
import os
import sys

import pytest
import zstandard

from tool_audit.errors import UsageError
from tool_audit.transcripts import files as module
from tool_audit.transcripts.files import Tally, documents, files
from tool_audit.transcripts.parsing import parsed

LINES = [{"n": number, "text": "tea " * number} for number in range(50)]
TEXT = "".join(json.dumps(line) + "\n" for line in LINES).encode()


def read(path):
    tally = Tally()
    return list(documents(str(path), tally)), tally


@pytest.fixture
def log(tmp_path):
    def made(content, name="a.jsonl"):
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return made


# which files


def test_a_folder_is_walked_in_order_and_only_what_is_called_like_a_log_is_read(tmp_path):
    names = ["b/x.jsonl", "a.json", "b/guard.log.1", "b/y.jsonl.gz", "c.ndjson", "z.log.zst", "a/old.log.2.gz"]
    for name in [*names, "notes.md", "b/jsonl", "picture.png", "x.jsonl.bak", "state.sqlite"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = [os.path.relpath(path, tmp_path).replace(os.sep, "/") for path in files([str(tmp_path)])]
    assert sorted(found) == sorted(names)
    assert found == [os.path.relpath(path, tmp_path).replace(os.sep, "/") for path in files([str(tmp_path)])]


def test_a_file_that_is_named_is_read_whatever_it_is_called(log):
    path = str(log(TEXT, "session.txt"))
    assert list(files([path])) == [path]


def test_a_file_is_read_once_though_it_is_named_twice(log, tmp_path):
    path = str(log(TEXT))
    assert list(files([path, str(tmp_path), path])) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_that_lead_round_are_followed_once(log, tmp_path):
    path = str(log(TEXT))
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    (tmp_path / "same.jsonl").symlink_to(path)
    assert list(files([str(tmp_path)])) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes with names there")
def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.jsonl")
    assert list(files([str(tmp_path)])) == []


@pytest.mark.parametrize("name", ["nothing-here.jsonl", "\0"])
def test_a_name_that_stands_for_nothing_is_the_users_mistake(name):
    with pytest.raises(UsageError, match="cannot be read"):
        list(files([name]))


# what is in them


@pytest.mark.parametrize(
    "pack",
    [
        bytes,
        gzip.compress,
        zstandard.compress,
        lambda text: gzip.compress(text[:100]) + gzip.compress(text[100:]) + b"\0" * 512,
        lambda text: zstandard.compress(text[:100]) + zstandard.compress(text[100:]),
    ],
    ids=["plain", "gzip", "zstandard", "gzip-appended", "zstandard-appended"],
)
def test_lines_are_read_however_they_are_packed(log, pack):
    found, tally = read(log(pack(TEXT), "a.log"))
    assert found == LINES
    assert (tally.lines, tally.bytes, tally.broken, tally.notes) == (50, len(TEXT), 0, [])


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress], ids=["gzip", "zstandard"])
def test_of_a_packed_file_that_is_cut_all_that_can_be_is_read_and_it_is_noted(log, pack):
    text = b"".join(json.dumps({"n": os.urandom(300).hex()}).encode() + b"\n" for _ in range(3000))
    packed = pack(text)
    found, tally = read(log(packed[: len(packed) // 2]))
    assert 1000 < len(found) < 2000
    assert "damaged" in tally.notes[0]


def test_of_a_short_file_that_is_cut_the_first_lines_are_read(log):
    found, tally = read(log(gzip.compress(b'{"a": 1}\n{"b": 2}\n{"c": "' + os.urandom(300).hex().encode())[:-50]))
    assert found == [{"a": 1}, {"b": 2}]
    assert tally.notes


@pytest.mark.parametrize("head", [b"\x1f\x8b", b"\x28\xb5\x2f\xfd"])
def test_a_file_that_only_looks_packed_is_noted(log, head):
    found, tally = read(log(head + b"nonsense" * 99))
    assert found == []
    assert "damaged" in tally.notes[0]


def test_broken_lines_are_counted_and_passed_over(log):
    found, tally = read(log(b'{"a": 1}\n\n{"a": \n  \nnonsense\n{"b": 2}\n{"cut": "of'))
    assert found == [{"a": 1}, {"b": 2}]
    assert tally.broken == 3


def test_a_first_line_that_is_cut_does_not_make_one_text_of_a_file(log):
    found, tally = read(log(b'{"cut": "of\n' + TEXT))
    assert found == LINES
    assert tally.broken == 1


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize(("value", "expected"), [(LINES, LINES), (LINES[3], [LINES[3]])], ids=["array", "object"])
def test_a_file_may_be_one_json_text(log, value, expected, indent):
    found, tally = read(log(json.dumps(value, indent=indent).encode()))
    assert found == expected
    assert tally.broken == 0


def test_an_array_with_a_value_on_each_line_is_one_json_text(log):
    found, _ = read(log(b"[\n" + TEXT.strip().replace(b"\n", b",\n") + b"\n]\n"))
    assert found == LINES


def test_lists_on_lines_of_their_own_stay_lists(log):
    assert read(log(b"[1]\n[2]\n"))[0] == [[1], [2]]


def test_one_json_text_that_is_too_large_is_noted_and_not_read(log, monkeypatch):
    monkeypatch.setattr(module, "LARGEST_DOCUMENT", 100)
    found, tally = read(log(json.dumps(LINES, indent=2).encode()))
    assert found == []
    assert "too large" in tally.notes[0]


def test_a_line_that_is_too_long_is_passed_over(log, monkeypatch):
    monkeypatch.setattr(module, "LONGEST_LINE", 64)
    long = json.dumps({"text": "x" * 500}).encode()
    found, tally = read(log(b'{"a": 1}\n' + long + b'\n{"b": 2}\n' + long))
    assert found == [{"a": 1}, {"b": 2}]
    assert (tally.broken, tally.lines) == (2, 4)


@pytest.mark.parametrize("content", [b"", b"\n\n", b"   "])
def test_an_empty_file_holds_nothing(log, content):
    found, tally = read(log(content))
    assert (found, tally.broken, tally.notes) == ([], 0, [])


def test_what_comes_in_on_stdin_is_read(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(TEXT))))
    assert list(files(["-"])) == ["-"]
    assert read("-")[0] == LINES
    assert not sys.stdin.buffer.closed


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such file there")
def test_a_file_that_can_be_opened_and_not_read_is_noted(tmp_path):
    found, tally = read(tmp_path)
    assert found == []
    assert "could not be read" in tally.notes[0]


# one text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b'{"a": [1, 2.5, null, true]}', {"a": [1, 2.5, None, True]}),
        (b'"\\ud800 half"', "\ud800 half"),
        (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
        (b'{"a": "caf\xe9"}', {"a": "caf�"}),
        (b"123456789012345678901234567890", 123456789012345678901234567890),
        (b" 1 \r\n", 1),
    ],
)
def test_a_text_is_read_as_what_it_holds(text, value):
    assert parsed(text) == value


def test_numbers_that_json_has_not_are_read_all_the_same():
    assert parsed(b"[NaN, Infinity]")[1] == float("inf")


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b'{"a": 1} {"b": 2}', b"nonsense", b"[" * 100_000, b"[" * 500 + b"]" * 500],
)
def test_what_is_no_json_or_too_deep_is_absent(text):
    assert not parsed(text)


def test_half_a_character_deep_down_is_too_deep_as_well():
    assert not parsed(b"[" * 500 + b'"\\ud800"' + b"]" * 500)


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_what_a_shell_of_windows_wrote_in_utf_16_is_read(log, encoding: str, pack):
    lines = [*LINES, {"text": "Grüße, 東京 🌷"}] * 500  # pairs stand across the ends of what is read at once
    text = "".join(json.dumps(line, ensure_ascii=False) + "\r\n" for line in lines)
    found, tally = read(log(pack(text.encode(encoding))))
    assert found == lines
    assert (tally.broken, tally.lines) == (0, len(lines))


def test_half_a_character_at_the_end_of_utf_16_harms_nothing(log):
    found, _ = read(log(TEXT.decode().encode("utf-16") + b"\x3d"))
    assert found == LINES


def test_a_folder_that_cannot_be_opened_is_noted_and_not_passed_over_in_silence(tmp_path, monkeypatch):
    (tmp_path / "closed").mkdir()
    (tmp_path / "a.jsonl").write_bytes(TEXT)
    scan = os.scandir

    def closed(path):
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", closed)
    assert list(files([str(tmp_path)])) == [str(tmp_path / "a.jsonl"), str(tmp_path / "closed")]
    found, tally = read(tmp_path / "closed")
    assert (found, len(tally.notes)) == ([], 1)
