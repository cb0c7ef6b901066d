"""Layers, origins, and what each mistake in a settings file is told."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from tool_audit.errors import UsageError
from tool_audit.model import Severity
from tool_audit.settings import CapOverride, Ignore, Origin, Regrade, Settings, load_settings

RULES = {
    "no-upper-bound": {"items": 50, "share": 0.5, "strict": False, "words": ("a",), "unit": "chars"},
    "cut-json": {},
}
CHOICES = {
    "probing.experiments": ("default", "limit"),
    "policy.client": ("claude-code", "codex"),
    "policy.tokenizer": ("auto", "o200k_base"),
}


def load(
    folder: Path, options: Mapping[str, object] | None = None, environ: Mapping[str, str] | None = None
) -> tuple[Settings, Mapping[str, Origin]]:
    return load_settings(options or {}, cwd=folder, environ=environ or {}, rule_options=RULES, choices=CHOICES)


def write(folder: Path, text: str, name: str = "tool-audit.toml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_without_any_layer_the_settings_are_the_defaults(tmp_path):
    settings, origins = load(tmp_path)
    assert settings.limits == Settings().limits
    assert settings.probing == Settings().probing
    assert settings.policy.rules == RULES
    assert {origin.layer for origin in origins.values()} == {"default"}


@pytest.mark.parametrize(
    ("file", "environ", "options", "value", "where"),
    [
        ("", {}, {}, 30.0, "the default"),
        ('[limits]\ncall_timeout = "5s"', {}, {}, 5.0, "tool-audit.toml: [limits] call_timeout"),
        ("call-timeout = 6", {}, {}, 6.0, "tool-audit.toml: call-timeout"),
        ("[limits]\ncall-timeout = 5", {"TOOL_AUDIT_CALL_TIMEOUT": "2m"}, {}, 120.0, "TOOL_AUDIT_CALL_TIMEOUT"),
        ("", {"TOOL_AUDIT_CALL_TIMEOUT": "2m"}, {"limits.call_timeout": "1.5h"}, 5400.0, "--call-timeout"),
        # a higher layer that says the default's own value has said something
        ("[limits]\ncall_timeout = 5", {}, {"limits.call_timeout": 30.0}, 30.0, "--call-timeout"),
        # None and nothing at all are not said
        ("[limits]\ncall_timeout = 5", {"TOOL_AUDIT_CALL_TIMEOUT": ""}, {"limits.call_timeout": None}, 5.0, None),
    ],
)
def test_the_last_layer_that_says_something_wins(tmp_path, file, environ, options, value, where):
    write(tmp_path, file)
    settings, origins = load(tmp_path, options, environ)
    assert settings.limits.call_timeout == value
    assert origins["limits.call_timeout"].value == value
    assert where is None or origins["limits.call_timeout"].where == where


def test_an_explicit_false_above_a_true_is_false(tmp_path):
    write(tmp_path, "[probing]\nallow_writes = true")
    assert load(tmp_path)[0].probing.allow_writes is True
    assert load(tmp_path, {"probing.allow_writes": False})[0].probing.allow_writes is False
    assert load(tmp_path, {}, {"TOOL_AUDIT_ALLOW_WRITES": "no"})[0].probing.allow_writes is False


def test_deny_adds_up_over_the_layers_and_allow_does_not(tmp_path):
    write(tmp_path, '[probing]\ndeny = ["drop_*"]\nallow = ["run_*"]')
    settings, origins = load(tmp_path, {"probing.deny": ["send_*", "drop_*"], "probing.allow": ["sync"]})
    assert settings.probing.deny == ("drop_*", "send_*")
    assert settings.probing.allow == ("sync",)
    assert origins["probing.deny"].where == "tool-audit.toml: [probing] deny and --deny"


@pytest.mark.parametrize(
    ("said", "size"),
    [(1024, 1024), ("64MiB", 64 * 2**20), ("10 MB", 10**7), ("1.5kb", 1500), ("7", 7), ("2 gib", 2**31)],
)
def test_sizes_may_have_units(tmp_path, said, size):
    assert load(tmp_path, {"limits.max_reply_bytes": said})[0].limits.max_reply_bytes == size


def test_the_environment_writes_lists_with_commas(tmp_path):
    environ = {"TOOL_AUDIT_TOOL": "list_*, get_*", "TOOL_AUDIT_MAX_CALLS": "7", "TOOL_AUDIT_OUTPUT": "json=a.json"}
    settings, _ = load(tmp_path, {}, environ)
    assert settings.probing.tools == ("list_*", "get_*")
    assert settings.probing.max_calls == 7
    assert settings.output.outputs == (("json", tmp_path / "a.json"),)


def test_paths_are_relative_to_who_says_them(tmp_path):
    write(tmp_path, '[output]\noutputs = ["terminal", "markdown=out/a.md"]\nrecord = "records"')
    (tmp_path / ".git").mkdir()
    below = tmp_path / "src"
    below.mkdir()
    output = load(below)[0].output
    assert output.outputs == (("terminal", None), ("markdown", tmp_path / "out/a.md"))
    assert output.record == tmp_path / "records"
    assert load(below, {"output.record": "here"})[0].output.record == below / "here"


def test_the_file_is_searched_up_to_the_root_of_the_repository(tmp_path):
    write(tmp_path, "concurrency = 9")
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    below = tmp_path / "repo" / "a" / "b"
    below.mkdir(parents=True)
    assert load(below)[0].limits.concurrency == 1
    write(tmp_path / "repo", "[tool.tool-audit.limits]\nconcurrency = 3\n[tool.other]\nx = 1", "pyproject.toml")
    assert load(below)[0].limits.concurrency == 3
    write(tmp_path / "repo" / "a", "[project]\nname = 'no settings of ours'", "pyproject.toml")
    assert load(below)[0].limits.concurrency == 3
    write(tmp_path / "repo", "concurrency = 4")
    assert load(below)[0].limits.concurrency == 4


def test_outside_a_repository_only_the_folder_itself_is_searched(tmp_path):
    write(tmp_path, "allow-writes = true")
    below = tmp_path / "below"
    below.mkdir()
    assert load(below)[0].probing.allow_writes is False


def test_a_named_file_is_taken_and_no_config_takes_none(tmp_path):
    write(tmp_path, "concurrency = 2")
    write(tmp_path, "concurrency = 5", "other.toml")
    assert load(tmp_path, {"config": "other.toml"})[0].limits.concurrency == 5
    assert load(tmp_path, {"config": tmp_path / "other.toml"})[0].limits.concurrency == 5
    assert load(tmp_path, {}, {"TOOL_AUDIT_CONFIG": "other.toml"})[0].limits.concurrency == 5
    assert load(tmp_path, {"no_config": True})[0].limits.concurrency == 1


def test_options_of_a_rule_are_laid_over_its_defaults(tmp_path):
    write(tmp_path, "[rules.no-upper-bound]\nitems = 9\nshare = 1\nwords = ['b', 'c']")
    settings, origins = load(tmp_path)
    options = settings.policy.rules["no-upper-bound"]
    assert options == {"items": 9, "share": 1.0, "strict": False, "words": ("b", "c"), "unit": "chars"}
    assert isinstance(options["share"], float)
    assert settings.policy.rules["cut-json"] == {}
    assert origins["rules.no-upper-bound.items"].where == "tool-audit.toml: [rules.no-upper-bound] items"
    assert origins["rules.no-upper-bound.unit"].where == "the default"


def test_tools_have_arguments_and_caps_of_their_own(tmp_path):
    write(
        tmp_path,
        """
        [tools."get_*".arguments]
        repo = "a"
        depth = 1
        [tools.get_file.arguments]
        depth = 2
        [tools."export.all"]
        cap_tokens = 90000
        warn-tokens = 80000
        reason = "an export is large"
        """,
    )
    settings, origins = load(tmp_path)
    assert settings.probing.arguments_for("get_file") == {"repo": "a", "depth": 2}
    assert settings.probing.arguments_for("get_tree") == {"repo": "a", "depth": 1}
    assert settings.probing.arguments_for("list") == {}
    assert settings.policy.overrides == (
        CapOverride(tool="export.all", reason="an export is large", cap_tokens=90000, warn_tokens=80000),
    )
    assert origins["tools.get_file.arguments.depth"].where == "tool-audit.toml: [tools.get_file] arguments.depth"
    said = origins['tools."export.all".caps'].value
    assert str(said) == "cap_tokens 90000, warn_tokens 80000 (an export is large)"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("args.json", '{"get_file": {"path": "b", "deep": {"x": [1]}},} // trailing comma'),
        ("args.toml", '[get_file]\npath = "b"\ndeep = {x = [1]}'),
    ],
)
def test_an_args_file_wins_argument_by_argument(tmp_path, name, text):
    write(tmp_path, '[tools.get_file.arguments]\npath = "a"\nref = "main"')
    write(tmp_path, text, name)
    settings, origins = load(tmp_path, {"probing.args": name})
    assert settings.probing.args == {"get_file": {"path": "b", "ref": "main", "deep": {"x": [1]}}}
    assert origins["tools.get_file.arguments.path"].where == f"--args {name}"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5),
        ("2.5", 2.5),
        ("true", True),
        ("null", None),
        ("[1, 2]", [1, 2]),
        ('{"a": {"b": []}}', {"a": {"b": []}}),
        ("plain words", "plain words"),
        ("r-2026", "r-2026"),
        ("a=b", "a=b"),
        ("", ""),
        ('"5"', "5"),
        ('"@home"', "@home"),
        ("NaN", "NaN"),
        ("007", "007"),
        ("@value.json", {"from": ["a file"]}),
    ],
)
def test_a_single_argument_is_json_or_a_text_as_it_stands_or_the_json_of_a_file(tmp_path, text, value):
    write(tmp_path, '{"from": ["a file",]} // as in any file of ours', "value.json")
    settings, origins = load(tmp_path, {"arg": (f"get_file.path={text}",)})
    given = settings.probing.arguments_for("get_file")
    assert (given, type(given["path"])) == ({"path": value}, type(value))
    assert origins["tools.get_file.arguments.path"].where == "--arg get_file.path"


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ("2026-01-31", "2026-01-31"),
        ("2026-01-31T10:00:00Z", "2026-01-31T10:00:00+00:00"),
        ("[{day = 2026-01-31, at = 10:00:00}]", [{"day": "2026-01-31", "at": "10:00:00"}]),
        ("{a = [1, 2.5, true]}", {"a": [1, 2.5, True]}),
    ],
)
def test_a_date_among_arguments_is_sent_as_its_text(tmp_path, given, sent):
    write(tmp_path, f'[tools."get_*".arguments]\nsince = {given}')
    settings, _ = load(tmp_path)
    assert settings.probing.args == {"get_*": {"since": sent}}


def test_a_single_argument_wins_over_an_args_file_and_that_over_the_settings_file(tmp_path):
    write(tmp_path, '[tools.get_file.arguments]\npath = "a"\nref = "a"\nrepo = "a"')
    write(tmp_path, '{"get_file": {"path": "b", "ref": "b"}}', "args.json")
    settings, _ = load(tmp_path, {"probing.args": "args.json", "arg": ("get_file.path=c",)})
    assert settings.probing.arguments_for("get_file") == {"path": "c", "ref": "b", "repo": "a"}


def test_a_single_argument_is_of_any_tool_that_fits_and_of_a_tool_with_dots_in_its_name(tmp_path):
    settings, _ = load(tmp_path, {"arg": ("get_*.limit=1", "fs.read.path=x", "fs.read.path=y")})
    assert settings.probing.arguments_for("get_file") == {"limit": 1}
    assert settings.probing.arguments_for("fs.read") == {"path": "y"}


def test_ignored_findings_carry_a_reason_and_may_expire(tmp_path):
    write(
        tmp_path,
        """
        [[ignore]]
        rule = "cut-json"
        reason = "fixed in the next release"
        tool = "get_*"
        argument = "limit"
        until = 2027-01-31
        [[ignore]]
        rule = "no-upper-bound"
        reason = "ours alone"
        until = "2027-02-01"
        """,
    )
    settings, origins = load(tmp_path)
    assert str(origins["ignore.0"].value) == "cut-json on get_*.limit until 2027-01-31 (fixed in the next release)"
    assert settings.policy.ignores == (
        Ignore(
            rule="cut-json",
            reason="fixed in the next release",
            tool="get_*",
            argument="limit",
            until=date(2027, 1, 31),
        ),
        Ignore(rule="no-upper-bound", reason="ours alone", tool="*", until=date(2027, 2, 1)),
    )


def test_regraded_findings_carry_a_severity_and_a_reason_and_may_expire(tmp_path):
    write(
        tmp_path,
        """
        [[regrade]]
        rule = "cut-json"
        severity = "warning"
        reason = "a person reads it"
        tool = "get_*"
        argument = "limit"
        until = 2027-01-31
        """,
    )
    settings, origins = load(tmp_path)
    assert settings.policy.regrades == (
        Regrade(
            rule="cut-json",
            severity=Severity.WARNING,
            reason="a person reads it",
            tool="get_*",
            argument="limit",
            until=date(2027, 1, 31),
        ),
    )
    assert str(origins["regrade.0"].value) == ("cut-json on get_*.limit until 2027-01-31: warning (a person reads it)")
    assert origins["regrade.0"].where == "tool-audit.toml: [regrade] entry 1"


def test_several_clients_may_be_chosen_and_the_first_is_judged_by(tmp_path):
    write(tmp_path, "[policy]\nclient = ['codex', 'claude-code', 'codex']")
    assert load(tmp_path)[0].policy.client == ("codex", "claude-code")
    assert load(tmp_path, {"policy.client": ("claude-code",)})[0].policy.client == ("claude-code",)
    assert load(tmp_path, environ={"TOOL_AUDIT_CLIENT": "claude-code, codex"})[0].policy.client == (
        "claude-code",
        "codex",
    )


def test_an_override_may_be_in_bytes_and_lines_too(tmp_path):
    write(tmp_path, "[tools.export]\ncap_bytes = 900\ncap_lines = 9\nreason = 'a script reads it'")
    settings, origins = load(tmp_path)
    assert settings.policy.overrides == (
        CapOverride(tool="export", reason="a script reads it", cap_bytes=900, cap_lines=9),
    )
    assert str(origins["tools.export.caps"].value) == "cap_bytes 900, cap_lines 9 (a script reads it)"


def test_a_client_of_the_users_own_may_be_chosen(tmp_path):
    write(tmp_path, "client = 'ours'\n[clients.ours]\ncap-tokens = 5000")
    policy = load(tmp_path)[0].policy
    assert policy.client == ("ours",)
    assert policy.clients == {"ours": {"cap_tokens": 5000}}


FILE_ERRORS = [
    ("[limit]\n", "tool-audit.toml: there is no section or setting 'limit'", "limits"),
    ("fail_onn = 'error'", "tool-audit.toml: there is no section or setting 'fail_onn'", "did you mean fail-on?"),
    ("[limits]\ncall_timout = 3", "tool-audit.toml: [limits] has no setting 'call_timout'", "mean call_timeout?"),
    ("[limits]\ncall_timeout = true", "tool-audit.toml: [limits] call_timeout: True is not a time such as", "must be"),
    ("[limits]\ncall_timeout = nan", "call_timeout: nan is not a time", ""),
    ("[limits]\ncall_timeout = 0", "call_timeout: 0 is not a time", ""),
    ("[limits]\nmax_reply_bytes = '64 MX'", "max_reply_bytes: '64 MX' is not a size such as", ""),
    ("[limits]\nconcurrency = '2'", "concurrency: '2' is not a whole number of 1 or more", ""),
    ("[probing]\nallow_writes = 'yes'", "allow_writes: 'yes' is not true or false", ""),
    ("[probing]\ndeny = [1]", "deny: [1] is not a list of texts", ""),
    ("[probing]\ntools = 3", "tools: 3 is not a list of texts", ""),
    ("[policy]\nfail_on = 'fatal'", "fail_on: 'fatal' is not one of error, warning, info, never", ""),
    ("[policy]\nclient = 4", "client: 4 is not a text", ""),
    ("[policy]\nclient = ''", "tool-audit.toml: [policy] client is empty", "must be a text"),
    ("[policy]\nclient = 'codx'", "[policy] client: there is no client 'codx'", "did you mean codex?"),
    ("[policy]\ntokenizer = 'zzz'", "there is no tokenizer 'zzz'", "known: auto, o200k_base"),
    ("[probing]\nexperiments = ['limits']", "experiments: there is no experiment 'limits'", "did you mean limit?"),
    ("[output]\noutputs = ['jsn']", "outputs: there is no output format 'jsn'", "did you mean json?"),
    ("[output]\nquiet = true\nverbose = true", "quiet and verbose contradict each other", "one of them"),
    ("[rules.cut-jsn]\n", "tool-audit.toml: [rules.cut-jsn]: there is no rule 'cut-jsn'", "did you mean cut-json?"),
    ("[rules.cut-jsn]\na = 1", "there is no rule 'cut-jsn'", "did you mean cut-json?"),
    ("[rules.no-upper-bound]\nitem = 1", "[rules.no-upper-bound] item: the rule has no option 'item'", "mean items?"),
    ("[rules.cut-json]\nitem = 1", "the rule has no option 'item'", "cut-json has no options"),
    ("[rules.no-upper-bound]\nitems = 1.5", "items: 1.5 is not a whole number", ""),
    ("[rules.no-upper-bound]\nitems = true", "items: True is not a whole number", ""),
    ("[rules.no-upper-bound]\nshare = '1'", "share: '1' is not a number", ""),
    ("[rules.no-upper-bound]\nstrict = 1", "strict: 1 is not true or false", ""),
    ("[rules.no-upper-bound]\nunit = 1", "unit: 1 is not a text", ""),
    ("[rules.no-upper-bound]\nwords = 'b'", "words: 'b' is not a list", ""),
    ("rules = [1]", "tool-audit.toml: [rules] is not a table", ""),
    ("[rules]\ncut-json = false", "[rules] cut-json: False is not a table", ""),
    ("tools = ['a']", "tool-audit.toml: [tools] is not a table", "named in [probing] tools"),
    ("[tools.a]\ncap = 1\nreason = 'x'", "[tools.a] has no setting 'cap'", "cap_"),
    ("[tools.a]\ncap_tokens = 1", "[tools.a] gives no reason", 'reason = "..."'),
    ("[tools.a]\nreason = 'x'", "[tools.a] has a reason but no cap", "cap_tokens"),
    ("[tools.a]\ncap_tokens = '1'\nreason = 'x'", "[tools.a] cap_tokens: '1' is not a whole number", ""),
    ("[tools.a]\narguments = 1", "[tools.a] arguments: 1 is not a table", ""),
    ("[ignore]\nrule = 'cut-json'", "[ignore] is not a list", "[[ignore]]"),
    ("ignore = [1]", "[ignore] entry 1 is not a table", "[[ignore]]"),
    ("[[ignore]]\nreason = 'x'", "[ignore] entry 1 names no rule", "tool-audit rules"),
    ("[[ignore]]\nrule = 'cut-json'", "[ignore] entry 1 gives no reason", ""),
    ("[[ignore]]\nrule = 'cut-jsn'\nreason = 'x'", "[ignore] entry 1: there is no rule 'cut-jsn'", "mean cut-json?"),
    ("[[ignore]]\nrule = 'cut-json'\nreason = 'x'\ntool = 1", "[ignore] entry 1 tool: 1 is not a text", ""),
    ("[[ignore]]\nrule = 'cut-json'\nreason = 'x'\nuntil = 'soon'", "until: 'soon' is not a date", "2027-01-31"),
    ("[[ignore]]\nrule = 'cut-json'\nreason = 'x'\nuntil = 3", "until: '3' is not a date", "2027-01-31"),
    ("[[ignore]]\nrule = 'cut-json'\nreason = 'x'\nuntill = 3", "has no setting 'untill'", "did you mean until?"),
    ("call-timeout = 5\n[limits]\ncall_timeout = 6", "[limits] call_timeout: it is set twice", "call-timeout"),
    ("[regrade]\nrule = 'cut-json'", "[regrade] is not a list", "[[regrade]]"),
    ("regrade = [1]", "[regrade] entry 1 is not a table", "[[regrade]]"),
    ("[[ignore]]\nrule = '*'\nreason = 'x'", "[ignore] entry 1: there is no rule '*'", "`tool-audit rules` lists them"),
    ("[[regrade]]\nseverity = 'info'\nreason = 'x'", "[regrade] entry 1 names no rule", "tool-audit rules"),
    ("[[regrade]]\nrule = 'cut-json'\nreason = 'x'", "entry 1 names no severity", "error, warning, info"),
    ("[[regrade]]\nrule = 'cut-json'\nseverity = 'info'", "[regrade] entry 1 gives no reason", "another severity"),
    (
        "[[regrade]]\nrule = 'cut-jsn'\nseverity = 'info'\nreason = 'x'",
        "[regrade] entry 1: there is no rule 'cut-jsn'",
        "mean cut-json?",
    ),
    (
        "[[regrade]]\nrule = 'cut-json'\nseverity = 'warn'\nreason = 'x'",
        "entry 1 severity: there is no severity 'warn'",
        "did you mean warning?",
    ),
    ("[[regrade]]\nrule = 'cut-json'\nseverity = 3\nreason = 'x'", "there is no severity 3", "known: error"),
    ("[[regrade]]\nrule = 'cut-json'\nsevrity = 'info'\nreason = 'x'", "no setting 'sevrity'", "mean severity?"),
    (
        "[[regrade]]\nrule = 'cut-json'\nseverity = 'info'\nreason = 'x'\nuntil = 'soon'",
        "[regrade] entry 1 until: 'soon' is not a date",
        "2027-01-31",
    ),
    ("[policy]\nclient = []", "client: [] is not a text or a list of texts", ""),
    ("[policy]\nclient = ['codex', 'claud-code']", "there is no client 'claud-code'", "did you mean claude-code?"),
    ("[limits", "tool-audit.toml is not TOML: ", "--no-config"),
]


@pytest.mark.parametrize(("text", "message", "hint"), FILE_ERRORS, ids=[each[0] for each in FILE_ERRORS])
def test_a_mistake_in_the_file_is_told_with_file_section_and_nearest_name(tmp_path, text, message, hint):
    write(tmp_path, text)
    with pytest.raises(UsageError) as caught:
        load(tmp_path)
    assert message in caught.value.message
    assert hint in caught.value.hint


OTHER_ERRORS = [
    ({"limits.call_timeot": 3}, {}, "there is no setting limits.call_timeot", "did you mean limits.call_timeout?"),
    ({"limits.call_timeout": "soon"}, {}, "--call-timeout: 'soon' is not a time", "must be a time"),
    ({"policy.client": "codx"}, {}, "--client: there is no client 'codx'", "did you mean codex?"),
    ({}, {"TOOL_AUDIT_FAILON": "error"}, "the environment variable TOOL_AUDIT_FAILON is no setting", "_FAIL_ON?"),
    ({}, {"TOOL_AUDIT_QUIET": "maybe"}, "TOOL_AUDIT_QUIET: 'maybe' is not true or false", ""),
    ({}, {"TOOL_AUDIT_MAX_CALLS": "few"}, "TOOL_AUDIT_MAX_CALLS: 'few' is not a whole number", ""),
    ({"config": "no.toml"}, {}, "there is no file no.toml", "check the path"),
    ({"config": "no.toml", "no_config": True}, {}, "--config and --no-config contradict each other", "one of them"),
    ({"config": "."}, {}, ". cannot be read: Is a directory", ""),
    ({"config": "latin.toml"}, {}, "latin.toml is not UTF-8 text", "UTF-8"),
    ({"probing.args": "nan.toml"}, {}, "--args nan.toml: inf is no number that can be sent", "finite"),
    ({"probing.args": "nan.json"}, {}, "--args nan.json: nan is no number that can be sent", "finite"),
    ({"probing.args": "no.json"}, {}, "there is no file no.json", ""),
    ({"probing.args": "list.json"}, {}, "list.json does not map tool names to arguments", '{"tool name"'),
    ({"probing.args": "broken.json"}, {}, "broken.json is not JSON: ", '{"tool name"'),
    ({"arg": ("limit=5",)}, {}, "--arg 'limit' is no argument of a tool", "TOOL.ARGUMENT=VALUE"),
    ({"arg": ("get_x.limit",)}, {}, "--arg 'get_x.limit' is no argument of a tool", "TOOL.ARGUMENT=VALUE"),
    ({"arg": ("get_x.=5",)}, {}, "--arg 'get_x.' is no argument of a tool", "TOOL.ARGUMENT=VALUE"),
    ({"arg": ("get_x.ids=[1, 2",)}, {}, "--arg get_x.ids begins like JSON and is none: ", "your shell"),
    ({"arg": ("get_x.a={b: 1}",)}, {}, "--arg get_x.a begins like JSON and is none: ", "=@FILE"),
    ({"arg": ("get_x.a=@no.json",)}, {}, "there is no file no.json", ""),
    ({"arg": ("get_x.a=@broken.json",)}, {}, "broken.json is not JSON: ", "one JSON value"),
]


@pytest.mark.parametrize(
    ("options", "environ", "message", "hint"), OTHER_ERRORS, ids=[each[2] for each in OTHER_ERRORS]
)
def test_a_mistake_elsewhere_is_told_by_its_option_or_variable(tmp_path, options, environ, message, hint):
    write(tmp_path, "[1]", "list.json")
    write(tmp_path, '{"a": ', "broken.json")
    write(tmp_path, "[t]\na = [inf]", "nan.toml")
    write(tmp_path, '{"t": {"a": NaN}}', "nan.json")
    (tmp_path / "latin.toml").write_bytes(b"# \xe9")
    with pytest.raises(UsageError) as caught:
        load(tmp_path, options, environ)
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_a_section_of_pyproject_is_named_in_full(tmp_path):
    write(tmp_path, "[tool.tool-audit.limits]\nnope = 1", "pyproject.toml")
    with pytest.raises(UsageError, match=r"pyproject.toml: \[tool.tool-audit.limits\] has no setting 'nope'"):
        load(tmp_path)


def test_variables_with_another_meaning_are_left_alone(tmp_path):
    assert load(tmp_path, {}, {"TOOL_AUDIT_CACHE": "x", "TOOL_AUDITOR": "y", "PATH": "z"})[0].limits.concurrency == 1
