"""The rules are listed and explained, and the settings shown with who set them."""

import io
import sys

import pytest

from tool_audit import __version__
from tool_audit.cli import main
from tool_audit.rules import catalogue

HEADINGS = ("## What it flags", "## Why it costs an agent", "## Example", "## How to fix", "## When to ignore")


def test_every_rule_is_listed_with_what_it_can_be_told(cli):
    ended = cli("rules", "--output", "json")
    assert ended.code == 0
    assert {rule["id"] for rule in ended.json} == set(catalogue())
    assert all(rule["summary"] and rule["severity"] and rule["confidence"] for rule in ended.json)
    empty = next(rule for rule in ended.json if rule["id"] == "empty-fields")
    assert empty["options"] == dict(catalogue()["empty-fields"].option_defaults)


def test_the_list_for_readers_names_every_rule_and_the_next_step(cli):
    ended = cli("rules")
    assert all(rule in ended.out for rule in catalogue())
    assert "tool-audit explain RULE" in ended.out


@pytest.mark.parametrize("rule", ["oversized-default", "unicode-escaped", "undeclared-bound"])
def test_a_rule_is_explained_by_its_page(rule, cli):
    ended = cli("explain", rule)
    assert ended.code == 0
    assert ended.out.startswith(f"# {rule}")
    assert all(heading in ended.out for heading in HEADINGS)


def lines(ended):
    return {line.split()[0]: " ".join(line.split()[1:]) for line in ended.out.splitlines()[1:]}


def test_each_setting_in_force_is_shown_with_who_set_it(cli, tmp_path, monkeypatch):
    (tmp_path / "work" / "tool-audit.toml").write_text(
        'fail-on = "warning"\nmax-calls = 7\n[rules.empty-fields]\nchars = 500\n'
    )
    monkeypatch.setenv("TOOL_AUDIT_MAX_CALLS", "9")
    shown = lines(cli("config"))
    assert shown["policy.fail_on"] == "warning tool-audit.toml: fail-on"
    assert shown["probing.max_calls"] == "9 TOOL_AUDIT_MAX_CALLS"
    assert shown["policy.client"] == "claude-code the default"
    assert shown["rules.empty-fields.chars"] == "500 tool-audit.toml: [rules.empty-fields] chars"


def test_sizes_and_times_are_shown_with_their_units(cli, monkeypatch):
    monkeypatch.setenv("TOOL_AUDIT_MAX_REPLY_BYTES", "10kb")
    monkeypatch.setenv("TOOL_AUDIT_CALL_TIMEOUT", "250ms")
    shown = lines(cli("config"))
    assert shown["limits.max_reply_bytes"].startswith("10,000 bytes TOOL_AUDIT")
    assert shown["limits.call_timeout"].startswith("0.25 s TOOL_AUDIT")
    assert shown["limits.start_timeout"] == "60 s the default"
    monkeypatch.delenv("TOOL_AUDIT_MAX_REPLY_BYTES")
    assert lines(cli("config"))["limits.max_reply_bytes"] == "64 MiB the default"


def test_verbose_shows_the_options_of_all_rules(cli):
    few, all_ = lines(cli("config")), lines(cli("config", "--verbose"))
    assert not [name for name in few if name.startswith("rules.")]
    assert {name.split(".")[1] for name in all_ if name.startswith("rules.")} == {
        id_ for id_, rule in catalogue().items() if rule.option_defaults
    }


def test_no_config_leaves_the_file_out_and_config_names_another(cli, tmp_path):
    (tmp_path / "work" / "tool-audit.toml").write_text('fail-on = "warning"\n')
    (tmp_path / "other.toml").write_text('fail-on = "info"\n')
    assert lines(cli("config", "--no-config"))["policy.fail_on"] == "error the default"
    assert lines(cli("config", "--config", tmp_path / "other.toml"))["policy.fail_on"].startswith("info")


def test_what_settings_hold_stays_on_its_line_and_moves_no_cursor(cli, tmp_path):
    entry = 'rule = "cut-json"\nseverity = "info"\nreason = "a\\nb\\u001b[31m"'
    (tmp_path / "work" / "tool-audit.toml").write_text(f"[[regrade]]\n{entry}\n")
    assert r"cut-json on *: info (a\nb\x1b[31m)" in cli("config").out


def test_the_version_is_shown(cli):
    ended = cli("--version")
    assert (ended.code, ended.out) == (0, f"tool-audit {__version__}\n")


def test_no_words_at_all_show_the_help(cli):
    assert "tool-audit demo" in cli().out


@pytest.mark.parametrize("rule", sorted(catalogue()))
def test_a_page_is_shown_on_a_console_with_few_characters(rule, cli, monkeypatch):
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert main(["explain", rule]) == 0
    sys.stdout.seek(0)
    assert sys.stdout.read().startswith(f"# {rule}")
