"""The dry run says what would be called and why, and calls nothing."""

import json

import pytest
from running import calls, odd, started


@pytest.fixture
def planned(cli, tmp_path):
    ended = cli("plan", *odd(tmp_path))
    assert ended.code == 0
    return ended.out


def test_no_tool_is_called(planned, tmp_path):
    assert started(tmp_path)
    assert calls(tmp_path) == []


def test_each_tool_stands_there_once_with_its_reason(planned):
    called, refused = planned.split("not called")
    assert "odd 1.0 over stdio   20 tools: 18 would be called, 1 not (they write), 1 not (unclear" in planned
    assert 'reads: name "list", readOnlyHint' in called
    assert 'writes: name "delete"' in " ".join(refused.split())
    assert 'unclear: name "run"' in " ".join(refused.split())


def test_what_would_change_a_refusal_is_an_option_that_does(planned, cli, tmp_path):
    assert "--allow-writes" in planned
    assert "--allow 'run_job'" in planned
    after = cli("plan", "--allow-writes", "--allow", "run_job", *odd(tmp_path))
    assert "20 would be called" in after.out


def test_what_would_be_varied_is_named(planned):
    lines = [" ".join(line.split()) for line in planned.splitlines()]
    assert any(line.startswith("list_things") and "limit (limit)" in line for line in lines)
    assert any(line.startswith("get_view") and "detail (detail)" in line for line in lines)
    assert any(line.startswith("read_page") and "serialization (format)" in line for line in lines)


def test_a_value_that_nobody_knows_is_named_until_it_is_given(planned, cli, tmp_path):
    assert "values still missing: get_account.shoe" in planned
    (tmp_path / "args.json").write_text(json.dumps({"get_account": {"shoe": "q" * 40}}))
    assert "still missing" not in cli("plan", "--args", tmp_path / "args.json", *odd(tmp_path)).out


def test_a_saved_listing_can_be_planned(cli, tmp_path):
    (tmp_path / "t.json").write_text(json.dumps({"tools": [{"name": "get_x", "inputSchema": {"type": "object"}}]}))
    ended = cli("plan", tmp_path / "t.json")
    assert ended.code == 0
    assert "1 would be called" in ended.out


def test_a_server_that_does_not_start_is_3_and_told_once(cli):
    ended = cli("plan", "--", "no-such-command-here")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.count("no-such-command-here") == 1


def test_a_record_cannot_be_planned(cli, tmp_path):
    cli("probe", "--record", "rec", *odd(tmp_path, "list_things"))
    ended = cli("plan", "rec")
    assert ended.code == 2
    assert "nothing to plan" in ended.err
