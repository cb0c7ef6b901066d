"""html-in-text: more markup than text."""

import json

import pytest
from builders import call, hits, tool, tool_run

from tool_audit.rules.html_in_text import html_in_text

LINE = '<p class="x">hi</p>\n'
PAGE = LINE * 200


def test_markup_and_text_are_counted_apart():
    (hit,) = hits(html_in_text, tool_run(call(PAGE)))
    assert "3,400 of 4,000 characters (85.0%)" in hit.message
    assert "between the tags is 600" in hit.message


def test_html_in_a_json_string_counts():
    assert hits(html_in_text, tool_run(call(json.dumps(PAGE))))
    assert hits(html_in_text, tool_run(call(json.dumps({"body": PAGE}))))


def test_scripts_and_styles_are_markup_too():
    text = "<html><head><SCRIPT>" + "var a = 1; " * 200 + "</SCRIPT></head><body>" + "words " * 100 + "</body></html>"
    assert hits(html_in_text, tool_run(call(text)))


@pytest.mark.parametrize(
    "text",
    [
        "words and words " * 300,
        "<p>" + "a long paragraph of plain words " * 100 + "</p>",
        "<documents>" + "<title>a</title><source>b</source><path>c</path>" * 100 + "</documents>",
        "Map<String, List<Integer>> f(Set<T> s) { return x < y && y > z; }\n" * 60,
    ],
    ids=["words", "little-markup", "xml-records", "generics"],
)
def test_text_and_other_angle_brackets_are_left_alone(text):
    assert hits(html_in_text, tool_run(call(text))) == []


@pytest.mark.parametrize(
    "spec",
    [
        tool("get_html"),
        tool("get_page", description="Returns the page source."),
        tool("export_icon", description="An icon as SVG."),
        tool("inspect", description="The DOM of the open tab."),
        tool("read_file", {"path": {"type": "string"}}, required=["path"]),
    ],
    ids=lambda spec: spec.name,
)
def test_a_tool_whose_purpose_is_markup_is_left_alone(spec):
    assert hits(html_in_text, tool_run(call(PAGE), spec=spec)) == []


def test_markup_that_was_asked_for_is_left_alone():
    assert hits(html_in_text, tool_run(call("hi"), calls=[call(PAGE, arguments={"format": "html"})])) == []
    assert hits(html_in_text, tool_run(call("hi"), calls=[call(PAGE, arguments={"format": "text"})]))


def test_only_a_reply_over_the_bound_is_judged():
    text = "<p>" * 666 + "ab"  # 2,000 characters
    assert hits(html_in_text, tool_run(call(text))) == []
    assert hits(html_in_text, tool_run(call(text + "c")))
    assert hits(html_in_text, tool_run(call(text)), chars=1_999)


def test_half_is_the_bound_of_the_share():
    half = "<p>" * 1_000 + "x" * 3_000
    assert hits(html_in_text, tool_run(call(half)))
    assert hits(html_in_text, tool_run(call(half + "x"))) == []
    assert hits(html_in_text, tool_run(call(half + "x")), share=0.4)
