import json

from builders import call, hits, tool, tool_run

from tool_audit.rules.dominant_field import dominant_field

WORDS = "each account is closed once a day and opened again at noon "


def found(value, spec=None, **options):
    text = value if isinstance(value, str) else json.dumps(value)
    return hits(dominant_field, tool_run(call(text), spec=spec or tool("list_changes")), **options)


def changes(count, raw):
    return {"items": [{"id": n, "title": f"change {n}", "raw": WORDS * raw} for n in range(count)], "total": count}


def test_a_field_that_holds_most_of_a_listing_is_found():
    [hit] = found(changes(60, 30))
    assert hit.message.startswith("$.items[].raw holds")
    assert "the rest is" in hit.message
    assert "$.items[].raw" in hit.advice


def test_a_field_beside_a_small_answer_is_found():
    reply = {"waited": 3, "snapshot": WORDS * 1_200}
    assert len(found(reply, tool("wait", {"seconds": {"type": "number"}}))) == 1


def test_a_small_reply_is_left_alone():
    assert found(changes(5, 30)) == []


def test_an_even_listing_is_left_alone_though_its_list_is_nearly_all():
    rows = [{"id": n, "name": WORDS, "place": WORDS, "owner": WORDS} for n in range(700)]
    assert found({"items": rows}) == []


def test_a_list_of_texts_is_left_alone():
    assert found({"lines": [WORDS] * 2_000, "count": 2_000}) == []


def test_a_reply_of_one_field_has_nothing_to_leave_out():
    assert found({"items": [{"text": WORDS * 20} for _ in range(100)]}) == []


def test_the_text_of_a_file_is_what_a_reader_was_asked_for():
    reader = tool("read_file", {"path": {"type": "string"}}, required=["path"])
    assert found({"path": "a.txt", "size": 3, "content": WORDS * 1_500}, reader) == []


def test_a_plain_text_is_left_alone():
    assert found(WORDS * 3_000) == []


def test_the_share_is_an_option():
    rows = [{"id": n, "name": WORDS, "text": WORDS * 4} for n in range(300)]
    assert len(found({"items": rows})) == 1
    assert found({"items": rows}, share=0.9) == []
    rows = [{"id": n, "name": WORDS, "text": WORDS} for n in range(500)]
    assert found({"items": rows}) == []
    assert len(found({"items": rows}, share=0.4)) == 1
