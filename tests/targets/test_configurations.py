"""The dialects of mcp.json: each form that a client writes, and each entry that cannot be meant."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tool_audit.errors import UsageError
from tool_audit.model import TransportKind
from tool_audit.targets import Resolution, resolve
from tool_audit.targets.dialects import input_defaults, servers_in
from tool_audit.targets.entries import EntryError, disabled, spec_of
from tool_audit.targets.variables import UnresolvedError, Variables

ENTRY = {"command": "acme", "args": ["serve"]}


def audit(folder, document, name="mcp.json", *, environ=None, **options) -> Resolution:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    text = document if isinstance(document, str) else json.dumps(document)
    path.write_text(text, encoding="utf-8")
    home = {"HOME": str(folder / "home")}
    return resolve([name], environ=home | (environ or {}), working_dir=folder, **options)


def only(folder, entry, **options):
    resolution = audit(folder, {"mcpServers": {"acme": entry}}, **options)
    assert not resolution.failures, resolution.failures
    (spec,) = resolution.specs
    return spec


DIALECTS = {
    "mcpServers": {"mcpServers": {"acme": ENTRY}},
    "servers": {"servers": {"acme": ENTRY}, "inputs": []},
    "mcp.servers": {"editor.fontSize": 12, "mcp": {"servers": {"acme": ENTRY}}},
    "mcp.servers in one key": {"mcp.servers": {"acme": ENTRY}},
    "zed": {"theme": "One", "context_servers": {"acme": {"source": "custom", **ENTRY}}},
    "zed, older": {"context_servers": {"acme": {"command": {"path": "acme", "args": ["serve"]}}}},
    "opencode": {"mcp": {"acme": {"type": "local", "command": ["acme", "serve"], "enabled": True}}},
    "amp": {"amp.mcpServers": {"acme": ENTRY}},
    "a list with names": {"mcpServers": [{"name": "acme", **ENTRY}]},
    "a bare map": {"acme": ENTRY},
    "a bare map with a word beside it": {"$schema": "x", "acme": ENTRY},
    "a single entry": ENTRY,
    "a single entry with a name": {"name": "acme", **ENTRY},
    "a server that is called servers": {"mcpServers": {"acme": ENTRY}, "servers": {"command": "x"}},
}


@pytest.mark.parametrize("document", DIALECTS.values(), ids=DIALECTS)
def test_each_dialect_gives_the_same_server(tmp_path, document):
    (spec,) = audit(tmp_path, document).specs
    assert (spec.name, spec.transport, spec.command) == ("acme", TransportKind.STDIO, ("acme", "serve"))
    assert spec.origin == "mcp.json"


def test_codex_keeps_its_servers_in_toml(tmp_path):
    text = """
        model = "x"
        [mcp_servers.acme]
        command = "acme"
        args = ["serve"]
        env_vars = ["TOKEN", "UNSET"]
        [mcp_servers.remote]
        url = "https://mcp.example.com/mcp"
        bearer_token_env_var = "TOKEN"
        http_headers = { "X-Team" = "a" }
        env_http_headers = { "X-Key" = "KEY" }
        [mcp_servers.off]
        command = "off"
        enabled = false
    """
    resolution = audit(tmp_path, text, "config.toml", environ={"TOKEN": "t", "KEY": "k"})
    acme, remote = resolution.specs
    assert acme.env == {"TOKEN": "t"}
    assert remote.headers == {"X-Team": "a", "X-Key": "k", "Authorization": "Bearer t"}
    assert resolution.notes == ("off in config.toml is disabled: not audited",)


def test_comments_trailing_commas_and_a_byte_order_mark_are_read(tmp_path):
    text = '\ufeff{\n  // ours\n  "mcpServers": {"acme": {"command": "acme", "args": ["serve",],}, /* end */ },\n}'
    assert audit(tmp_path, text).specs[0].command == ("acme", "serve")


def test_a_file_in_utf16_is_read(tmp_path):
    (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": {"acme": ENTRY}}), encoding="utf-16")
    assert resolve(["mcp.json"], environ={}, working_dir=tmp_path).specs[0].name == "acme"


@pytest.mark.parametrize(
    ("entry", "transport"),
    [
        ({"type": "stdio", "command": "acme"}, TransportKind.STDIO),
        ({"type": "local", "command": ["acme"]}, TransportKind.STDIO),
        ({"command": "acme", "url": "https://a.example.com"}, TransportKind.STDIO),
        ({"url": "https://a.example.com/mcp"}, TransportKind.HTTP),
        ({"httpUrl": "https://a.example.com/mcp"}, TransportKind.HTTP),
        ({"serverUrl": "https://a.example.com/mcp"}, TransportKind.HTTP),
        ({"url": "https://a.example.com/sse"}, TransportKind.SSE),
        ({"url": "https://a.example.com/sse", "type": "http"}, TransportKind.HTTP),
        ({"url": "https://a.example.com/mcp", "type": "sse"}, TransportKind.SSE),
        ({"url": "https://a.example.com/mcp", "transport": "sse"}, TransportKind.SSE),
        *(
            ({"url": "https://a.example.com/mcp", "type": name}, TransportKind.HTTP)
            for name in ("http", "streamable-http", "streamable_http", "streamableHttp", "remote")
        ),
    ],
)
def test_the_type_or_else_the_keys_say_the_transport(tmp_path, entry, transport):
    assert only(tmp_path, entry).transport is transport


@pytest.mark.parametrize(
    ("entry", "command"),
    [
        ({"command": "acme"}, ("acme",)),
        ({"command": "npx -y @acme/server"}, ("npx", "-y", "@acme/server")),
        ({"command": "my server", "args": ["x"]}, ("my server", "x")),
        ({"command": ["acme", "serve"], "args": ["--port", 80]}, ("acme", "serve", "--port", "80")),
        ({"command": "acme", "args": "--name 'a b'"}, ("acme", "--name", "a b")),
        ({"command": "acme", "args": None}, ("acme",)),
    ],
)
def test_commands_are_read_as_text_or_list(tmp_path, entry, command):
    assert only(tmp_path, entry).command == command


def test_a_command_whose_path_has_a_space_stays_whole(tmp_path):
    program = tmp_path / "my server"
    program.touch()
    assert only(tmp_path, {"command": str(program)}).command == (str(program),)


def test_values_of_env_become_texts_and_null_unsets(tmp_path):
    spec = only(tmp_path, {"command": "acme", "env": {"A": 1, "B": True, "C": 1.5, "D": "d", "E": None}})
    assert spec.env == {"A": "1", "B": "true", "C": "1.5", "D": "d"}


def test_an_env_file_stands_below_env(tmp_path):
    (tmp_path / ".env").write_text("# ours\nexport A=1\nB='two'\n\nC = 3\n", encoding="utf-8")
    spec = only(tmp_path, {"command": "acme", "envFile": "${workspaceFolder}/.env", "env": {"C": "c"}})
    assert spec.env == {"A": "1", "B": "two", "C": "c"}


def test_headers_are_read_also_where_they_are_handed_to_fetch(tmp_path):
    entry = {"url": "https://a.example.com", "headers": {"A": "1"}, "requestInit": {"headers": {"B": "2"}}}
    assert only(tmp_path, entry).headers == {"A": "1", "B": "2"}


def test_no_secret_is_in_the_repr(tmp_path):
    started = only(tmp_path, {"command": "acme", "env": {"KEY": "hush"}})
    reached = only(tmp_path, {"url": "https://a.example.com/?key=hush", "headers": {"K": "hush"}})
    assert "hush" not in repr(started) + repr(reached)


def test_what_references_stood_for_is_known_wherever_in_an_entry_they_are(tmp_path):
    entry = {
        "command": "acme",
        "args": ["--dsn=${A}", "$BARE", "${input:pw}", "${UNSET:-x}", "${workspaceFolder}"],
        "env": {"X": "${env:B:-y}"},
    }
    environ = {"A": "1", "B": "2", "BARE": "3", "NOT_NAMED": "4"}
    document = {"servers": {"acme": entry}, "inputs": [{"id": "pw", "default": "5"}]}
    (spec,) = audit(tmp_path, document, environ=environ).specs
    assert spec.filled_in == {"A": "1", "B": "2", "BARE": "3", "pw": "5"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("${TOKEN}", "t"),
        ("Bearer ${TOKEN}!", "Bearer t!"),
        ("${UNSET:-x}", "x"),
        ("${UNSET:-}", ""),
        ("${EMPTY:-x}", "x"),
        ("${EMPTY}", ""),
        ("${TOKEN:-x}", "t"),
        ("${UNSET:-http://a:80/b}", "http://a:80/b"),
        ("${env:TOKEN}", "t"),
        ("${env:UNSET:-x}", "x"),
        ("{env:TOKEN}", "t"),
        ("${input:key}", "k"),
        ("${input:asked}", "a"),
        ("$TOKEN", "t"),
        ("$UNSET", "$UNSET"),
        ("pa$TOKEN", "pa$TOKEN"),
        ("${NESTED}", "${TOKEN}"),
        ("${userHome}/x", "HOME/x"),
        ("${workspaceFolder}/x", "FOLDER/x"),
        ("${workspaceFolder:repo}/x", "FOLDER/x"),
        ("${workspaceFolderBasename}", "BASENAME"),
        ("a${/}b", "a/b"),
        ("{}", "{}"),
    ],
)
def test_references_are_replaced_once(tmp_path, text, value):
    document = {
        "servers": {"acme": {"command": "acme", "args": [text], "env": {"V": text}}},
        "inputs": [{"id": "asked", "default": "a"}, {"id": "key", "default": "lost"}],
    }
    environ = {"TOKEN": "t", "EMPTY": "", "NESTED": "${TOKEN}"}
    (spec,) = audit(tmp_path, document, environ=environ, inputs={"key": "k"}).specs
    for name, there in {"HOME": tmp_path / "home", "FOLDER": tmp_path, "BASENAME": tmp_path.name}.items():
        value = value.replace(name, str(there))
    assert spec.command[1] == value
    assert spec.env == {"V": value}


@pytest.mark.parametrize("name", [".mcp.json", ".vscode/mcp.json", ".cursor/mcp.json", ".kiro/settings/mcp.json"])
def test_the_workspace_is_the_folder_that_the_configuration_is_about(tmp_path, name):
    document = {"mcpServers": {"acme": {"command": "acme", "cwd": "${workspaceFolder}/sub"}}}
    assert audit(tmp_path, document, f"project/{name}").specs[0].cwd == str(tmp_path / "project/sub")


def test_a_relative_cwd_is_relative_to_the_workspace(tmp_path):
    assert only(tmp_path, {"command": "acme", "cwd": "sub"}).cwd == str(tmp_path / "sub")
    assert only(tmp_path, {"command": "acme"}).cwd is None


BAD_ENTRIES = [
    ("text", "it is a text, not an object", '"command"'),
    (None, "it is null, not an object", '"command"'),
    ([1], "it is a list, not an object", '"command"'),
    ({"cmd": "acme"}, "it has neither a command nor a url (keys seen: cmd)", "one of them"),
    ({}, "it has neither a command nor a url (keys seen: none)", "one of them"),
    ({"type": "http", "command": "acme"}, "it has neither a command nor a url (keys seen: type, command)", ""),
    ({"type": "stdo", "command": "acme"}, "its type 'stdo' is not known", "did you mean stdio?"),
    ({"type": "stdio"}, "it has no command", '"command"'),
    ({"command": 5}, "it has no command", '"command"'),
    ({"command": []}, "it has neither a command nor a url", ""),
    ({"command": " "}, "it has no command", '"command"'),
    ({"command": "acme 'x"}, 'its command "acme \'x" leaves a quotation open', "as a list"),
    ({"command": "acme", "args": {"a": 1}}, "its args are an object, not a list", '"args"'),
    ({"command": "acme", "args": [["x"]]}, "its args holds a list, not a text", ""),
    ({"command": "acme", "env": ["A=1"]}, "its env is a list, not an object", '"env"'),
    ({"command": "acme", "env": {"A": {}}}, "its env.A holds an object, not a text", ""),
    ({"command": "acme", "cwd": 5}, "its cwd is a number, not a text", '"cwd"'),
    ({"command": "acme", "envFile": "none.env"}, "none.env cannot be read", "check the path"),
    ({"url": "mcp.example.com"}, "its URL is not http(s)://HOST[:PORT]/PATH", "check the URL"),
    ({"url": "https://"}, "its URL is not http(s)://HOST[:PORT]/PATH", ""),
    ({"url": "https://a:99999999/"}, "its URL is not http(s)://HOST[:PORT]/PATH", ""),
    ({"type": "sse", "url": "ftp://a"}, "its URL is not http(s)://HOST[:PORT]/PATH", ""),
    ({"url": "https://a", "headers": True}, "its headers is a boolean, not an object", '"headers"'),
    ({"url": "https://a/${TOKEN}"}, "the environment variable TOKEN is not set", "set TOKEN, or write ${TOKEN:-...}"),
    ({"url": "https://a", "headers": {"A": "${env:TOKEN}"}}, "the environment variable TOKEN is not set", ""),
    ({"url": "https://a", "bearer_token_env_var": "TOKEN"}, "the environment variable TOKEN is not set", ""),
    ({"command": "acme", "env": {"A": "${input:key}"}}, "it asks for the input 'key'", "pass --input key=..."),
    ({"command": "${command:pick}"}, "${command:pick} is not known here", "write its value out"),
]


@pytest.mark.parametrize(("entry", "message", "hint"), BAD_ENTRIES, ids=str)
def test_a_bad_entry_is_named_and_the_others_go_on(tmp_path, entry, message, hint):
    resolution = audit(tmp_path, {"mcpServers": {"bad": entry, "good": ENTRY}})
    assert [spec.name for spec in resolution.specs] == ["good"]
    (failure,) = resolution.failures
    assert failure.name == "bad"
    assert failure.message.startswith("mcp.json: ")
    assert message in failure.message
    assert hint in failure.hint


def test_disabled_servers_are_left_out_and_said(tmp_path):
    resolution = audit(tmp_path, {"mcpServers": {"off": {**ENTRY, "disabled": True}, "on": ENTRY}})
    assert [spec.name for spec in resolution.specs] == ["on"]
    assert resolution.notes == ("off in mcp.json is disabled: not audited",)
    with pytest.raises(UsageError, match="every server named is disabled: off"):
        audit(tmp_path, {"mcpServers": {"off": {**ENTRY, "disabled": True}}})


def test_servers_of_this_project_are_taken_from_a_file_that_keeps_many(tmp_path):
    projects = {str(tmp_path): {"mcpServers": {"here": ENTRY}}, "/elsewhere": {"mcpServers": {"there": ENTRY}}}
    resolution = audit(tmp_path, {"mcpServers": {"user": ENTRY}, "projects": projects})
    assert [spec.name for spec in resolution.specs] == ["user", "here"]


WORDS = st.sampled_from(
    "mcpServers servers mcp command args env cwd url type headers inputs projects disabled envFile requestInit"
    " env_vars env_http_headers bearer_token_env_var path name id default stdio sse ${X} ${ $X {env:X} 'a https://a".split()
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | WORDS
DOCUMENTS = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner), max_leaves=15
)


@settings(max_examples=60, deadline=None, database=None)
@given(DOCUMENTS)
def test_whatever_a_document_holds_each_entry_is_a_server_or_a_reason(document):
    variables = Variables(environ={}, inputs=input_defaults(document), workspace=Path("/w"), home=Path("/h"))
    for name, entry in (servers_in(document, Path("/w")) or {}).items():
        assert isinstance(disabled(entry), bool)
        try:
            spec = spec_of(name, entry, variables, "mcp.json")
        except (EntryError, UnresolvedError):
            continue
        assert spec.command or spec.url
