import json

from builders import call, hits, sweep, tool_run

from tool_audit.model import ABSENT, SweepKind
from tool_audit.rules.empty_fields import empty_fields

FULL = {"name": "a node with a name", "kind": "folder"}
NULLS = dict.fromkeys(["owner", "parent", "label", "colour", "size", "note", "icon", "tag"])
LISTS = {key: [] for key in ("children", "links", "tags", "flags")}


def found(value, **options):
    text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
    return hits(empty_fields, tool_run(call(text)), **options)


def test_records_full_of_unset_fields_are_found():
    nodes = [FULL | NULLS | LISTS for _ in range(200)]
    [hit] = found(nodes)
    whole = len(json.dumps(nodes, separators=(",", ":")))
    bare = len(json.dumps([FULL] * 200, separators=(",", ":")))
    assert f"{whole - bare:,} of {whole:,} characters" in hit.message
    assert f"{bare:,} would say the same" in hit.message
    assert "children" in hit.message


def test_empty_text_and_empty_objects_count_as_well():
    assert len(found([{"name": "abc", "note": "", "options": {}} for _ in range(200)])) == 1


def test_indentation_does_not_hide_them():
    assert len(found(json.dumps([FULL | NULLS for _ in range(200)], indent=4))) == 1


def test_zero_and_false_are_values():
    assert found([{"name": "abc", "count": 0, "open": False, "rate": 0.0} for _ in range(200)]) == []


def test_the_word_null_in_a_text_is_no_empty_field():
    assert found([{"text": '"owner":null,"parent":null'} for _ in range(200)]) == []


def test_null_entries_of_a_list_are_no_members():
    assert found({"row": [None] * 2_000}) == []


def test_a_few_unset_fields_are_left_alone():
    assert found([{"name": "a record with a long enough name", "note": None} for _ in range(200)]) == []


def test_an_empty_store_and_a_plain_text_are_left_alone():
    assert found({"items": [], "next": None}) == []
    assert found("owner: null\n" * 500) == []


def test_a_short_reply_is_left_alone_up_to_the_limit():
    row = {"a": None}
    text = json.dumps([row] * 180, separators=(",", ":"))
    assert found(text, chars=len(text)) == []
    assert len(found(text, chars=len(text) - 1)) == 1


def test_the_share_is_an_option_and_reaching_it_is_enough():
    nodes = [{"name": "x" * 25, "a": None} for _ in range(100)]  # 9 of 47 characters each, comma included
    assert found(nodes) == []
    assert len(found(nodes, share=0.19)) == 1
    whole = len(json.dumps(nodes, separators=(",", ":")))
    assert len(found(nodes, share=900 / whole)) == 1
    assert found(nodes, share=901 / whole) == []


def test_the_reply_that_wastes_most_is_told():
    small = call(json.dumps([NULLS] * 30), arguments={"limit": 30})
    large = call(json.dumps([NULLS] * 300))
    run = tool_run(large, sweeps=[sweep("limit", SweepKind.COUNT, {ABSENT: large, 30: small})])
    [hit] = hits(empty_fields, run)
    assert hit.calls == (large,)


def test_deep_nesting_does_no_harm():
    text = '{"a":' * 900 + '{"b":null}' + "}" * 900
    assert found(text) == []
