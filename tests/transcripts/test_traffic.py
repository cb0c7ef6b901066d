"""Logs of all formats, as one stream of events; and the account of what was read for it."""

import gzip
import json
from itertools import permutations
from pathlib import Path

import pytest
from sessions import Claude, tasks, used, write

from tool_audit.errors import UsageError
from tool_audit.model import NoReply
from tool_audit.transcripts.files import Tally, documents
from tool_audit.transcripts.reader import Told
from tool_audit.transcripts.readers import READERS, reader_of
from tool_audit.transcripts.traffic import Account, events

SAMPLES = sorted((Path(__file__).parents[2] / "fixtures" / "sessions").glob("*.jsonl"))
ID = "toolu_0123456789abcdef"


def told(*named):
    account = Account()
    return list(events(map(str, named), account)), account


def test_there_is_a_sample_of_every_format():
    assert sorted(path.stem.replace("mcp-traffic", "mcp-lines") for path in SAMPLES) == sorted(
        reader.name for reader in READERS
    )


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_is_read_by_its_own_reader_and_by_no_other(path):
    head = list(documents(str(path), Tally()))[:20]
    assert [reader.name for reader in READERS if reader.recognises(head)] == [
        path.stem.replace("mcp-traffic", "mcp-lines")
    ]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_holds_calls_of_a_server_and_nothing_that_is_broken(path):
    found, account = told(path)
    assert {call.server for call in used(found)} - {""}
    assert (account.broken, account.unknown, account.notes) == (0, [], [])


def test_every_reader_has_its_name():
    assert len({reader.name for reader in READERS}) == len(READERS)


def test_a_folder_of_many_formats_is_read_and_accounted_for(tmp_path):
    write(tmp_path / "a" / "one.jsonl", Claude("s1").asks("A").lines)
    packed = gzip.compress("".join(json.dumps(line) + "\n" for line in Claude("s2").asks("B").lines).encode())
    (tmp_path / "a" / "two.jsonl.gz").write_bytes(packed)
    (tmp_path / "b.jsonl").write_text('{"type": "session_meta", "payload": {"id": "r"}}\nbroken\n', encoding="utf-8")
    (tmp_path / "c.json").write_text('{"name": "package", "version": 1}', encoding="utf-8")
    (tmp_path / "d.log").write_text("a log of another kind\nof two lines\n", encoding="utf-8")
    (tmp_path / "e.jsonl").touch()
    found, account = told(tmp_path)
    assert sorted(tasks(found)) == ["A", "B"]
    assert account.files == {"claude-code": 2, "codex": 1}
    assert (account.lines, account.broken, account.empty) == (4, 1, 1)
    assert [Path(name).name for name in account.unknown] == ["c.json", "d.log"]
    assert account.bytes > 0


def test_a_resumed_session_that_copies_what_came_before_adds_only_what_is_new(tmp_path):
    first = Claude("s1").asks("Find it").calls("mcp__notes__search", ID).gets(ID, "found")
    write(tmp_path / "a.jsonl", first.lines)
    first.asks("And now?").calls("mcp__notes__search", "toolu_abcdefabcdefabcdef").gets("toolu_abcdefabcdefabcdef", "x")
    write(tmp_path / "b.jsonl", first.lines)
    found, account = told(tmp_path)
    assert tasks(found) == ["Find it", "And now?"]
    assert len(used(found)) == 2
    assert account.broken == 0


def test_a_call_that_is_copied_under_another_message_is_counted_once(tmp_path):
    for name, session in (("a", "s1"), ("b", "s2")):
        write(tmp_path / f"{name}.jsonl", Claude(session).calls("mcp__notes__search", ID).gets(ID, "found").lines)
    found, account = told(tmp_path)
    assert len(used(found)) == 1
    assert account.repeated == 1


def test_ids_that_are_counted_up_anew_in_each_session_are_not_the_same_call(tmp_path):
    for name, session in (("a", "s1"), ("b", "s2")):
        write(
            tmp_path / f"{name}.jsonl", Claude(session).calls("mcp__notes__search", "call_1").gets("call_1", "x").lines
        )
    assert len(used(told(tmp_path)[0])) == 2


def test_the_account_has_the_first_and_the_last_time(tmp_path):
    write(tmp_path / "a.jsonl", Claude().asks("A").asks("B").lines)
    logs = told(tmp_path)[1].logs()
    assert (logs.first, logs.last) == ("2026-03-04T10:00:01+00:00", "2026-03-04T10:00:02+00:00")
    assert logs.files == {"claude-code": 1}


def test_logs_without_times_have_no_first_and_no_last():
    logs = Account().logs()
    assert (logs.first, logs.last) == ("", "")


def test_a_damaged_file_is_named_in_a_note(tmp_path):
    path = tmp_path / "a.jsonl.gz"
    lines = "".join(json.dumps(line) + "\n" for line in Claude().asks("A").asks("B" * 99).lines).encode()
    path.write_bytes(gzip.compress(lines)[:-12])
    found, account = told(path)
    assert tasks(found)[:1] == ["A"]
    assert account.notes[0].startswith(str(path))


def test_a_log_that_ends_early_tells_of_the_calls_in_it(tmp_path):
    path = write(tmp_path / "a.jsonl", Claude().calls("mcp__notes__search", ID).lines)
    (call,) = used(told(path)[0])
    assert isinstance(call.observation.outcome, NoReply)


def test_a_name_that_stands_for_nothing_is_the_users_mistake(tmp_path):
    with pytest.raises(UsageError):
        told(tmp_path / "nothing.jsonl")


@pytest.mark.parametrize(
    "head", [[], [None], [[]], ["x"], [1.5], [{}], [{"type": []}], [{"role": {}}], [{"messages": 1}]]
)
def test_what_is_no_log_is_known_to_nobody(head):
    assert reader_of(head) is None


def test_which_log_is_named_first_makes_no_difference_to_what_is_counted():
    logs = [path for path in SAMPLES if path.stem in ("claude-code", "codex", "anthropic-messages")]
    assert len({len(told(*order)[0]) for order in permutations(logs)}) == 1


def test_what_was_told_is_remembered_for_as_many_keys_as_there_is_room_for():
    lately = Told(remembered=100)
    assert all(lately.is_new(str(key)) for key in range(250))
    assert not any(lately.is_new(str(key)) for key in range(150, 250))
    assert lately.is_new("0")
