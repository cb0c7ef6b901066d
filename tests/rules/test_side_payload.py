import json

from builders import call, hits, server_run, sweep, tool, tool_run

from tool_audit.model import SweepKind
from tool_audit.rules.side_payload import side_payload

SNAPSHOT = "".join(f"- button ref={n}\n" for n in range(3_000))


def acting(name, document, properties=None, sweeps=()):
    text = document if isinstance(document, str) else json.dumps(document)
    return tool_run(call(text, tool=name), spec=tool(name, properties), sweeps=sweeps)


def browser(snapshot=SNAPSHOT):
    return [
        acting("snapshot", {"snapshot": snapshot}),
        acting("open", {"url": "about:blank", "snapshot": snapshot}),
        acting("click", {"clicked": True, "snapshot": snapshot}),
        acting("wait", {"waited_s": 3, "snapshot": snapshot}),
    ]


def test_one_block_in_the_answers_of_several_tools_is_one_finding():
    (hit,) = hits(side_payload, server_run(*browser()))
    assert hit.tools == ("open", "click", "wait")
    assert f"open, click and wait each bring the same {len(SNAPSHOT):,} characters under snapshot" in hit.message
    assert "without it the answer of wait is 14 characters" in hit.message
    assert hit.advice == "Send it only where it is asked for: snapshot gives it already."


def test_a_block_may_be_a_subtree_and_deeper():
    nodes = {"nodes": [{"id": n, "role": "button"} for n in range(600)]}
    runs = [acting(name, {"result": {"page": nodes, "ok": name}}) for name in ("open", "wait")]
    (hit,) = hits(side_payload, server_run(*runs))
    assert "under result.page" in hit.message


def test_a_text_block_beside_others_counts():
    runs = [tool_run(call([f"{name} done", SNAPSHOT], tool=name), spec=tool(name)) for name in ("open", "wait")]
    assert hits(side_payload, server_run(*runs))


def test_the_tool_that_gives_the_block_and_one_other_are_silent():
    assert not hits(side_payload, server_run(*browser()[:2]))


def test_the_boundary_is_ten_thousand_characters_and_an_option():
    assert hits(side_payload, server_run(*browser("x" * 10_000)))
    short = server_run(*browser("x" * 9_999))
    assert not hits(side_payload, short)
    assert hits(side_payload, short, chars=9_000)


def test_an_argument_that_turns_it_off_makes_it_no_fault():
    def quiet(name):
        off = call(json.dumps({"done": name}), tool=name, arguments={"include_snapshot": False})
        switch = sweep("include_snapshot", SweepKind.DETAIL, {False: off})
        return acting(name, {"done": name, "snapshot": SNAPSHOT}, {"include_snapshot": {"type": "boolean"}}, [switch])

    assert not hits(side_payload, server_run(quiet("open"), quiet("click")))


def test_a_switch_that_does_nothing_is_no_excuse_and_one_never_tried_is():
    schema = {"include_snapshot": {"type": "boolean"}}

    def deaf(name):
        document = {"done": name, "snapshot": SNAPSHOT}
        off = call(json.dumps(document), tool=name, arguments={"include_snapshot": False})
        return acting(name, document, schema, [sweep("include_snapshot", SweepKind.DETAIL, {False: off})])

    def untried(name):
        return acting(name, {"done": name, "snapshot": SNAPSHOT}, schema)

    assert hits(side_payload, server_run(deaf("open"), deaf("click")))
    assert not hits(side_payload, server_run(untried("open"), untried("click")))


def test_a_list_and_a_search_that_give_the_same_rows_are_silent():
    rows = [{"id": n, "text": "word " * 20} for n in range(200)]
    for key in ("items", "users"):
        runs = [acting(name, {key: rows, "total": 200}) for name in ("list_users", "search_users")]
        assert not hits(side_payload, server_run(*runs))


def test_two_readers_of_one_file_are_silent():
    runs = [acting(name, {"path": "a.txt", "content": SNAPSHOT}) for name in ("read_file", "view_source")]
    texts = [acting(name, SNAPSHOT) for name in ("read_text_file", "read_whole")]
    assert not hits(side_payload, server_run(*runs, *texts))


def test_different_blocks_under_one_key_are_silent():
    runs = [acting(name, {"done": name, "snapshot": name + SNAPSHOT}) for name in ("open", "click")]
    assert not hits(side_payload, server_run(*runs))


def test_a_failed_call_without_the_block_does_not_turn_it_off():
    failed = call(json.dumps({"error": "no such ref"}), arguments={"ref": "zzz"})
    runs = [
        tool_run(call(json.dumps({"done": name, "snapshot": SNAPSHOT}), tool=name), spec=tool(name), calls=[failed])
        for name in ("open", "click")
    ]
    assert hits(side_payload, server_run(*runs))
