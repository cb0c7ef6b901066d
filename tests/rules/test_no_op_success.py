import json

import pytest
from builders import hits, tool
from staged import FailedError, Tool, staged

from tool_audit.model import Confidence, Json, Severity
from tool_audit.rules.no_op_success import no_op_success

ID: Json = {"note_id": {"type": "string", "description": "The id of a note."}}
IDS = ("n-1041", "n-1042", "n-1043")


def lister() -> Tool:
    return tool("list_notes"), lambda: json.dumps([{"id": name, "title": f"note {name}"} for name in IDS])


def deleting(answer, description="Delete a note.", name="delete_note", readers=True, **annotations):
    spec = tool(name, ID, required=["note_id"], description=description, annotations=annotations)
    shown = [lister()] if readers else []
    return hits(
        no_op_success, staged(*shown, (spec, lambda note_id: answer.replace("<id>", note_id)), allow_writes=True)
    )


@pytest.mark.parametrize(
    "answer",
    [
        '{"success": true}',
        '{"ok":true,"id":"<id>"}',
        '{"id": "<id>", "deleted": true}',
        '{"deleted": "<id>"}',
        '{"deleted": ["<id>"]}',
        '{"deletedCount": 1}',
        '{"data": {"rows_affected": 1}}',
        '{"status": "deleted"}',
        '{"result": "Note <id> deleted successfully."}',
        "true",
        "Note <id> was deleted. This action cannot be undone.",
        "Deleted.",
        "\u2705 <id>",
        "OK",
        "메모 <id>이(가) 삭제되었습니다.",
        "ノート <id> を削除しました。",
        "已删除 <id>",
        "Die Notiz <id> wurde gelöscht.",
        "La note <id> a été supprimée.",
        "La nota <id> ha sido eliminada con éxito.",
        "Заметка <id> успешно удалена",
    ],
)
def test_success_that_is_claimed_for_an_id_that_cannot_exist_is_found(answer):
    [hit] = deleting(answer)
    assert hit.tools == ("delete_note",)
    assert hit.confidence is None
    assert "list_notes shows the same before and after" in hit.message
    assert [call.observation.probe.subject.tool for call in hit.calls] == ["list_notes", "delete_note", "list_notes"]


@pytest.mark.parametrize(
    "answer",
    [
        '{"deleted": 0}',
        '{"deleted": false}',
        '{"success": true, "deleted": 0}',
        '{"success": true, "found": false}',
        '{"success": true, "message": "nothing to delete"}',
        '{"success": true, "deleted": [], "notFound": ["<id>"]}',
        '{"success": true, "errors": ["<id>"]}',
        '{"ok": true, "status": 404}',
        '{"data": {"deleted": false}, "success": true}',
        '{"id": "<id>"}',
        "{}",
        "null",
        "false",
        "0",
        "[]",
        "",
        "<id>",
        "Deleted 0 notes.",
        "No note <id> was deleted.",
        "Note <id> is deleted already.",
        "The note will be deleted if it exists.",
        "Deletion of <id> is queued. OK",
        "Note <id> not found",
        "메모 <id>을(를) 찾을 수 없어 삭제하지 못했습니다.",
        "삭제할 메모가 없습니다.",
        "削除するノートが見つかりませんでした。",
        "未找到 <id>, 删除失败",
        "Die Notiz <id> wurde nicht gelöscht.",
        "Aucune note supprimée.",
        "No se ha eliminado ninguna nota.",
        "Заметка не удалена",
        "Deleted. " + "word " * 300,
    ],
)
def test_what_denies_it_or_leaves_it_open_is_left_alone(answer):
    assert deleting(answer) == []


def test_what_was_sent_is_no_word_of_the_reply():
    echo = tool(
        "rename_note", {**ID, "title": {"type": "string"}}, required=["note_id", "title"], description="Rename a note."
    )
    answers = {
        "same": lambda note_id, title: f"{note_id} -> {title}",
        "done": lambda note_id, title: f"Renamed {note_id} to {title}.",
    }
    found = {name: hits(no_op_success, staged((echo, answer), allow_writes=True)) for name, answer in answers.items()}
    assert (len(found["same"]), len(found["done"])) == (0, 1)


def test_the_record_as_it_would_be_is_a_claim():
    spec = tool(
        "update_note", {**ID, "title": {"type": "string"}}, required=["note_id", "title"], description="Change it."
    )
    whole = hits(
        no_op_success,
        staged((spec, lambda note_id, title: json.dumps({"note_id": note_id, "title": title})), allow_writes=True),
    )
    asked = hits(
        no_op_success,
        staged(
            (spec, lambda note_id, title: json.dumps({"request": {"note_id": note_id, "title": title}})),
            allow_writes=True,
        ),
    )
    assert (len(whole), asked) == (1, [])


def test_an_error_is_what_it_should_be():
    def fails(note_id):
        raise FailedError(f"there is no note {note_id}")

    spec = tool("delete_note", ID, required=["note_id"], description="Delete a note.")
    assert hits(no_op_success, staged(lister(), (spec, fails), allow_writes=True)) == []


def test_a_delete_that_is_documented_to_be_idempotent_is_information_only():
    for description in (
        "Delete a note. Idempotent.",
        "Delete a note. Does nothing where there is none.",
        "Delete a note. Succeeds also for ids that are unknown.",
        "메모를 삭제한다. 멱등하다.",
    ):
        assert [hit.severity for hit in deleting("Deleted.", description)] == [Severity.INFO], description
    assert [hit.severity for hit in deleting("Deleted.", idempotentHint=True)] == [Severity.INFO]
    assert [hit.severity for hit in deleting("Deleted.", "Delete a note. Not idempotent.")] == [None]


def test_an_idempotent_hint_excuses_no_change():
    spec = tool(
        "close_note", ID, required=["note_id"], description="Close a note.", annotations={"idempotentHint": True}
    )
    [hit] = hits(no_op_success, staged(lister(), (spec, lambda note_id: "closed"), allow_writes=True))
    assert hit.severity is None


def test_where_nothing_shows_what_there_is_the_finding_is_seen_only():
    [hit] = deleting("Deleted.", readers=False)
    assert hit.confidence is Confidence.SEEN


def test_what_did_something_after_all_is_no_success_of_nothing():
    titles = {"n-1041": "bread"}

    def rename(note_id, title):
        titles[note_id] = title
        return '{"success": true}'

    spec = tool(
        "rename_note", {**ID, "title": {"type": "string"}}, required=["note_id", "title"], description="Rename a note."
    )
    shown = (tool("list_notes"), lambda: json.dumps([{"id": key, "title": value} for key, value in titles.items()]))
    run = staged(shown, (spec, rename), allow_writes=True)
    assert hits(no_op_success, run) == []
    assert (
        run.tools[1].reason == "it writes: asked only for what cannot exist; list_notes showed something else after it"
    )


def test_a_file_that_was_written_counts_only_where_no_tool_shows_what_there_is():
    spec = tool("delete_note", ID, required=["note_id"], description="Delete a note.")
    writer = (spec, lambda note_id: ("Deleted.", {"notes.json": "changed"}))
    assert hits(no_op_success, staged(writer, allow_writes=True)) == []
    assert len(hits(no_op_success, staged(lister(), writer, allow_writes=True))) == 1


def test_a_clock_in_what_is_shown_is_no_effect():
    times = iter(range(100))
    clocked = (
        tool("list_notes"),
        lambda: json.dumps({"at": f"2026-01-01T10:00:{next(times):02}Z", "notes": [{"id": name} for name in IDS]}),
    )
    spec = tool("delete_note", ID, required=["note_id"], description="Delete a note.")
    [hit] = hits(no_op_success, staged(clocked, (spec, lambda note_id: "Deleted."), allow_writes=True))
    assert "list_notes shows the same" in hit.message


def getting(answer):
    real = {name: {"id": name, "title": f"note {name}", "pinned": False, "body": "bread"} for name in IDS}
    spec = tool("get_note", {"note_id": {"type": "string"}}, required=["note_id"], description="Get a note.")
    get = (spec, lambda note_id: json.dumps(real.get(note_id) or answer(note_id)))
    return hits(no_op_success, staged(lister(), get, allow_writes=True))


def test_a_thing_that_is_made_up_for_an_id_that_cannot_exist_is_found():
    [hit] = getting(lambda name: {"id": name, "title": "note", "pinned": False, "body": "..."})
    assert (hit.tools, hit.argument) == (("get_note",), "note_id")


def test_a_fetch_that_gives_nothing_or_says_so_is_left_alone():
    empty = {"title": "", "pinned": False, "body": None}
    assert getting(lambda name: {"id": name, **empty}) == []
    assert getting(lambda name: {"id": name, "title": "unknown", "pinned": False, "body": "..."}) == []
    assert getting(lambda name: {"note": None}) == []
    assert getting(lambda _: {"id": IDS[0], "title": "note", "pinned": False, "body": "bread"}) == []
