"""Reports for services, through the installed command: annotations, the job's summary, SARIF and JUnit."""

import json

from running import odd

from tool_audit.cli import write


def test_annotations_come_with_the_page_of_the_jobs_summary(tmp_path, cli, monkeypatch):
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    ended = cli("demo", "--output", "github")
    assert ended.out.startswith("::error title=")
    assert summary.read_text(encoding="utf-8").startswith("before\n# tool-audit")


def test_a_summary_that_is_too_long_ends_at_a_section_and_says_so(tmp_path, cli, monkeypatch):
    summary = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    monkeypatch.setattr(write, "_MOST_OF_SUMMARY", 4_000)
    cli("demo", "--output", "github")
    text = summary.read_text(encoding="utf-8")
    assert len(text.encode()) < 4_200
    assert text.endswith("The rest is too long for this page: see the report of the job.\n")


def test_a_summary_that_cannot_be_written_costs_a_note_only(tmp_path, cli, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path))
    ended = cli("demo", "--output", "github")
    assert "cannot be written" in ended.err
    assert "::error" in ended.out


def test_a_result_stands_at_the_servers_line_in_the_configuration(tmp_path, cli):
    _, command, *args = odd(tmp_path)
    entry = json.dumps({"command": command, "args": args})
    folder = tmp_path / "work"
    (folder / ".mcp.json").write_text(f'{{\n  // servers\n  "mcpServers": {{\n    "strange": {entry}\n  }}\n}}\n')
    cli("probe", ".mcp.json", "--fail-on", "never", "--output", "sarif=a.sarif", "--output", "junit=a.xml")
    run = json.loads((folder / "a.sarif").read_text(encoding="utf-8"))["runs"][0]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == (".mcp.json", 4)
    assert '<testsuite name="strange"' in (folder / "a.xml").read_text(encoding="utf-8")


def test_annotations_stand_in_the_log_beside_the_report_for_people(cli):
    ended = cli("demo", "--output", "terminal", "--output", "github")
    assert "nothing filled in" in ended.out
    assert "::error title=" in ended.out
    ended = cli("demo", "--output", "markdown", "--output", "json", "--output", "sarif=a.sarif")
    assert ended.code == 2
    assert "markdown and json cannot both go to standard output" in ended.err
