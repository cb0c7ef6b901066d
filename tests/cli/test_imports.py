"""What contacts no server does not import what speaks to servers: half a second that a reader does not wait for."""

import subprocess
import sys

import pytest
from running import environment, odd

HEAVY = ("mcp", "mcp_types", "httpx", "httpx2", "anyio", "jsonschema")

SCRIPT = f"""
import sys
from tool_audit.cli import main
code = main(sys.argv[1:])
print("IMPORTED", [name for name in {HEAVY!r} if name in sys.modules])
sys.exit(code)
"""


def imported(folder, *argv):
    """Which of them a command imported."""
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT, *map(str, argv)],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert "IMPORTED" in ended.stdout, ended.stderr
    return ended.stdout.rpartition("IMPORTED ")[2].strip()


def ours(folder, *argv):
    """Which parts of the program a command imported."""
    script = f"import sys\nfrom tool_audit.cli import main\nmain({list(argv)!r})\nprint('IMPORTED', *sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, env=environment(), capture_output=True, text=True, check=True
    )
    names = [name for name in done.stdout.rpartition("IMPORTED ")[2].split() if name.startswith("tool_audit.")]
    return {name.split(".")[1] for name in names}


def test_the_list_of_commands_imports_none_of_them(tmp_path):
    assert ours(tmp_path, "--help") == {"cli", "errors"}


@pytest.mark.parametrize("argv", [["rules"], ["rules", "--output", "json"], ["explain", "cut-json"]])
def test_the_rules_are_listed_without_importing_them(argv, tmp_path):
    assert ours(tmp_path, *argv) == {"cli", "errors", "lazy_re", "report", "rules"}


@pytest.mark.parametrize(
    "argv", [["--help"], ["--version"], ["probe", "--help"], ["rules"], ["explain", "oversized-default"], ["config"]]
)
def test_a_command_that_only_tells_imports_no_protocol(argv, tmp_path):
    assert imported(tmp_path, *argv) == "[]"


def test_a_report_from_a_record_imports_no_protocol(cli, tmp_path):
    cli("probe", "--record", "rec", *odd(tmp_path, "list_things"))
    light = imported(tmp_path, "report", tmp_path / "work" / "rec")
    assert light in {"[]", "['jsonschema']"}  # the rule schema-invalid validates schemas


def test_a_plan_of_a_saved_listing_imports_no_protocol(tmp_path):
    (tmp_path / "tools.json").write_text('{"tools": [{"name": "get_x", "inputSchema": {"type": "object"}}]}')
    assert imported(tmp_path, "plan", "tools.json") in {"[]", "['jsonschema']"}


def test_a_refused_command_line_imports_no_protocol(tmp_path):
    assert imported(tmp_path, "probe", "missing.json") == "[]"


def test_the_guard_of_a_process_imports_no_protocol(tmp_path):
    (tmp_path / "guard.toml").write_text('schema = "tool-audit/guard/1"\n[ceiling]\ncap_tokens = 5\n')
    assert imported(tmp_path, "guard", "run", "--", sys.executable, "-c", "") == "['anyio']"
