from builders import hits, server_run, tool

from tool_audit.rules.tools_list_repeats import tools_list_repeats

LED_BACK = "page 2 of tools/list brings no new tools but names a next page; not followed"


def test_pages_that_lead_back_are_one_finding_that_says_where():
    (hit,) = hits(tools_list_repeats, server_run(tools=[tool("a")], repeats=True, notes=("odd", LED_BACK), pages=2))
    assert LED_BACK in hit.message
    assert hit.tools == ()


def test_pages_that_end_are_none_however_many():
    assert not hits(tools_list_repeats, server_run(tools=[tool("a"), tool("b")], pages=40))
    assert not hits(tools_list_repeats, server_run(tools=[], notes=("page 1 of tools/list has no list of tools",)))
