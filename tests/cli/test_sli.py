"""`tool-audit sli` through the installed command: logs in, indicators out, and every option with its effect."""

import gzip
import json
from pathlib import Path

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families
from running import FIXTURES, on_a_terminal

SESSIONS = FIXTURES / "sessions"
LIST = [
    {
        "name": "search_notes",
        "description": "Search notes.",
        "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
    },
    {"name": "delete_note", "description": "Delete a note.", "inputSchema": {"type": "object"}},
]


class Log:
    """A session of Claude Code, written line by line."""

    def __init__(self, session="s-1", day="2026-11-10"):
        self.session, self.day, self.lines = session, day, []

    def _line(self, role, content):
        number = len(self.lines)
        at = f"{self.day}T10:{number // 60 % 60:02}:{number % 60:02}.000Z"
        message = {"role": role, "content": content}
        if role == "assistant":
            message["id"] = f"msg_{self.session}_{number}"
        line = {"type": role, "sessionId": self.session, "uuid": f"{self.session}-{number}", "timestamp": at}
        self.lines.append(line | {"message": message})

    def task(self, text):
        self._line("user", text)
        return self

    def call(self, tool, arguments, reply, *, failed=False):
        id_ = f"toolu_{self.session}_{len(self.lines):06}"
        self._line("assistant", [{"type": "tool_use", "id": id_, "name": tool, "input": arguments}])
        self._line("user", [{"type": "tool_result", "tool_use_id": id_, "content": reply, "is_error": failed}])
        return self

    def write(self, path):
        text = "".join(json.dumps(line) + "\n" for line in self.lines)
        path = Path(path)
        path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
        return path


def searching(times=30, size=10, session="s-1", day="2026-11-10", **more):
    log = Log(session, day).task("find the note")
    for number in range(times):
        log.call("mcp__notes__search_notes", {"query": f"q{number}"} | more, f"{number} " + "to " * size)
    return log


def with_long_replies(log):
    for query in ("all", "everything"):
        log.call("mcp__notes__search_notes", {"query": query}, "to " * 30_000)
    return log


def tool(ended, name="search_notes"):
    return next(one for server in ended.json["servers"] for one in server["tools"] if one["name"] == name)


def test_every_format_is_read_from_one_folder(cli):
    ended = cli("sli", SESSIONS, "--output", "json", "--fail-on", "never")
    assert ended.code == 0
    assert set(ended.json["logs"]["files"]) == {
        "anthropic-messages",
        "claude-code",
        "codex",
        "guard-log",
        "mcp-lines",
        "openai-chat",
        "openai-responses",
        "otlp",
    }
    assert (ended.json["logs"]["broken"], ended.json["logs"]["unknown"]) == (0, [])


def test_packed_logs_are_read_as_they_are(cli):
    plain, packed = searching().write("a.jsonl"), searching().write("b.jsonl.gz")
    one, other = (cli("sli", path, "--output", "json").json for path in (plain, packed))
    assert one["servers"] == other["servers"]


def test_long_replies_are_a_finding_with_exit_code_1(cli):
    log = with_long_replies(searching()).write("a.jsonl")
    ended = cli("sli", log)
    assert ended.code == 1
    assert "high-p99-reply" in ended.out
    assert cli("sli", log, "--fail-on", "never").code == 0


def test_thresholds_are_options_of_the_rules_in_the_settings(cli):
    log = with_long_replies(searching(times=6)).write("a.jsonl")
    assert cli("sli", log).code == 0
    Path("tool-audit.toml").write_text("[rules.high-p99-reply]\ncalls = 5\n")
    assert cli("sli", log).code == 1
    assert cli("sli", log, "--no-config").code == 0
    assert cli("sli", log, "--config", "tool-audit.toml").code == 1


def test_settings_for_audits_do_not_stand_in_the_way(cli):
    Path("tool-audit.toml").write_text('output = ["sarif=a.sarif"]\nrecord = "rec"\n')
    assert cli("sli", searching().write("a.jsonl")).code == 0
    assert not Path("a.sarif").exists()


def test_server_and_tool_choose_calls(cli):
    log = (
        searching(3).call("mcp__notes__get_note", {"id": 1}, "x").call("Bash", {"command": "ls"}, "x").write("a.jsonl")
    )

    def names(*options):
        ended = cli("sli", log, "--output", "json", *options)
        return {one["name"] for server in ended.json["servers"] for one in server["tools"]}

    assert names() == {"search_notes", "get_note", "Bash"}
    assert names("--server", "no*") == {"search_notes", "get_note"}
    assert names("--tool", "get_*") == {"get_note"}
    assert names("--tool", "notes/get_*") == {"get_note"}
    assert cli("sli", log, "--output", "json", "--tool", "get_*").json["left_out"] == 4


def test_a_choice_that_leaves_nothing_is_told(cli):
    ended = cli("sli", searching(3).write("a.jsonl"), "--tool", "serch_*")
    assert ended.code == 3
    assert "leave out all of the logs' 3 calls" in ended.out


def test_since_and_until_choose_days(cli):
    searching(2, session="old", day="2026-11-01").write("old.jsonl")
    searching(3, session="new", day="2026-11-20").write("new.jsonl")

    def calls(*options):
        return cli("sli", ".", "--output", "json", *options).json["calls"]

    assert calls() == 5
    assert calls("--since", "2026-11-10") == 3
    assert calls("--until", "2026-11-10T12:00") == 2
    assert calls("--since", "2026-11-02", "--until", "2026-11-03") == 0
    assert calls("--since", "1h") == 0
    logs = cli("sli", ".", "--output", "json", "--since", "2026-11-10").json["logs"]
    assert (logs["first"][:10], logs["last"][:10]) == ("2026-11-20", "2026-11-20")


@pytest.mark.parametrize("option", ["--since", "--until"])
def test_what_is_no_date_is_an_error_that_shows_one(option, cli):
    ended = cli("sli", searching().write("a.jsonl"), option, "yesterday")
    assert ended.code == 2
    assert f"{option} 'yesterday' is no date" in ended.err
    assert "2026-11-30" in ended.err


def test_a_list_of_tools_beside_the_logs_tells_what_is_made_up_and_what_is_never_used(cli):
    Path("tools.json").write_text(json.dumps({"tools": LIST}))
    log = searching(max_results=5).write("a.jsonl")
    for given in ("tools.json", "notes=tools.json"):
        ended = cli("sli", log, "--tools", given, "--output", "json")
        assert tool(ended)["invalid"]["count"] == 30
        assert [bad["name"] for bad in tool(ended)["bad_arguments"]] == ["max_results"]
        assert [one["name"] for server in ended.json["servers"] for one in server["unused"]] == ["delete_note"]
        assert "ambiguous-argument-in-use" in {finding["rule"] for finding in ended.json["findings"]}


@pytest.mark.parametrize(
    ("text", "told"),
    [(None, "cannot be read"), ("{", "is no JSON"), ('{"resources": []}', "is no saved tools/list")],
)
def test_what_is_no_list_of_tools_is_an_error(text, told, cli):
    if text is not None:
        Path("tools.json").write_text(text)
    ended = cli("sli", searching().write("a.jsonl"), "--tools", "notes=tools.json")
    assert ended.code == 2
    assert told in ended.err


def test_expected_tools_give_an_accuracy_and_a_confusion_table(cli):
    Path("labels.jsonl").write_text('{"task": "find the note", "tool": "notes/get_note"}\n')
    log = searching(2).call("mcp__notes__get_note", {"id": 1}, "x").write("a.jsonl")
    choice = cli("sli", log, "--expect", "labels.jsonl", "--output", "json").json["choice"]
    assert (choice["first"]["count"], choice["ever"]["count"], choice["first"]["n"]) == (0, 1, 1)
    assert "notes/get_note" in cli("sli", log, "--expect", "labels.jsonl").out


def test_what_an_audit_measured_stands_beside_what_happens(cli):
    assert cli("demo", "--output", "json=audit.json", "--quiet").code == 0
    log = Log().task("look").call("mcp__bank__list_banks", {}, "x").call("mcp__bank__fly", {}, "x").write("a.jsonl")
    ended = cli("sli", log, "--audit", "audit.json", "--output", "json")
    beside = {one["tool"]: one for one in ended.json["potentials"]}
    assert beside["list_banks"]["measured"] is True
    assert beside["list_banks"]["largest"] > 0
    assert (beside["fly"]["measured"], beside["fly"]["listed"]) == (False, False)


def test_a_file_that_is_no_report_of_an_audit_is_an_error(cli):
    Path("audit.json").write_text("{}")
    ended = cli("sli", searching().write("a.jsonl"), "--audit", "audit.json")
    assert ended.code == 2
    assert "audit.json" in ended.err


def test_two_times_are_compared(cli):
    def sessions(name, size):
        Path(name).mkdir()
        for number in range(30):
            log = searching(4, size + number, session=f"{name}-{number}")
            log.write(Path(name) / f"{number}.jsonl")
        return name

    assert cli("sli", sessions("before", 100), "--output", "json=before.json").code == 0
    worse = cli("sli", sessions("after", 800), "--compare", "before.json")
    assert worse.code == 0
    assert "worse" in worse.out
    assert cli("sli", "after", "--compare", "before.json", "--fail-on-worse").code == 1
    assert cli("sli", "before", "--compare", "before.json", "--fail-on-worse").code == 0
    again = cli("sli", "before", "--compare", "before.json", "--output", "json")
    assert {shift["direction"] for shift in again.json["changes"]["shifts"]} <= {"same", "few"}


def test_what_is_worse_needs_an_earlier_time(cli):
    ended = cli("sli", searching().write("a.jsonl"), "--fail-on-worse")
    assert ended.code == 2
    assert "--compare OLD" in ended.err


def test_a_comparison_needs_indicators_of_an_earlier_run(cli):
    Path("old.json").write_text('{"schema": "tool-audit/report/1"}')
    ended = cli("sli", searching().write("a.jsonl"), "--compare", "old.json")
    assert ended.code == 2
    assert "old.json" in ended.err


def test_within_says_how_many_steps_a_recovery_may_take(cli):
    log = Log().task("x").call("mcp__n__get", {"id": 1}, "no such id", failed=True)
    for number in range(3):
        log.call("mcp__n__list", {"page": number}, "x")
    path = log.call("mcp__n__get", {"id": 2}, "here").write("a.jsonl")
    assert tool(cli("sli", path, "--output", "json"), "get")["recovered"]["count"] == 0
    assert tool(cli("sli", path, "--within", "4", "--output", "json"), "get")["recovered"]["count"] == 1


def test_no_tokens_counts_characters_only(cli):
    ended = cli("sli", searching(3).write("a.jsonl"), "--no-tokens", "--output", "json")
    assert ended.json["tokenizer"] == ""
    assert tool(ended)["tokens"] is None
    assert tool(ended)["chars"]["n"] == 3


def test_the_tokenizer_and_the_client_are_those_that_were_asked_for(cli):
    ended = cli(
        "sli", searching(3).write("a.jsonl"), "--tokenizer", "tiktoken", "--client", "codex", "--output", "json"
    )
    assert "tiktoken" in ended.json["tokenizer"]
    assert ended.json["client"] == "codex"


def test_arguments_are_hashed_unless_they_are_asked_for(cli):
    log = searching(3).write("a.jsonl")
    for format_ in ("terminal", "markdown", "json"):
        assert "q2" not in cli("sli", log, "--verbose", "--output", format_).out
    assert '"query":"q' in tool(cli("sli", log, "--show-arguments", "--output", "json"))["largest"]["arguments"]


def test_openmetrics_can_be_read_by_a_collector(cli):
    ended = cli("sli", searching(3).write("a.jsonl"), "--output", "openmetrics=m.prom", "--output", "terminal")
    assert "openmetrics report: m.prom" in ended.err
    families = list(text_string_to_metric_families(Path("m.prom").read_text()))
    assert any(sample.labels.get("tool") == "search_notes" for family in families for sample in family.samples)


def test_several_outputs_are_written_at_once(cli):
    ended = cli("sli", searching(3).write("a.jsonl"), "--output", "markdown=a.md", "--output", "json=a.json")
    assert (ended.code, ended.out) == (0, "")
    assert Path("a.md").read_text().startswith("#")
    assert json.loads(Path("a.json").read_text())["schema"] == "tool-audit/sli/1"


def test_a_format_that_is_none_is_an_error(cli):
    ended = cli("sli", searching(3).write("a.jsonl"), "--output", "sarif")
    assert ended.code == 2
    assert "terminal, markdown, json, openmetrics" in ended.err


def test_a_log_that_is_not_there_is_an_error(cli):
    ended = cli("sli", "nowhere.jsonl")
    assert ended.code == 2
    assert "the log nowhere.jsonl cannot be read" in ended.err


def test_logs_without_a_call_exit_with_3_and_say_what_was_seen(cli):
    Path("other.jsonl").write_text('{"level": "info", "message": "hello"}\n' * 3)
    ended = cli("sli", "other.jsonl")
    assert ended.code == 3
    assert "other.jsonl" in ended.out


def test_a_folder_without_logs_is_told_beside_others(cli):
    Path("empty").mkdir()
    ended = cli("sli", searching(3).write("a.jsonl"), "empty")
    assert "empty: no file in it is called as logs are" in " ".join(ended.out.split())


def test_a_report_in_the_place_of_a_log_is_told_what_takes_it(cli):
    log = searching(3).write("a.jsonl")
    cli("sli", log, "--output", "json=old.json")
    ended = cli("sli", log, "old.json", "--output", "json")
    assert any("old.json: it is no log but a report of an earlier time" in note for note in ended.json["logs"]["notes"])
    assert ended.json["logs"]["lines"] == 7


def test_figures_can_be_read_by_a_collector_and_arguments_by_nobody_else(cli):
    log = searching(3).write("a.jsonl")
    cli("sli", log, "--output", "openmetrics=plain.prom")
    cli("sli", log, "--show-arguments", "--output", "json=shown.json")
    assert Path("plain.prom").stat().st_mode & 0o044
    assert not Path("shown.json").stat().st_mode & 0o077


def test_an_own_cap_of_a_tool_is_what_its_replies_are_held_to(cli):
    log = with_long_replies(searching()).write("a.jsonl")
    own = 'cap_tokens = 90000\ncap_chars = 900000\nwarn_tokens = 80000\nreason = "long on purpose"\n'
    for named in ("search_notes", '"notes/search_notes"'):
        Path("tool-audit.toml").write_text(f"[tools.{named}]\n{own}")
        assert cli("sli", log).code == 0
    Path("tool-audit.toml").write_text(f'[tools."other/search_notes"]\n{own}')
    assert cli("sli", log).code == 1


def test_broken_lines_are_counted_and_the_rest_is_read(cli):
    path = searching(3).write("a.jsonl")
    path.write_text(path.read_text() + '{"type": "user", "mess\nnonsense\n')
    ended = cli("sli", path, "--output", "json")
    assert (ended.json["logs"]["broken"], ended.json["calls"]) == (2, 3)


def test_how_far_the_reading_is_stands_on_a_terminal_and_goes_away(tmp_path):
    path = searching(3).write(tmp_path / "a.jsonl")
    said = on_a_terminal(tmp_path, "sli", str(path))
    assert "reading " in said
    assert said.endswith("\r\x1b[K")
    assert on_a_terminal(tmp_path, "sli", str(path), "--quiet") == ""
