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
    assert planned.startswith("odd 1.0 over stdio   20 tools: 18 would be called, 1 not (they write), 1 not (unclear")
    assert 'reads: name "list", readOnlyHint' in called
    assert 'writes: name "delete"' in " ".join(refused.split())
    assert 'unclear: name "run"' in " ".join(refused.split())


def test_what_would_change_a_refusal_is_an_option_that_does(planned, cli, tmp_path):
    assert "--allow 'delete_things'" in planned
    assert "--allow 'run_job'" in planned
    after = cli("plan", "--allow", "delete_things", "--allow", "run_job", *odd(tmp_path))
    assert "20 would be called" in after.out


def of(tool, planned):
    """What the plan says of one tool, on one line."""
    lines = planned.splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith(f"{tool} "))
    rest = next(place for place in range(first + 1, len(lines) + 1) if not "".join(lines[place:][:1]).startswith(" "))
    return " ".join(" ".join(lines[first:rest]).split())


def test_every_experiment_is_named_with_the_arguments_that_it_varies(planned):
    assert "limit (limit)" in of("list_things", planned)
    assert "unknown_argument (tool_audit_unknown, limitt)" in of("list_things", planned)
    assert "stated_default (limit), bad_input (limit)" in of("list_things", planned)
    assert "detail (detail)" in of("get_view", planned)
    assert "serialization (format)" in of("read_page", planned)
    assert "default (shoe)" in of("get_account", planned)
    assert "default, repeat, unknown_argument (tool_audit_unknown)" in of("get_half", planned)


def test_only_the_experiments_that_were_chosen_are_named(cli, tmp_path):
    planned = cli("plan", "--experiment", "detail", *odd(tmp_path)).out
    assert of("get_view", planned).endswith("3 calls: default, detail (detail)")


def test_what_writes_is_planned_only_with_consent_and_for_what_cannot_exist(cli, tmp_path):
    file = tmp_path / "t.json"
    schema = {"type": "object", "properties": {"item_id": {"type": "string"}}, "required": ["item_id"]}
    tool = {"name": "delete_item", "description": "Delete an item.", "inputSchema": schema}
    file.write_text(json.dumps({"tools": [tool]}))
    assert of("delete_item", cli("plan", file).out).endswith("to call it: --allow-writes")
    asked = of("delete_item", cli("plan", "--allow-writes", file).out)
    assert "asked only for what cannot exist" in asked
    assert 'once, such as {"item_id":"' in asked
    assert "still missing" not in asked


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_wider_than_the_terminal(width, cli, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    planned = cli("plan", *odd(tmp_path)).out
    assert max(map(len, planned.splitlines())) <= max(width, 72)
    assert max(map(len, planned.splitlines())) > width - 10


def test_a_value_that_nobody_knows_is_named_until_it_is_given(planned, cli, tmp_path):
    assert "values still missing: get_account.shoe (--arg get_account.shoe=VALUE says it" in " ".join(planned.split())
    assert "still missing" not in cli("plan", "--arg", "get_account.shoe=" + "q" * 40, *odd(tmp_path)).out
    (tmp_path / "args.json").write_text(json.dumps({"get_account": {"shoe": "q" * 40}}))
    assert "still missing" not in cli("plan", "--args", tmp_path / "args.json", *odd(tmp_path)).out


def test_a_saved_listing_can_be_planned(cli, tmp_path):
    (tmp_path / "t.json").write_text(json.dumps({"tools": [{"name": "get_x", "inputSchema": {"type": "object"}}]}))
    ended = cli("plan", tmp_path / "t.json")
    assert ended.code == 0
    assert ended.out.startswith(
        "t, a saved tools/list, nothing to call\n1 tool: 1 would be called on its server, 0 not"
    )


def test_a_server_that_does_not_start_is_3_and_told_once(cli):
    ended = cli("plan", "--", "no-such-command-here")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.count("no-such-command-here") == 1


def test_each_of_several_servers_is_called_what_the_configuration_calls_it(cli, tmp_path):
    command, *arguments = odd(tmp_path, "get_view")[1:]
    server = {"command": command, "args": arguments}
    absent = {"command": command, "args": ["-c", "raise SystemExit('a key is missing')"]}
    path = tmp_path / "mcp.json"
    path.write_text(json.dumps({"mcpServers": {"one": server, "odd": server, "a": absent, "b": {}}}))
    ended = cli("plan", path)
    titles = [line.partition(" over ")[0] for line in ended.out.splitlines() if " over stdio" in line]
    assert titles == ["one: odd 1.0", "odd 1.0"]
    assert "error: a: the server did not start" in ended.err
    assert "error: b: " in ended.err
    assert "error: a: the server did not start" in cli("probe", path, "--experiment", "default").out


def test_a_record_cannot_be_planned(cli, tmp_path):
    cli("probe", "--record", "rec", *odd(tmp_path, "list_things"))
    ended = cli("plan", "rec")
    assert ended.code == 2
    assert "nothing to plan" in ended.err
