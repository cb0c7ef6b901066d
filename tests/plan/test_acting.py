"""Which tools that write may be asked for what cannot exist."""

import pytest
from builders import tool

from tool_audit.model import Json, Subject, ToolSpec
from tool_audit.plan.acting import may_ask
from tool_audit.plan.gate import decide
from tool_audit.schema import arguments_of
from tool_audit.settings import Probing

TEXT: Json = {"type": "string"}
ID: Json = {"id": TEXT}
READS: Json = {"readOnlyHint": True}


def asks(spec: ToolSpec, subject: Subject | None = None) -> bool:
    return may_ask(subject or Subject(tool=spec.name), spec, arguments_of(spec))


def needing(name: str, properties: dict[str, Json], description: str = "", **annotations: Json) -> ToolSpec:
    return tool(name, properties, required=list(properties), description=description, annotations=annotations)


@pytest.mark.parametrize(
    ("name", "properties"),
    [
        ("delete_note", {"note_id": TEXT}),
        ("note_delete", {"id": {"type": "integer"}}),
        ("deleteEntities", {"entityNames": {"type": "array", "items": TEXT}}),
        ("remove", {"name": TEXT}),
        ("delete_branch", {"branch": TEXT}),
        ("delete_file", {"path": TEXT}),
        ("close_issue", {"issue_number": {"type": "integer"}}),
        ("archive_board", {"board": TEXT}),
        ("update_note", {"note_id": TEXT, "text": TEXT}),
        ("rename_key", {"old_key": TEXT, "new_key": TEXT}),
        ("move_file", {"source": TEXT, "destination": TEXT}),
        ("mark_as_read", {"id": TEXT}),
        ("hdel", {"name": TEXT, "key": TEXT}),
    ],
)
def test_what_acts_on_one_thing_that_is_named_may_be_asked(name: str, properties: dict[str, Json]) -> None:
    assert asks(needing(name, properties))


@pytest.mark.parametrize(
    ("name", "description", "allowed"),
    [
        ("rezept_loeschen", "Löscht ein Rezept.", True),
        ("eliminar_receta", "Elimina una receta.", True),
        ("supprimer_recette", "Supprime une recette.", True),
        ("annulla_ordine", "Annulla un ordine.", True),
        ("recipe", "Löscht ein Rezept.", False),
        ("alle_rezepte_loeschen", "Löscht Rezepte.", False),
        ("rezept_speichern", "Speichert ein Rezept.", False),
    ],
)
def test_what_is_deleted_in_another_language_may_be_asked_too(name: str, description: str, allowed: bool) -> None:
    assert asks(needing(name, {"slug": TEXT}, description)) is allowed


@pytest.mark.parametrize(
    ("name", "properties"),
    [
        *((f"{verb}_note", {"id": TEXT}) for verb in "create add insert append write put set save upsert copy".split()),
        *((f"{verb}_note", {"id": TEXT}) for verb in "send email publish post pay share merge deploy".split()),
        *((f"{verb}_note", {"id": TEXT}) for verb in "run execute trigger start stop kill restart approve".split()),
        *((f"{verb}_notes", {"name": TEXT}) for verb in "clear purge flush wipe truncate drop reset".split()),
        ("delete_notes", {}),
        ("delete_all_notes", {"id": TEXT}),
        ("delete_every_note", {"id": TEXT}),
        ("delete_by_query", {"query": TEXT}),
        ("remove_rows", {"filter": TEXT}),
        ("delete_rows", {"id": TEXT, "sql": TEXT}),
        ("delete_bookmark", {"url": TEXT}),
        ("remove_member", {"email": TEXT}),
        ("remove_rules", {"names": {"type": "array", "items": {"enum": ["a", "b"]}}, "project": TEXT}),
        ("update", {"from": TEXT, "prompt": TEXT}),
        ("delete_line", {"line_number": {"type": "integer"}}),
        ("update_profile", {"name": TEXT}),
        ("update_status", {"text": TEXT}),
        ("rename_workspace", {"name": TEXT}),
        ("update_setting", {"key": TEXT, "value": TEXT}),
        ("list_notes", {"id": TEXT}),
        ("get_note", {"id": TEXT}),
        ("notes", {"id": TEXT}),
    ],
)
def test_what_makes_sends_runs_empties_matches_or_changes_the_only_one_may_not(
    name: str, properties: dict[str, Json]
) -> None:
    assert not asks(needing(name, properties))


def test_an_update_that_makes_what_is_not_there_may_not() -> None:
    properties = {"id": TEXT, "text": TEXT}
    for description in ("Updates a note or creates it.", "Update (upsert) a note.", "메모를 수정하거나 생성한다."):
        assert not asks(needing("update_note", properties, description)), description
    assert asks(needing("update_note", properties, "Updates a note. created_at stays as it is."))


def test_a_name_and_a_description_that_disagree_are_asked_nothing() -> None:
    assert not asks(needing("get_note", ID, "Deletes a note."))
    assert asks(needing("gone", ID, "Deletes a note."))
    assert not asks(needing("gone", {"path": TEXT}, "Deletes what is in there."))


def test_a_thing_that_need_not_be_named_is_not_asked_for() -> None:
    optional = tool("delete_notes", {"id": TEXT, "before": TEXT})
    assert not asks(optional)
    assert asks(tool("delete_note", ID))


def test_of_what_marks_itself_as_reading_also_what_makes_something() -> None:
    assert asks(needing("add_note", {"text": TEXT}, **READS))
    assert not asks(needing("add_note", {"text": TEXT}))
    assert not asks(needing("send_note", {"id": TEXT}, **READS))
    assert not asks(needing("run_query", {"sql": TEXT}, **READS))


def test_members_of_an_action_tool_are_told_apart() -> None:
    action: Json = {"action": {"type": "string", "enum": ["list", "delete", "create", "clear"]}}
    spec = tool("manage_notes", {**action, "note_id": TEXT, "title": TEXT}, required=["action"])
    decisions = decide([spec], Probing(allow_writes=True))
    assert {decision.subject.member: (decision.called, decision.only_absent) for decision in decisions} == {
        "list": (True, False),
        "delete": (True, True),
        "create": (False, False),
        "clear": (False, False),
    }


def test_what_no_value_fits_is_not_called_and_says_by_what_option_it_would_be() -> None:
    short = needing("delete_boat", {"boat": {"type": "string", "maxLength": 4}})
    [decision] = decide([short], Probing(allow_writes=True))
    assert (decision.called, decision.consent) == (False, "--allow 'delete_boat'")
