"""A watched folder: what a tool that says it only reads changed there, live and from the record."""

import sys

import pytest
from running import FIXTURES, calls, odd

SCRIBE = ("--", sys.executable, str(FIXTURES / "cases" / "insert_marked_read_only.py"))
RULE = "read-only-hint-contradicted"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "work" / "data"
    folder.mkdir(parents=True)
    (folder / "notes.txt").write_text("bread\nsoap\n")
    return folder


def findings(report):
    return [finding for finding in report["servers"][0]["findings"] if finding["rule"] == RULE]


def audited(cli, *options):
    return cli("probe", "--cwd", "data", "--allow", "insert_at", "--output", "json", *options, *SCRIBE)


@pytest.mark.parametrize("concurrency", ["1", "4"])
def test_the_file_that_a_read_only_tool_writes_is_named_with_the_calls(cli, folder, concurrency):
    ended = audited(cli, "--watch", "data", "--concurrency", concurrency)
    assert ended.code == 1
    [finding] = findings(ended.json)
    assert (finding["tools"], finding["severity"], finding["confidence"]) == (["insert_at"], "error", "proven")
    assert "notes.txt (changed)" in finding["message"]
    assert str(folder) not in finding["message"]
    assert [call["tool"] for call in finding["evidence"]] == ["insert_at", "insert_at"]
    first, again = (call["arguments"] for call in finding["evidence"])
    assert first == again


def test_a_record_gives_the_same_finding_without_the_folder(cli, folder):
    live = audited(cli, "--watch", "data", "--record", "rec").json
    (folder / "notes.txt").unlink()
    replayed = cli("report", "rec", "--output", "json").json
    assert findings(replayed) == findings(live)
    assert findings(live)


def test_without_a_watched_folder_it_is_found_by_what_another_tool_reads(cli, folder):
    [finding] = findings(audited(cli).json)
    assert "changes what read_file shows" in finding["message"]
    assert [call["tool"] for call in finding["evidence"]] == ["read_file", "insert_at", "read_file"]


def test_a_folder_can_be_watched_by_the_settings_from_where_they_stand(cli, folder):
    (folder.parent / "tool-audit.toml").write_text('[probing]\nwatch = ["data"]\n')
    [finding] = findings(audited(cli).json)
    assert "the watched folder changed" in finding["message"]
    assert "data" in cli("config").out


def test_a_folder_that_is_none_is_a_mistake_before_anything_is_started(cli, tmp_path):
    ended = cli("probe", "--watch", "nowhere", *odd(tmp_path, "get_half"))
    assert ended.code == 2
    assert "nowhere: there is no such folder" in ended.err
    assert calls(tmp_path) == []


def test_what_a_server_writes_with_every_call_or_when_it_starts_again_is_its_own(cli, tmp_path):
    tools = ("get_crash", "get_half", "get_view", "list_things")
    ended = cli("probe", "--watch", "..", "--output", "json", *odd(tmp_path, *tools))
    assert ended.code in {0, 1}
    assert findings(ended.json) == []
