"""Each kind of target, the choice among servers, and what is told where a target is none."""

import json

import pytest

from tool_audit.errors import UsageError
from tool_audit.model import TransportKind
from tool_audit.targets import Resolution, resolve
from tool_audit.targets.places import user_files

HEADER = '{"schema": "tool-audit/record/1", "server": "acme"}\n'
TOOLS = [{"name": "list_items", "inputSchema": {}}, {"name": "get_item"}]


def put(folder, name, content):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def servers(*names):
    return {"mcpServers": {name: {"command": name} for name in names}}


def ask(folder, *targets, environ=None, **options) -> Resolution:
    home = {"HOME": str(folder / "home")}
    return resolve(targets, environ=home | (environ or {}), working_dir=folder, **options)


def refusal(folder, *targets, **options) -> UsageError:
    with pytest.raises(UsageError) as caught:
        ask(folder, *targets, **options)
    return caught.value


def test_a_command_is_started_as_it_stands(tmp_path):
    (spec,) = ask(tmp_path, command=["npx", "-y", "@acme/server", "a b"]).specs
    assert (spec.name, spec.transport) == ("@acme/server", TransportKind.STDIO)
    assert spec.command == ("npx", "-y", "@acme/server", "a b")
    assert spec.origin == "the command line"


@pytest.mark.parametrize(
    ("url", "transport"),
    [
        ("https://mcp.example.com/mcp", TransportKind.HTTP),
        ("http://localhost:8000/sse", TransportKind.SSE),
        ("HTTP://localhost:8000/sse/?x=1", TransportKind.SSE),
        ("http://[::1]:8000/", TransportKind.HTTP),
    ],
)
def test_a_url_is_reached_by_what_its_path_says(tmp_path, url, transport):
    (spec,) = ask(tmp_path, url).specs
    assert (spec.url, spec.transport) == (url, transport)


@pytest.mark.parametrize(
    "document",
    [{"tools": TOOLS}, {"jsonrpc": "2.0", "id": 1, "result": {"tools": TOOLS}}, TOOLS],
    ids=["a result", "a message", "a bare list"],
)
def test_a_saved_tools_list_is_a_listing(tmp_path, document):
    put(tmp_path, "saved/acme.json", document)
    resolution = ask(tmp_path, "saved/acme.json")
    assert resolution.listings == (("acme", {"tools": TOOLS}),)
    assert resolution.specs == ()


def test_a_record_or_a_folder_of_them_is_records(tmp_path):
    one = put(tmp_path, "records/b.jsonl", HEADER + '{"x": 1}\n')
    two = put(tmp_path, "records/a.jsonl", HEADER)
    put(tmp_path, "records/other.jsonl", '{"log": 1}\n')
    assert ask(tmp_path, "records/b.jsonl").records == (one,)
    assert ask(tmp_path, "records").records == (two, one)


def test_a_folder_with_a_configuration_is_that_configuration(tmp_path):
    put(tmp_path, "project/.vscode/mcp.json", {"servers": {"acme": {"command": "acme"}}})
    assert ask(tmp_path, "project").specs[0].origin == "project/.vscode/mcp.json"


def test_all_kinds_may_be_named_at_once(tmp_path):
    put(tmp_path, "mcp.json", servers("a"))
    put(tmp_path, "tools.json", TOOLS)
    record = put(tmp_path, "r.jsonl", HEADER)
    resolution = ask(tmp_path, "mcp.json", "https://b.example.com", "tools.json", "r.jsonl", command=["c"])
    assert [spec.name for spec in resolution.specs] == ["a", "b.example.com", "c"]
    assert [name for name, _ in resolution.listings] == ["tools"]
    assert resolution.records == (record,)


def test_servers_of_one_name_get_a_number(tmp_path):
    put(tmp_path, "a.json", servers("git", "time"))
    put(tmp_path, "b.json", servers("git"))
    put(tmp_path, "git.json", TOOLS)
    resolution = ask(tmp_path, "a.json", "b.json", "git.json")
    assert [spec.name for spec in resolution.specs] == ["git", "time", "git-2"]
    assert resolution.listings[0][0] == "git-3"


def test_server_chooses_by_glob_among_servers_listings_and_failures(tmp_path):
    document = servers("git", "github", "time")
    document["mcpServers"]["gitbad"] = {}
    document["mcpServers"]["bad"] = {}
    put(tmp_path, "mcp.json", document)
    resolution = ask(tmp_path, "mcp.json", servers=["git*"])
    assert [spec.name for spec in resolution.specs] == ["git", "github"]
    assert [failure.name for failure in resolution.failures] == ["gitbad"]


def test_a_pattern_that_fits_no_server_lists_those_there_are(tmp_path):
    put(tmp_path, "mcp.json", servers("git", "time"))
    error = refusal(tmp_path, "mcp.json", servers=["git", "tim"])
    assert error.message == "--server tim: there is no such server"
    assert error.hint == "did you mean time?"
    assert error.detail == ("servers: git, time",)


def test_a_pattern_may_fit_a_server_of_a_record_that_is_not_read_yet(tmp_path):
    record = put(tmp_path, "r.jsonl", HEADER)
    assert ask(tmp_path, "r.jsonl", servers=["acme"]).records == (record,)


def test_env_and_cwd_go_to_what_is_started_and_headers_to_what_is_reached(tmp_path):
    (tmp_path / "sub").mkdir()
    entries = {"a": {"command": "a", "env": {"X": "1", "Y": "1"}}, "b": {"url": "https://b", "headers": {"H": "1"}}}
    put(tmp_path, "mcp.json", {"mcpServers": entries})
    given = {"env": ["X=2", "MINE", "E="], "cwd": "sub", "headers": ["H: 2", "K:v:w"]}
    started, reached = ask(tmp_path, "mcp.json", environ={"MINE": "m"}, **given).specs
    assert started.env == {"X": "2", "Y": "1", "MINE": "m", "E": ""}
    assert started.cwd == str(tmp_path / "sub")
    assert started.headers == {}
    assert reached.headers == {"H": "2", "K": "v:w"}
    assert (reached.env, reached.cwd) == ({}, None)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("Bearer ${TOKEN}", "Bearer t"),
        ("Bearer ${env:TOKEN}", "Bearer t"),
        ("${TOKEN}:${OTHER:-x}", "t:x"),
        ("${input:key}", "k"),
        ("pa$TOKEN", "pa$TOKEN"),
        ("${LINE}", "ends"),
    ],
)
def test_a_header_takes_variables_as_a_configuration_does(tmp_path, written, value):
    environ = {"TOKEN": "t", "LINE": "ends\n"}
    (spec,) = ask(tmp_path, "https://b", environ=environ, inputs={"key": "k"}, headers=[f"K: {written}"]).specs
    assert spec.headers == {"K": value}


def test_options_that_reach_no_server_are_said(tmp_path):
    assert ask(tmp_path, command=["a"], headers=["H: 1"]).notes == (
        "--header has no effect: no server here is reached by a URL",
    )
    assert ask(tmp_path, "https://b", env=["A=1"]).notes == (
        "--env and --cwd have no effect: no server here is started by a command",
    )


def test_without_a_target_the_first_configuration_of_the_folder_is_taken_and_said(tmp_path):
    put(tmp_path, ".gemini/settings.json", {"theme": "dark"})
    put(tmp_path, ".cursor/mcp.json", servers("second"))
    put(tmp_path, "mcp.json", {"notes": "holds none"})
    put(tmp_path, ".vscode/mcp.json", {"servers": {"first": {"command": "a"}}})
    resolution = ask(tmp_path)
    assert [spec.name for spec in resolution.specs] == ["first"]
    assert resolution.notes == (
        "took the servers of .vscode/mcp.json",
        ".cursor/mcp.json was not read: name it to audit it",
        ".gemini/settings.json was not read: name it to audit it",
    )


def test_without_a_target_or_a_configuration_three_examples_are_given(tmp_path):
    error = refusal(tmp_path)
    assert error.message == "no target, and no .mcp.json or its kin in this folder"
    assert len(error.detail) == 3


PLACES = [
    ("claude-code", "linux", "home/.claude.json"),
    ("claude-desktop", "linux", "home/.config/Claude/claude_desktop_config.json"),
    ("claude-desktop", "darwin", "home/Library/Application Support/Claude/claude_desktop_config.json"),
    ("claude-desktop", "win32", "appdata/Claude/claude_desktop_config.json"),
    ("cursor", "win32", "home/.cursor/mcp.json"),
    ("vscode", "linux", "home/.config/Code/User/mcp.json"),
    ("windsurf", "darwin", "home/.codeium/windsurf/mcp_config.json"),
    ("codex", "linux", "home/.codex/config.toml"),
    ("gemini-cli", "linux", "home/.gemini/settings.json"),
    ("zed", "linux", "home/.config/zed/settings.json"),
    ("opencode", "linux", "home/.config/opencode/opencode.json"),
]


@pytest.mark.parametrize(("client", "system", "place"), PLACES)
def test_a_clients_own_configuration_is_found_where_it_keeps_it(tmp_path, client, system, place):
    path = put(tmp_path, place, "{}")
    environ = {"HOME": str(tmp_path / "home"), "APPDATA": str(tmp_path / "appdata")}
    assert user_files(client, environ, system) == (path,)


def test_a_place_moves_with_its_variable(tmp_path):
    path = put(tmp_path, "elsewhere/config.toml", "")
    environ = {"HOME": str(tmp_path), "CODEX_HOME": str(tmp_path / "elsewhere")}
    assert user_files("codex", environ, "linux") == (path,)
    moved = put(tmp_path, "xdg/zed/settings.json", "")
    environ = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "xdg")}
    assert user_files("zed", environ, "linux") == (moved,)


def test_from_a_client_takes_its_servers_with_this_folder_as_workspace(tmp_path):
    entry = {"command": "a", "args": ["${workspaceFolder}"]}
    path = put(tmp_path, "home/.cursor/mcp.json", {"mcpServers": {"a": entry}})
    resolution = ask(tmp_path, from_client="cursor")
    assert resolution.specs[0].command == ("a", str(tmp_path))
    assert resolution.notes == (f"--from cursor: took {path}",)


def test_from_says_what_it_looked_for(tmp_path):
    error = refusal(tmp_path, from_client="cursr")
    assert error.message == "--from: where 'cursr' keeps its servers is not known"
    assert error.hint == "did you mean cursor?"
    error = refusal(tmp_path, from_client="cursor")
    assert error.message == "--from cursor: it has no configuration here"
    assert error.detail == (f"looked for {tmp_path}/home/.cursor/mcp.json",)
    put(tmp_path, "home/.cursor/mcp.json", "{}")
    assert "--from cursor: there is no server in " in refusal(tmp_path, from_client="cursor").message


FILES = {
    "empty.json": "",
    "none.json": '{"mcpServers": {}}',
    "keys.json": '{"theme": 1, "font": 2}',
    "list.json": "[1, 2]",
    "word.json": '"hello"',
    "open.json": '{\n  "mcpServers": {"a": [1, 2',
    "long.json": '{"a": "' + "x" * 300_000 + '",\n "b": oops}',
    "deep.json": "[" * 200_000,
    "bad.toml": "a = [",
    "mcp.yaml": "servers: []",
    "server.py": "import mcp",
    "server": "#!/bin/sh",
    "report.json": '{"schema": "tool-audit/report/1", "servers": []}',
    "report.jsonl": '{"schema": "tool-audit/report/1"}',
    "newer.jsonl": '{"schema": "tool-audit/record/2"}\n',
    "log.jsonl": '{"log": 1}\n{"log": 2}\n',
    "folder/readme.txt": "",
    "newer/r.jsonl": '{"schema": "tool-audit/record/2"}\n',
}

REFUSALS = [
    ("mpc.json", "there is no file mpc.json", "-- mpc.json"),
    ("non.json", "there is no file non.json", "did you mean none.json?"),
    ("npx -y @acme/server", "there is no file npx -y @acme/server", "start it as a server: -- npx -y @acme/server"),
    ("x" * 5000, "there is no file xxx", "--"),
    ("~nobody-of-this-name/x", "there is no file ~nobody", "--"),
    ("empty.json", "empty.json is empty", "a target is"),
    ("none.json", "none.json lists no servers: its list is empty", "a target is"),
    ("keys.json", "keys.json holds no servers (keys seen: theme, font)", '"mcpServers"'),
    ("list.json", "list.json holds no servers: it is a list without tools", "a target is"),
    ("word.json", "word.json holds no servers: it is only 'hello'", "a target is"),
    ("open.json", "open.json is not JSON: line 2, column ", "a target is"),
    ("long.json", "long.json is not JSON: line 2, column 7: ", "a target is"),
    ("deep.json", "deep.json is nested too deep", "a target is"),
    ("bad.toml", "bad.toml is not TOML: ", "a target is"),
    ("mcp.yaml", "mcp.yaml is YAML, which is not read", "as JSON"),
    ("server.py", "server.py is not JSON: line 1", "to start it as a server: -- python server.py"),
    ("server", "server is not JSON: line 1", "to start it as a server: -- server"),
    ("image.bin", "image.bin is not a text file", "to start it as a server: -- image.bin"),
    ("report.json", "report.json is a report, and only a record can be judged again", "--record"),
    ("report.jsonl", "report.jsonl is a report", "--record"),
    ("newer.jsonl", "newer.jsonl is a record of version 2, and this tool-audit reads up to version 1", "upgrade"),
    ("newer", "newer/r.jsonl is a record of version 2", "upgrade"),
    ("log.jsonl", "log.jsonl is not JSON: line 2", "a target is"),
    ("folder", "the folder folder holds neither records nor an mcp.json", "a target is"),
    ("ws://a.example.com/mcp", "ws://a.example.com/mcp is not the URL of a server", "http(s)://HOST"),
    ("https://?key=secret", "https:// is not the URL of a server", "http(s)://HOST"),
]


@pytest.mark.parametrize(("target", "message", "hint"), REFUSALS, ids=[each[1][:40] for each in REFUSALS])
def test_a_target_that_is_none_is_told_what_one_would_be(tmp_path, target, message, hint):
    for name, content in FILES.items():
        put(tmp_path, name, content)
    (tmp_path / "image.bin").write_bytes(b"\x89PNG\xff\xfe")
    error = refusal(tmp_path, target)
    assert error.message.startswith(message)
    assert hint in error.hint


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        ({"command": [""]}, "the command after -- is empty", "-- COMMAND ARG..."),
        ({"command": ["a"], "env": ["UNSET"]}, "--env UNSET: it is not set in your environment", "--env UNSET=VALUE"),
        ({"command": ["a"], "env": ["=x"]}, "--env has no name", "--env NAME=VALUE"),
        ({"command": ["a"], "headers": ["secret"]}, "--header ", "'NAME: VALUE'"),
        ({"command": ["a"], "headers": ["a b: c"]}, "--header 'a b' is not a header", "'NAME: VALUE'"),
        ({"command": ["a"], "headers": ["a: b\r\nc: d"]}, "--header 'a' is not a header", "'NAME: VALUE'"),
        ({"command": ["a"], "headers": ["K: ${NO}"]}, "--header K: the environment variable NO is not set", "set NO"),
        (
            {"command": ["a"], "headers": ["K: ${TWO}"], "environ": {"TWO": "a\nb"}},
            "--header K: its value has",
            "one line",
        ),
        ({"command": ["a"], "cwd": "nowhere"}, "--cwd nowhere is not a folder", "check the path"),
    ],
)
def test_an_option_that_can_mean_nothing_is_refused(tmp_path, options, message, hint):
    error = refusal(tmp_path, **options)
    assert error.message.startswith(message)
    assert hint in error.hint


def test_a_header_that_is_none_is_not_repeated_in_the_message(tmp_path):
    error = refusal(tmp_path, command=["a"], headers=["sk-12345"])
    assert "sk-12345" not in error.message + error.hint
