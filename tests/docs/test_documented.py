"""What is documented runs: every command is one, every option exists, and the examples end as they say."""

import ast
import json
import re
import shlex
import sys
import tomllib

import pytest
import typer
from cli.running import FIXTURES, end_of, launch
from docs.pages import PAGES, commands_in, scripts_in, steps_of

from tool_audit.cli.app import _split, app
from tool_audit.rules import catalogue
from tool_audit.settings import load_settings

ROOT = FIXTURES.parent
PACKAGE = ROOT / "tool_audit"
RULE_PAGES = sorted((PACKAGE / "rules").glob("*.md"))
GROUP = typer.main.get_command(app)
GUARD = GROUP.commands["guard"].commands
OPTIONS = {
    option
    for command in (*GROUP.commands.values(), *GUARD.values())
    for parameter in command.params
    for option in parameter.opts
}
OTHERS = {"--help", "--version", "--check", "--no-color", "--only"}
"""Our own at the root, a linter's, one that servers have, and one of the benchmarks."""
SERVERS_OWN = {"naming.py", "secrets.py"}
"""Modules that know options of the programs that start servers."""


def quoted_in(text):
    """Every command that is quoted in running text, as words."""
    return [shlex.split(code)[1:] for code in re.findall(r"`(tool-audit [^`\n]+)`", text)]


def parsed(words):
    """Read a command line as the program would, without doing what it says; raises where that is refused."""
    words, command = _split(list(words))
    if words == ["--version"]:
        return
    group, words = (GUARD, words[1:]) if words[0] == "guard" else (GROUP.commands, words)
    group[words[0]].make_context(words[0], words[1:], obj=command)


STEPS = [step for page in PAGES for step in steps_of(page)]
EVERY = sorted(
    {(step.page.name, *words) for step in STEPS for script in scripts_in(step) for words in commands_in(script)}
)
QUOTED = sorted(
    {(page.name, *words) for page in [*PAGES, *RULE_PAGES] for words in quoted_in(page.read_text(encoding="utf-8"))}
)


def test_there_are_commands_to_look_at():
    assert len(EVERY) > 8
    assert len(QUOTED) > 2


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_every_command_of_a_page_is_read_by_the_program(words):
    parsed(words[1:])


@pytest.mark.parametrize("words", QUOTED, ids=" ".join)
def test_every_command_that_is_quoted_exists_with_its_options(words):
    command = words[1]
    assert command in GROUP.commands or command in {"COMMAND", *OTHERS}
    assert {word for word in words if word.startswith("--")} <= {*OPTIONS, *OTHERS, "--"}


def options_in(text):
    """Every option that a text names, but those that pytest has by our plugin."""
    return {*re.findall(r"(?<![\w-])--(?!tool-audit)[a-z][a-z-]+\b", text)} - OTHERS


@pytest.mark.parametrize("page", [*PAGES, *RULE_PAGES], ids=lambda page: page.name)
def test_every_option_that_a_page_names_exists(page):
    prose = re.sub(r"(?ms)^```.*?^```$", "", page.read_text(encoding="utf-8"))  # commands are read as such
    assert options_in(prose) <= OPTIONS


def texts_in(module):
    """The texts of a module but for its docstrings."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in told]
    return "\n".join(node.value for node in constants if isinstance(node.value, str))


def test_every_option_that_a_message_or_a_hint_names_exists():
    modules = [path for path in PACKAGE.rglob("*.py") if path.name not in SERVERS_OWN]
    assert {path.name: named for path in modules if (named := options_in(texts_in(path)) - OPTIONS)} == {}


def test_the_settings_that_the_page_shows_are_taken(tmp_path):
    text = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"(?ms)^```toml\n(.*?)^```", text)
    (tmp_path / "tool-audit.toml").write_text(block, encoding="utf-8")
    rules = {rule.id: rule.option_defaults for rule in catalogue().values()}
    settings, origins = load_settings({}, cwd=tmp_path, environ={}, rule_options=rules)
    assert settings.probing.arguments_for("get_report")
    said = " ".join(origin.where for origin in origins.values())
    assert [section for section in tomllib.loads(block) if f"[{section}" not in said] == []


@pytest.fixture
def folder(tmp_path):
    """A folder in which the examples have what they name."""
    command = [sys.executable, str(FIXTURES / "odd.py"), str(tmp_path), "get_view"]
    server = {"command": command[0], "args": command[1:]}
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": {"github": server}}))
    (tmp_path / ".claude.json").write_text(json.dumps({"mcpServers": {"mine": server}}))
    tools = [{"name": "get_x", "description": "Get x.", "inputSchema": {"type": "object"}}]
    (tmp_path / "tools.json").write_text(json.dumps({"tools": tools}))
    (tmp_path / "guard.toml").write_text('schema = "tool-audit/guard/1"\n[ceiling]\ncap_tokens = 25_000\n')
    (tmp_path / "filter.json").write_text('{"state": "open"}')
    npx = tmp_path / "bin" / "npx"
    npx.parent.mkdir()
    npx.write_text(f"#!/bin/sh\nexec {shlex.join(command)}\n")
    npx.chmod(0o755)
    return tmp_path


BLOCKS = [step for step in STEPS if step.language == "sh" and not step.scenario and next(commands_in(step.body), None)]


@pytest.mark.timeout(200)
@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_the_commands_of_a_block_run_in_their_order(block, folder):
    for words in commands_in(block.body):
        if any(word.startswith("https://") for word in words):
            continue  # nobody answers there
        if words[0] == "diff":
            end_of(launch(["probe", "tools.json", "--output", f"json={words[1]}"], folder))
            end_of(launch(["probe", "tools.json", "--output", f"json={words[2]}"], folder))
        path = f"{folder / 'bin'}:/usr/bin:/bin"
        ended = end_of(launch(words, folder, HOME=str(folder), PATH=path))
        assert ended.code in {0, 1}, (words, ended.err)
