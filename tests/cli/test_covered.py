"""What was looked at is told in full: every page, every kind of content, every field; and alike faults once."""

import json
import sys
from pathlib import Path

import pytest
from running import FIXTURES, odd

from tool_audit.record import read_record
from tool_audit.rules import catalogue

LISTING = str(FIXTURES / "hostile" / "listing.py")
IN_FULL = ("--", sys.executable, str(FIXTURES / "told_in_full.py"))


def server(script, *words):
    return ("--", sys.executable, str(script), *words)


def test_every_page_of_the_listing_is_audited(cli):
    judged = cli("probe", "--allow", "*", "--output", "json", *server(LISTING, "pages")).json["servers"][0]
    assert (judged["coverage"]["listed"], judged["coverage"]["measured"]) == (9, 9)


@pytest.mark.parametrize("mode", ["endless", "circle", "empty_forever"])
def test_pages_that_go_round_are_left_and_that_is_said(mode, cli):
    judged = cli("probe", "--allow", "*", "--output", "json", *server(LISTING, mode)).json["servers"][0]
    assert judged["coverage"]["measured"] >= 1
    assert any("not followed" in remark or "was not read" in remark for remark in judged["remarks"])


def test_content_that_is_no_text_is_counted(cli, tmp_path):
    tools = ("get_data", "get_picture", "get_blob", "get_nothing")
    ended = cli("probe", "--output", "json", "--output", "terminal=t", "--output", "markdown=m", *odd(tmp_path, *tools))
    defaults = {tool["name"]: tool["default"] for tool in ended.json["servers"][0]["tools"]}
    assert defaults["get_data"]["chars"] == 79
    assert (defaults["get_picture"]["chars"], defaults["get_picture"]["media_chars"]) == (0, 12)
    assert (defaults["get_blob"]["chars"], defaults["get_blob"]["media_chars"]) == (0, 8)
    for report in ("t", "m"):
        assert "12 base64 chars of images, audio or files, not in these figures" in Path(report).read_text()


@pytest.mark.parametrize("format_", ["terminal", "markdown"])
def test_the_report_begins_with_what_was_looked_at(format_, cli, tmp_path):
    cli("probe", "--output", f"{format_}=out", *odd(tmp_path, "list_things", "get_failure", "delete_things"))
    head = " ".join(Path("out").read_text().partition("definitions")[0].split())
    for words in ("3 tools", "1 measured", "1 not called", "not measured", " calls", "1 argument varied"):
        assert words in head, words


def test_every_field_of_a_definition_is_kept_in_the_record(cli):
    cli("probe", "--record", "rec", *IN_FULL)
    sys.path.insert(0, str(FIXTURES))
    from told_in_full import GREETING, TOOLS  # noqa: PLC0415 - it is a fixture, and not on the path

    lines = Path("rec/told_in_full.jsonl").read_text().splitlines()
    assert json.loads(lines[0])["schema"] == "tool-audit/record/1"
    listing = json.loads(lines[1])["listing"]
    assert listing["tools"] == TOOLS
    assert (listing["instructions"], listing["capabilities"]) == (GREETING["instructions"], GREETING["capabilities"])
    assert [tool.raw for tool in read_record(Path("rec/told_in_full.jsonl")).listing.tools] == TOOLS


MANY = """
import sys
sys.path.insert(0, {fixtures!r})
from stdio_server import definition, serve
import json
rows = json.dumps([{{"id": n, "name": f"row {{n}}"}} for n in range(60)], indent=8)
serve("many", {{f"list_{{n:02}}": (definition(f"List number {{n}}."), lambda _: rows) for n in range(31)}})
"""


def test_one_fault_of_many_tools_is_told_once(cli, tmp_path):
    (tmp_path / "many.py").write_text(MANY.format(fixtures=str(FIXTURES)))
    ended = cli("probe", "--output", "json=a.json", "--output", "terminal", *server(tmp_path / "many.py"))
    findings = json.loads(Path("a.json").read_text())["servers"][0]["findings"]
    shown = [finding for finding in findings if finding["rule"] == "indented-json"]
    assert len(shown) == 1
    assert len(shown[0]["tools"]) == 31
    headings = [line.split()[1] for line in ended.out.splitlines() if line.startswith(("ERROR", "WARN"))]
    assert "unbounded-listing" in headings
    assert "and 28 more (--verbose shows them)" in ended.out
    assert len(headings) == len(set(headings))
    assert len(ended.out.splitlines()) < 150


def test_a_finding_is_had_again_by_probing_its_tool_alone(cli, tmp_path):
    argv = odd(tmp_path, "list_things", "get_view", "get_half", "get_large", "get_twice")
    findings = cli("probe", "--output", "json", *argv).json["servers"][0]["findings"]
    alone = [finding for finding in findings if len(finding["tools"]) == 1]
    assert len({finding["rule"] for finding in alone}) > 3
    for tool in sorted({finding["tools"][0] for finding in alone}):
        again = cli("probe", "--tool", tool, "--output", "json", *argv).json["servers"][0]["findings"]
        wanted = {(one["rule"], one["message"]) for one in alone if one["tools"] == [tool]}
        assert wanted <= {(one["rule"], one["message"]) for one in again}


def test_each_finding_has_its_calls_how_sure_it_is_and_what_to_do(cli, tmp_path):
    ended = cli("probe", "--output", "json", *odd(tmp_path, "get_view", "get_half", "get_large"))
    for finding in ended.json["servers"][0]["findings"]:
        # what is wrong with a definition is seen without a call
        assert finding["evidence"] or catalogue()[finding["rule"]].group == "J", finding["rule"]
        assert finding["confidence"] in {"proven", "seen", "indicated"}
        assert finding["advice"]
        if finding["confidence"] == "proven":
            assert len(finding["evidence"]) > 1, finding["rule"]
