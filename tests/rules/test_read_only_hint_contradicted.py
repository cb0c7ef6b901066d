import itertools
import json

from builders import hits, tool
from staged import Tool, staged

from tool_audit.model import Confidence, Json
from tool_audit.rules.read_only_hint_contradicted import read_only_hint_contradicted

READS: Json = {"readOnlyHint": True}
HOURS: Tool = (tool("get_hours", annotations=READS), lambda: '{"opens": "09:00"}')


def found(*tools: Tool, **probing):
    return hits(read_only_hint_contradicted, staged(*tools, **probing))


def tray(letters, name="list_tray") -> Tool:
    return tool(name, annotations=READS), lambda: json.dumps([{"id": f"l-{letter}"} for letter in letters])


def taking(letters, annotations: Json = READS) -> Tool:
    return tool("get_letter", annotations=annotations), lambda: f"letter {letters.pop(0)}"


def test_a_reader_that_changes_what_another_shows_each_time_is_found():
    letters = list(range(60))
    [hit] = found(tray(letters), taking(letters), HOURS)
    assert hit.tools == ("get_letter",)
    assert hit.confidence is None
    assert "list_tray" in hit.message
    assert [call.observation.probe.subject.tool for call in hit.calls] == ["list_tray", "get_letter", "list_tray"]


def test_where_there_is_no_third_tool_a_change_in_number_will_do():
    letters = list(range(60))
    assert len(found(tray(letters), taking(letters))) == 1


def test_what_is_marked_only_the_first_time_is_seen_with_other_things():
    unread = {f"m-{n}": True for n in range(1, 6)}
    spec = tool("read_message", {"message_id": {"type": "string"}}, required=["message_id"], annotations=READS)
    inbox = (
        tool("list_messages", annotations=READS),
        lambda: json.dumps([{"message_id": name, "unread": flag} for name, flag in unread.items()]),
    )
    marking = (spec, lambda message_id: unread.update({message_id: False}) or "Dear all")
    for others in ((), (HOURS,)):
        unread |= dict.fromkeys(unread, True)
        [hit] = found(inbox, marking, *others)
        assert hit.tools == ("read_message",)
        assert "list_messages" in hit.message


def test_where_other_things_change_than_was_asked_for_it_is_nobodys_doing():
    turns = itertools.count()
    spec = tool("read_message", {"message_id": {"type": "string"}}, required=["message_id"], annotations=READS)
    marked: list[str] = []
    inbox = (
        tool("list_messages", annotations=READS),
        lambda: json.dumps([{"message_id": f"m-{n}", "unread": n != len(marked)} for n in range(1, 6)]),
    )
    reading = (spec, lambda message_id: marked.append(f"{next(turns)}") or "Dear all")
    assert found(inbox, reading) == []


def test_a_tool_that_does_not_say_that_it_reads_only_contradicts_nothing():
    letters = list(range(60))
    assert found(tray(letters), taking(letters, {}), HOURS) == []


def test_a_list_that_grows_by_itself_is_nobodys_doing():
    numbers = itertools.count(3)
    growing = (tool("list_tray", annotations=READS), lambda: json.dumps([{"id": n} for n in range(next(numbers))]))
    assert found(growing, HOURS, (tool("get_weather", annotations=READS), lambda: "rain")) == []


def test_what_is_never_the_same_twice_is_no_finding():
    numbers = itertools.count()
    random = (tool("get_random", annotations=READS), lambda: json.dumps({"word": f"w{next(numbers) * 7919 % 101}x"}))
    assert found(random, HOURS) == []


def test_a_list_of_what_was_called_is_no_data():
    calls: list[str] = []

    def noted(name):
        return tool(name, annotations=READS), lambda: calls.append(name) or name

    recent = (tool("list_recent", annotations=READS), lambda: json.dumps([{"id": n} for n in range(len(calls))]))
    assert found(recent, noted("get_hours"), noted("get_weather")) == []


def test_a_tool_whose_words_write_is_asked_with_consent_and_found_by_what_a_list_shows():
    notes = ["bread"]

    def add(text):
        notes.append(text)
        return "fine"

    spec = tool(
        "add_note", {"text": {"type": "string"}}, required=["text"], annotations=READS, description="Add a note."
    )
    shown = (tool("list_notes"), lambda: json.dumps([{"id": n, "text": text} for n, text in enumerate(notes)]))
    assert found(shown, (spec, add)) == []
    assert notes == ["bread"]
    [hit] = found(shown, (spec, add), allow_writes=True)
    assert hit.tools == ("add_note",)
    assert len(notes) == 3


def test_a_list_that_begins_to_grow_by_itself_after_the_call_proves_nothing():
    looks = itertools.count()
    grown = (tool("list_notes"), lambda: json.dumps([{"id": n} for n in range(5 + max(0, next(looks) - 2))]))
    spec = tool(
        "add_note", {"text": {"type": "string"}}, required=["text"], annotations=READS, description="Add a note."
    )
    quiet = (tool("list_tags"), lambda: json.dumps([{"id": 1}]))
    assert found(grown, quiet, (spec, lambda text: "fine"), allow_writes=True, experiments=("repeat", "writes")) == []


def writing(files) -> Tool:
    spec = tool("get_report", {"detail": {"enum": ["full", "brief"]}}, annotations=READS)
    return spec, lambda **arguments: ("the report", files(arguments))


def test_a_file_that_the_same_call_changes_twice_is_found():
    [hit] = found(writing(lambda _: {"notes.txt": "changed"}), HOURS)
    assert hit.tools == ("get_report",)
    assert hit.confidence is None
    assert "notes.txt (changed)" in hit.message
    assert "Why it could be wrong" in hit.message
    assert len(hit.calls) == 2


def test_a_file_that_is_written_with_the_same_content_again_is_proof_too():
    contents = iter(["new"])
    [hit] = found(writing(lambda _: {"state.json": next(contents, "rewritten")}), HOURS)
    assert hit.confidence is None


def test_a_file_that_appears_once_is_a_sign_only():
    contents = iter([{"cache/a": "new"}])
    [hit] = found(writing(lambda _: next(contents, {})), HOURS)
    assert hit.confidence is Confidence.INDICATED


def test_a_change_with_one_setting_is_repeated_with_that_setting():
    [hit] = found(writing(lambda sent: {"notes.txt": "changed"} if sent.get("detail") == "full" else {}), HOURS)
    assert hit.confidence is None
    assert [dict(call.arguments) for call in hit.calls] == [{"detail": "full"}, {"detail": "full"}]


def test_more_than_three_files_are_counted():
    [hit] = found(writing(lambda _: {f"{n}.txt": "new" for n in range(7)}), HOURS)
    assert "and 4 more" in hit.message


def test_a_file_that_was_only_written_again_is_no_change():
    assert found(writing(lambda _: {"data.db": "rewritten"}), HOURS) == []


def test_a_log_that_every_call_writes_is_left_alone():
    def logging(name) -> Tool:
        return tool(name, annotations=READS), lambda: (name, {"server.log": "changed"})

    assert found(logging("get_a"), logging("get_b"), logging("list_c")) == []
    assert len(found(logging("get_a"), HOURS, (tool("list_c"), lambda: "c"))) == 1
