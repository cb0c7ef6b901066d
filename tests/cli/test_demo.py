"""The demo shows the article's figures on any screen, and exits 0."""

import pytest
from running import end_of, launch

FIGURES = "883,735 216,769 941 217,403 267,268 120,514 54.9 16.6 48.6 57.4".split()


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    return end_of(launch(["demo"], tmp_path_factory.mktemp("demo"), COLUMNS="80"))


def test_it_exits_0_and_says_that_probe_would_exit_1(shown):
    assert shown.code == 0
    assert shown.err == "`tool-audit probe` would exit 1 here (--fail-on error); a demo exits 0.\n"


def test_the_figures_of_the_article_are_on_the_screen_to_the_character(shown):
    words = shown.out.replace("%", " ").split()
    assert [figure for figure in FIGURES if figure not in words] == []


def test_it_says_what_to_send_instead(shown):
    assert 'send   list_mental_models {"detail": "metadata"}' in shown.out


def test_it_fits_a_terminal_of_80_columns(shown):
    assert max(map(len, shown.out.splitlines())) <= 80


def test_it_runs_on_an_old_console_and_in_a_folder_with_settings_of_any_kind(tmp_path):
    (tmp_path / "tool-audit.toml").write_text("this is no TOML")
    outputs = ("--output", "terminal", "--output", "markdown=a/b.md", "--record", "rec", "--quiet")
    ended = end_of(launch(["demo", *outputs], tmp_path, PYTHONIOENCODING="cp1252"))
    assert (ended.code, ended.err) == (0, "")
    assert all(figure in ended.out for figure in FIGURES)
    assert ended.out.isascii()
    assert "883,735" in (tmp_path / "a" / "b.md").read_text(encoding="utf-8")
    assert (tmp_path / "rec" / "bank.jsonl").exists()
