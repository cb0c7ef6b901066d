"""`guard install` and `guard uninstall`: only the entry changes, and comes back as it was."""

import json
import os
import stat
import subprocess
import sys
import tomllib
from pathlib import Path
from random import Random

import json5
import pytest
from guard.guard_commands import guard

from tool_audit.errors import UsageError
from tool_audit.guard import install as module
from tool_audit.guard.in_front import words_of
from tool_audit.guard.install import BACKUP, install, uninstall

FRONT = ["/opt/ta/bin/python", "-E", "-P", "-m", "tool_audit", "guard", "run", "--policy", "/p/güard.toml"]
MANY = 240
"""Configurations that are made up."""
HERE = Path("/")
POLICY = 'schema = "tool-audit/guard/1"\nserver = "bank"\n[ceiling]\ncap_tokens = 25000\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "guard.toml").write_text(POLICY)
    return tmp_path


def written(folder, text, name="mcp.json"):
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def entries(path):
    return json5.loads(path.read_text(encoding="utf-8-sig"))["mcpServers"]


# whatever the layout


def configuration(seed):
    """A configuration as somebody may have written it: what stands before the entry, the entry, what stands behind."""
    rng = Random(seed)
    one_of = rng.choice
    end, indent, quote = one_of(["\n", "\r\n"]), one_of(["\t", "  ", "    ", ""]), one_of("\"'")
    blanks = ["", "", " ", "  ", end, end + indent, f' // it\'s {{ a "comment"{end}', " /* , ] } */ "]

    def blank():
        return one_of(blanks)

    def comma():
        return one_of(["", "", ","])

    def said(text):
        raw = json.dumps(text, ensure_ascii=one_of([True, False]))
        return raw if quote == '"' or "'" in text or '"' in text else f"'{raw[1:-1]}'"

    def listed(texts):
        parts = [blank() + said(text) + blank() for text in texts]
        return f"[{','.join(parts)}{comma()}{blank()}]" if texts else f"[{blank()}]"

    words = ["npx", "-y", "guard", "run", "--policy", "--", "ü☃.py", "a b", "x,]}", "//no", "bank", "\\d\t", ""]
    program = one_of(["npx", "/usr/bin/ü", "C:\\bin\\a.exe"])
    args = one_of([None, rng.choices(words, k=rng.randrange(5))])
    as_list = args is not None and one_of([True, False])
    members = [("command", listed([program, *args]) if as_list else said(program))]
    if args is not None and not as_list:
        members.append(("args", listed(args)))
    more = [("env", '{"args": "x", "K": "v" }'), ("cwd", '"."'), ("type", '"stdio"'), ("z", "[1,null]")]
    members += rng.sample(more, k=rng.randrange(4))
    rng.shuffle(members)
    parts = [f"{blank()}{said(name)}{blank()}:{blank()}{raw}{blank()}" for name, raw in members]
    entry = f"{{{','.join(parts)}{comma()}{blank()}}}"
    name = one_of(["bank", "args", "b ä", "env"])
    other = f'"other": {{"command": "bank", "args": ["bank", "args", "command", "{name}"]}},'
    last = f',{blank()}"last": {{"url": "https://x/bank"}}'
    opening, closing = one_of(
        [
            ('{"mcpServers":', "}"),
            ('{"servers":', "}"),
            ('{"x": [1, {"bank": 2}], "mcp": {"servers":', '}, "bank": {"command": "no"}}'),
            ('{"mcp.servers":', "}"),
            ('// top\n{"theme": "ü", "mcpServers" :', ", }"),
        ]
    )
    before, after = one_of(["", blank() + other]), one_of(["", last])
    head = f"{opening} {{{before}{blank()}{said(name)}:{blank()}"
    return head, entry, f"{blank()}{after}{blank()}}}{closing}{blank()}", name, [program, *(args or [])]


def without_command(entry):
    return {name: value for name, value in entry.items() if name not in {"command", "args"}}


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf", b"\xff\xfe"])
def test_only_the_entry_changes_and_comes_back_byte_for_byte(tmp_path, mark):
    encoding = "utf-16-le" if mark == b"\xff\xfe" else "utf-8"
    for seed in range(len(mark), MANY, 4):
        head, entry, tail, name, own = configuration(seed)
        before = mark + (head + entry + tail).encode(encoding)
        path = tmp_path / f"{seed}.json"
        path.write_bytes(before)
        changed = install(path, name, FRONT, HERE)
        text = path.read_bytes()[len(mark) :].decode(encoding)
        assert text.startswith(head), seed
        assert text.endswith(tail), seed
        there = json5.loads(text[len(head) : len(text) - len(tail)])
        assert list(words_of(there)) == [*FRONT, "--", *own], seed
        assert without_command(there) == without_command(json5.loads(entry)), seed
        assert changed.backup.read_bytes() == before
        if seed % 2:
            changed.backup.unlink()
        uninstall(path, name, HERE)
        assert path.read_bytes() == before, seed


def test_what_was_changed_beside_the_command_in_the_meantime_stays(tmp_path):
    for seed in range(0, MANY, 4):
        head, entry, tail, name, _own = configuration(seed)
        path = tmp_path / f"{seed}.json"
        path.write_bytes((head + entry + tail).encode())
        install(path, name, FRONT, HERE)
        text = path.read_bytes().decode()
        more = '{"timeout": 7, '
        path.write_bytes((head + more + text[len(head) + 1 :] + " \n// mine\n").encode())
        uninstall(path, name, HERE)
        assert path.read_bytes().decode() == head + more + entry[1:] + tail + " \n// mine\n", seed


# as it looks


def test_an_entry_without_arguments_gets_some_on_a_line_of_their_own(folder):
    path = written(folder, '{\n\t"mcpServers": {\n\t\t"q": {\n\t\t\t"command": "q"\n\t\t}\n\t}\n}\n')
    install(path, "q", ["ta", "-m", "tool_audit", "guard", "run"], HERE)
    assert path.read_text() == (
        '{\n\t"mcpServers": {\n\t\t"q": {\n\t\t\t"command": "ta",\n'
        '\t\t\t"args": [ "-m", "tool_audit", "guard", "run", "--", "q" ]\n\t\t}\n\t}\n}\n'
    )


def test_arguments_on_lines_of_their_own_stay_there(folder):
    path = written(folder, '{"mcpServers": {"q": {"command": "npx", "args": [\n  "-y", // yes\n  "q"\n]}}}')
    install(path, "q", ["ta", "-m", "tool_audit", "guard", "run"], HERE)
    assert path.read_text() == (
        '{"mcpServers": {"q": {"command": "ta", "args": [\n  "-m", "tool_audit", "guard", "run", "--", "npx",'
        '\n  "-y", // yes\n  "q"\n]}}}'
    )


def test_a_command_of_several_words_becomes_several_and_comes_back_as_one(folder):
    before = '{"mcpServers": {"q": {"command": "npx -y  \'a b\'"}}}'
    path = written(folder, before)
    install(path, "q", FRONT, HERE)
    assert list(words_of(entries(path)["q"])) == [*FRONT, "--", "npx", "-y", "a b"]
    uninstall(path, "q", HERE)
    assert path.read_text() == before


def test_zeds_command_that_is_an_object_is_changed_inside(folder):
    before = '{"context_servers": {"q": {"command": {"path": "q", "args": ["a"], "env": {}}, "settings": {}}}}'
    path = written(folder, before)
    install(path, "q", FRONT, HERE)
    assert list(words_of(json.loads(path.read_text())["context_servers"]["q"])) == [*FRONT, "--", "q", "a"]
    uninstall(path, "q", HERE)
    assert path.read_text() == before


def test_of_a_name_that_is_there_twice_the_last_counts_as_for_the_client(folder):
    before = '{"mcpServers": {"q": {"command": "old"}, "q": {"command": "a", "command": "b", "args": ["c"]}}}'
    path = written(folder, before)
    install(path, "q", FRONT, HERE)
    assert list(words_of(entries(path)["q"])) == [*FRONT, "--", "b", "c"]
    uninstall(path, "q", HERE)
    assert path.read_text() == before


# servers with a URL

WEB = """{"mcpServers": {"web": {
  "type": "http", // new
  "url": "https://x.example/mcp",
  "headers": { "Authorization": "Bearer ${TOKEN}", 'X-Key': 'geheim' }, "timeout": 5
}}}"""


def test_a_url_stands_behind_the_guard_and_its_headers_in_variables(folder):
    path = written(folder, WEB)
    install(path, "web", FRONT, HERE)
    assert entries(path)["web"] == {
        "type": "stdio",
        "command": FRONT[0],
        "args": [
            *FRONT[1:],
            *("--header", "Authorization: $GUARD_HEADER_AUTHORIZATION", "--header", "X-Key: $GUARD_HEADER_X_KEY"),
            "https://x.example/mcp",
        ],
        "env": {"GUARD_HEADER_AUTHORIZATION": "Bearer ${TOKEN}", "GUARD_HEADER_X_KEY": "geheim"},
        "timeout": 5,
    }
    assert "// new" in path.read_text()


@pytest.mark.parametrize("keeps_backup", [True, False])
def test_a_url_comes_back_with_its_headers(folder, keeps_backup):
    path = written(folder, WEB)
    changed = install(path, "web", FRONT, HERE)
    if not keeps_backup:
        changed.backup.unlink()
    uninstall(path, "web", HERE)
    assert path.read_text() == WEB


def test_what_only_the_backup_knows_is_taken_from_there(folder):
    before = '{"mcpServers": {"web": {"transport": "streamable-http", "serverUrl": "https://x/mcp"}}}'
    path = written(folder, before)
    install(path, "web", FRONT, HERE)
    ended = guard("uninstall", path, "web")
    assert path.read_text() == before
    assert f"mcp.json{BACKUP}" in ended.out


def test_without_the_backup_a_url_is_reached_all_the_same(folder):
    path = written(folder, '{"mcpServers": {"web": {"serverUrl": "https://x/mcp"}}}')
    install(path, "web", FRONT, HERE).backup.unlink()
    uninstall(path, "web", HERE)
    assert entries(path) == {"web": {"url": "https://x/mcp"}}


def test_opencodes_words_are_used_where_it_is_opencodes_file(folder):
    before = '{"mcp": {"web": {"type": "remote", "url": "https://x/mcp", "headers": {"K": "v"}, "enabled": true}}}'
    path = written(folder, before)
    install(path, "web", FRONT, HERE)
    assert json.loads(path.read_text())["mcp"]["web"] == {
        "type": "local",
        "command": [*FRONT, "--header", "K: $GUARD_HEADER_K", "https://x/mcp"],
        "environment": {"GUARD_HEADER_K": "v"},
        "enabled": True,
    }
    uninstall(path, "web", HERE)
    assert path.read_text() == before


def test_headers_whose_names_become_alike_stay_apart(folder):
    path = written(folder, '{"mcpServers": {"w": {"url": "https://x/mcp", "headers": {"a-b": "1", "a_b": "2"}}}}')
    install(path, "w", FRONT, HERE)
    assert entries(path)["w"]["env"] == {"GUARD_HEADER_A_B": "1", "GUARD_HEADER_A_B_2": "2"}


# TOML

CODEX = """# mine
model = "x"

[mcp_servers.files]   # all of them
command = 'npx'  # by node
args = [
  "-y", # yes
  'files',
]
[mcp_servers.files.env]
args = "no"

[other]
z = 1
[mcp_servers."b c"]
command = "q" # only this

[mcp_servers.web]
url = "https://x.example/mcp"
bearer_token_env_var = "TOKEN"
http_headers = { "X-Key" = "k" }
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("server", ["files", "b c", "web"])
def test_toml_keeps_all_else_and_comes_back_byte_for_byte(folder, server, end):
    before = CODEX.replace("\n", end).encode()
    path = written(folder, before, "config.toml")
    old = tomllib.loads(before.decode())
    install(path, server, FRONT, HERE).backup.unlink()
    new = tomllib.loads(path.read_bytes().decode())
    own = new["mcp_servers"].pop(server)
    was = old["mcp_servers"].pop(server)
    assert new == old
    if server == "web":
        assert own == {
            "command": FRONT[0],
            "args": [
                *FRONT[1:],
                *("--header", "X-Key: $GUARD_HEADER_X_KEY", "--header", "Authorization: Bearer ${TOKEN}"),
                "https://x.example/mcp",
            ],
            "env_vars": ["TOKEN"],
            "env": {"GUARD_HEADER_X_KEY": "k"},
        }
    else:
        assert list(words_of(own)) == [*FRONT, "--", was["command"], *was.get("args", [])]
        assert own.get("env") == was.get("env")
    lines = [line for line in path.read_bytes().split(b"\n") if b"#" in line]
    assert b"# by node" in b"".join(lines)
    uninstall(path, server, HERE)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        'mcp_servers.q.command = "q"\nmcp_servers.q.env.K = "v"\n',
        'mcp_servers = { q = { command = "q", args = [] } }\n',
        '[mcp_servers]\nq = { command = "q", env = { K = "v" } }\n',
    ],
)
def test_toml_in_other_forms_is_changed_as_well(folder, text):
    path = written(folder, text, "config.toml")
    install(path, "q", FRONT, HERE).backup.unlink()
    own = tomllib.loads(path.read_text())["mcp_servers"]["q"]
    assert list(words_of(own)) == [*FRONT, "--", "q"]
    uninstall(path, "q", HERE)
    assert path.read_text() == text


def test_headers_in_a_table_of_their_own_are_left_to_the_user(folder):
    text = '[mcp_servers.q]\nurl = "https://x/mcp"\n[mcp_servers.q.http_headers]\nK = "v"\n'
    path = written(folder, text, "config.toml")
    with pytest.raises(UsageError, match="headers"):
        install(path, "q", FRONT, HERE)
    assert path.read_text() == text


# the file


def test_of_a_file_with_several_projects_the_one_of_this_folder_is_changed(folder):
    one = {"mcpServers": {"q": {"command": "q"}}}
    path = written(folder, json.dumps({"projects": {"/other": one, str(folder): one}}, indent=2))
    before = path.read_bytes()
    assert guard("install", path, "q").code == 0
    read = json.loads(path.read_text())["projects"]
    assert read["/other"] == one
    assert words_of(read[str(folder)]["mcpServers"]["q"])[-2:] == ("--", "q")
    assert guard("uninstall", path, "q").code == 0
    assert path.read_bytes() == before


def test_a_backup_is_kept_with_the_mode_of_the_file_and_no_older_one_is_lost(folder):
    path = written(folder, '{"mcpServers": {"a": {"command": "a"}, "b": {"command": "b"}}}')
    path.chmod(0o640)
    first, now = path.read_bytes(), path.with_name(path.name + BACKUP)
    install(path, "a", FRONT, HERE)
    second = path.read_bytes()
    install(path, "b", FRONT, HERE)
    assert now.read_bytes() == first
    assert now.with_name(now.name + "-2").read_bytes() == second
    assert {stat.S_IMODE(each.stat().st_mode) for each in folder.glob("mcp.json*")} == {0o640}


def test_the_same_file_is_not_kept_twice(folder):
    path = written(folder, '{"mcpServers": {"a": {"command": "a"}}}')
    for _ in range(3):
        install(path, "a", FRONT, HERE)
        uninstall(path, "a", HERE)
    assert [each.name for each in folder.glob(f"*{BACKUP}*")] == [f"mcp.json{BACKUP}"]


def test_a_link_stays_and_what_it_leads_to_is_written(folder):
    real = folder / "dotfiles"
    real.mkdir()
    target = written(real, '{"mcpServers": {"a": {"command": "a"}}}')
    link = folder / "mcp.json"
    link.symlink_to(target)
    install(link, "a", FRONT, HERE)
    assert link.is_symlink()
    assert FRONT[0] in target.read_text()
    assert (real / f"mcp.json{BACKUP}").exists()


def test_nothing_is_lost_where_the_file_cannot_be_replaced(folder, monkeypatch):
    path = written(folder, '{"mcpServers": {"a": {"command": "a"}}}')
    before = path.read_bytes()
    monkeypatch.setattr(os, "fsync", _full)
    with pytest.raises(UsageError, match="No space left"):
        install(path, "a", FRONT, HERE)
    assert path.read_bytes() == before
    assert list(folder.glob(".*part")) == []


def _full(_descriptor):
    raise OSError(28, "No space left on device")


def test_a_file_that_somebody_else_writes_in_the_meantime_is_left_alone(folder, monkeypatch):
    path = written(folder, '{"mcpServers": {"a": {"command": "a"}}}')
    kept = module.kept_beside

    def slow(*words):
        path.write_text('{"mcpServers": {"a": {"command": "mine"}}}')
        return kept(*words)

    monkeypatch.setattr(module, "kept_beside", slow)
    with pytest.raises(UsageError, match="changed by somebody else"):
        install(path, "a", FRONT, HERE)
    assert "mine" in path.read_text()


def test_a_file_that_may_not_be_written_is_told_and_nothing_is_left_beside_it(folder, monkeypatch):
    path = written(folder, '{"mcpServers": {"a": {"command": "a"}}}')
    path.chmod(0o400)
    monkeypatch.setattr(os, "access", lambda _path, mode: mode != os.W_OK)  # as root may write everything
    with pytest.raises(UsageError, match="no permission"):
        install(path, "a", FRONT, HERE)
    assert sorted(each.name for each in folder.iterdir()) == ["guard.toml", "mcp.json"]


# the commands


HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}


def answers(entry, folder, *requests):
    """What is answered to a client that starts an entry there, in an environment that holds the entry's only."""
    words = [entry["command"], *entry["args"]]
    results = []
    with subprocess.Popen(
        words, cwd=folder, env=entry["env"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        for number, (method, params) in enumerate((("initialize", HELLO), *requests)):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
            results.append(json.loads(process.stdout.readline())["result"])
        process.stdin.close()
    return results


def test_what_is_installed_starts_anywhere_and_whatever_the_entry_sets_for_its_server(folder):
    shadow = folder / "shadow"
    shadow.mkdir()
    (shadow / "typer.py").write_text("raise SystemExit(9)")
    server = {
        "command": sys.executable,
        "args": ["-m", "tool_audit.demo.server"],
        "env": {"PYTHONPATH": str(shadow), "PYTHONDONTWRITEBYTECODE": "1"},
    }
    path = written(folder, json.dumps({"mcpServers": {"bank": server}}))
    assert guard("install", path, "bank").code == 0
    [hello] = answers(entries(path)["bank"], shadow)
    assert hello["serverInfo"]["name"] == "bank"


def test_a_server_behind_a_url_gets_the_headers_that_the_entry_had(folder):
    fixture = Path(__file__).parents[2] / "fixtures" / "guarded.py"
    words = [sys.executable, str(fixture), str(folder)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        try:
            url = f"http://127.0.0.1:{int(server.stdout.readline())}/mcp"
            headers = {"Authorization": "Bearer t", "X-Tenant": "acme"}
            path = written(folder, json.dumps({"mcpServers": {"web": {"url": url, "headers": headers}}}))
            assert guard("install", path, "web").code == 0
            entry = entries(path)["web"]
            assert "Bearer t" not in " ".join(entry["args"])
            _, called = answers(entry, folder, ("tools/call", {"name": "get_headers", "arguments": {}}))
        finally:
            server.stdin.close()
    assert json.loads(called["content"][0]["text"])["Authorization"] == "Bearer t"


def test_the_paths_that_are_written_do_not_depend_on_where_the_client_starts_it(folder):
    path = written(folder, '{"mcpServers": {"bank": {"command": "a"}}}')
    guard("install", path, "bank", "--policy", "guard.toml", "--log", "calls.jsonl")
    words = words_of(entries(path)["bank"])
    assert Path(words[0]).is_absolute()
    assert words[words.index("--policy") + 1] == str(folder / "guard.toml")
    assert words[words.index("--log") + 1] == str(folder / "calls.jsonl")


def test_a_second_install_is_told_and_changes_nothing(folder):
    path = written(folder, '{"mcpServers": {"bank": {"command": "a"}}}')
    assert guard("install", path, "bank").code == 0
    before = path.read_bytes()
    ended = guard("install", path, "bank")
    assert (ended.code, path.read_bytes()) == (0, before)
    assert "already" in ended.out


def test_a_second_install_with_another_policy_says_what_to_do_first(folder):
    path = written(folder, '{"mcpServers": {"bank": {"command": "a"}}}')
    guard("install", path, "bank")
    (folder / "other.toml").write_text(POLICY)
    ended = guard("install", path, "bank", "--policy", "other.toml")
    assert ended.code == 2
    assert "guard.toml" in ended.err
    assert "guard uninstall" in ended.err


@pytest.mark.parametrize(("command", "noted"), [("shop", True), ("bank", False), ("/usr/bin/bank.py", False)])
def test_a_policy_for_another_server_is_noted(folder, command, noted):
    path = written(folder, json.dumps({"mcpServers": {"mine": {"command": command}}}))
    assert ("made for a server called bank" in guard("install", path, "mine").err) is noted


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        (None, ["shop"], "there is no file"),
        ('{"mcpServers": {"shop": {"command": "a"}}}', ["shp"], "did you mean shop?"),
        ('{"mcpServers": {"shop": {"command": "a"}}}', ["shop", "--policy", "none.toml"], "none.toml"),
        ('{"mcpServers": {"shop": {"command": "a"}}}', ["shop", "--log", "no/log"], "no folder"),
        ('{"mcpServers": {"shop": {"args": ["a"]}}}', ["shop"], "neither a command nor a url"),
        ('{"mcpServers": {"shop": {"command": "a", "url": "https://x/mcp"}}}', ["shop"], "a command and a url"),
        ('{"mcpServers": {"shop": 7}}', ["shop"], "no object"),
        ('{"mcpServers": {"shop": {"command": "a", "args": 7}}}', ["shop"], "no list"),
        ('{"mcpServers": {"shop": {"url": "https://x", "requestInit": {}}}}', ["shop"], "requestInit"),
        ('{"mcpServers": {"shop": ', ["shop"], "not JSON"),
        ("", ["shop"], "empty"),
        ('{"theme": "dark"}', ["shop"], "has no server shop"),
    ],
)
def test_what_cannot_be_done_is_told_and_nothing_is_changed(folder, text, words, said):
    path = folder / "mcp.json"
    if text is not None:
        path.write_text(text)
    ended = guard("install", path, *words)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err
    assert sorted(each.name for each in folder.iterdir()) == (
        ["guard.toml"] if text is None else ["guard.toml", "mcp.json"]
    )
    assert text is None or path.read_text() == text


def test_what_stands_behind_no_guard_cannot_be_taken_from_it(folder):
    path = written(folder, '{"mcpServers": {"shop": {"command": "guard", "args": ["run", "--policy"]}}}')
    ended = guard("uninstall", path, "shop")
    assert ended.code == 2
    assert "does not stand behind the guard" in ended.err


@pytest.mark.parametrize("program", ["tool-audit", "tool-audit@1.2.0", "/opt/bin/tool-audit"])
def test_a_guard_that_was_written_by_hand_is_one_too(folder, program):
    words = [program, "guard", "run", "--policy", str(folder / "guard.toml"), "--", "q", "a"]
    path = written(folder, json.dumps({"mcpServers": {"q": {"command": "uvx", "args": words}}}))
    assert "already" in guard("install", path, "q").out
    assert guard("uninstall", path, "q").code == 0
    assert entries(path) == {"q": {"command": "q", "args": ["a"]}}
