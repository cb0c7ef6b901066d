"""Identifiers that cannot exist: none that a reply holds, of the form that the server takes, the same every time."""

import json
import re
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from builders import call, tool
from hypothesis import given
from hypothesis import strategies as st

from tool_audit.experiments.situation import GIVEN
from tool_audit.model import ABSENT, Arguments, Json, Subject, ToolSpec
from tool_audit.plan.absent import absent_fillings, absent_identifier
from tool_audit.plan.harvest import Found, harvest
from tool_audit.plan.sources import Sources, Surroundings
from tool_audit.schema import arguments_of

TEXT: Json = {"type": "string"}
PLACE = Surroundings(folders=("/data/notes",), files=("/data/notes/a.md",), repositories=("/data/notes",))


def seen(*values: Json, key: str = "id", holder: str = "notes") -> tuple[Found, ...]:
    """What is known after a listing with these identifiers."""
    return harvest([call(json.dumps({holder: [{key: value} for value in values]}), tool="list_things")])


def asked(
    properties: dict[str, Json],
    found: Sequence[Found] = (),
    *,
    name: str = "delete_note",
    given: Arguments | None = None,
    **more: Any,
) -> list[dict[str, Json]]:
    spec = tool(name, properties, **{"required": list(properties), **more})
    sources = Sources(found=tuple(found), surroundings=PLACE)
    ways = absent_fillings(Subject(tool=name), spec, arguments_of(spec), sources, given or {})
    return [dict(way.arguments) for way in ways]


def only(schema: Json, found: Sequence[Found] = (), argument: str = "note_id", **more: Any) -> Json:
    ways = asked({argument: schema}, found, **more)
    return ways[0][argument] if ways else ABSENT


def is_like(pattern: str) -> Callable[[Json], bool]:
    return lambda value: re.fullmatch(pattern, value) is not None


FORMS: dict[str, tuple[st.SearchStrategy[Json], Json, Callable[[Json], bool]]] = {
    "uuid": (st.uuids().map(str), TEXT, lambda value: str(uuid.UUID(value)) == value),
    "number": (st.integers(1, 10**6), {"type": "integer"}, lambda value: value < 2**31),
    "large number": (st.integers(10**10, 10**15), {"type": "integer"}, lambda value: value < 2**53),
    "snowflake": (st.integers(10**17, 10**18), {"type": "integer"}, lambda value: value < 2**63),
    "digits": (st.from_regex(r"[1-9][0-9]{0,8}", fullmatch=True), TEXT, str.isdigit),
    "prefixed": (st.from_regex(r"n-[0-9]{1,5}", fullmatch=True), TEXT, is_like(r"n-\d+")),
    "hex": (
        st.from_regex(r"[0-9a-f]{12}[0-9][0-9a-f]{11}", fullmatch=True),
        TEXT,
        is_like("[0-9a-f]{24}"),
    ),
    "ulid": (st.from_regex(r"01[0-9A-HJKMNP-TV-Z]{24}", fullmatch=True), TEXT, is_like("[0-9A-Z]{26}")),
    "short": (st.from_regex(r"[a-zA-Z0-9]{1,4}", fullmatch=True), TEXT, bool),
    "any": (st.text(min_size=1, max_size=40), TEXT, bool),
}


@pytest.mark.parametrize("form", FORMS)
@given(data=st.data())
def test_what_is_made_up_is_none_of_what_was_seen_and_has_its_form(form: str, data: st.DataObject) -> None:
    strategy, schema, fits = FORMS[form]
    known = data.draw(st.lists(strategy, min_size=1, max_size=4, unique=True))
    argument = data.draw(st.sampled_from(["note_id", "id", "note"] if schema is TEXT else ["note_id", "id"]))
    made_up = only(schema, seen(*known), argument=argument)
    assert made_up is not ABSENT
    assert made_up not in known
    assert str(made_up) not in {str(value) for value in known}
    if argument != "note" or schema is not TEXT:
        assert fits(made_up)


@given(st.lists(st.from_regex(r"n-[0-9]{1,5}", fullmatch=True), min_size=1, max_size=4))
def test_the_same_replies_give_the_same_identifiers_and_two_ways_give_two(known: list[str]) -> None:
    ways = asked({"note_id": TEXT}, seen(*known))
    assert ways == asked({"note_id": TEXT}, seen(*known))
    assert ways[0]["note_id"] != ways[1]["note_id"]


@given(st.lists(st.integers(1, 2**40) | st.text(max_size=30), min_size=1, max_size=4))
def test_nothing_that_was_seen_is_sent_in_any_argument(known: list[Json]) -> None:
    properties: dict[str, Json] = {
        "id": TEXT,
        "number": {"type": "integer"},
        "ids": {"type": "array", "items": TEXT},
        "title": TEXT,
        "target": {"type": "object", "properties": {"name": TEXT}, "required": ["name"]},
    }
    for way in asked(properties, (*seen(*known), *seen(*known, key="name"), *seen(*known, key="title"))):
        leaves = [way["id"], way["number"], *way["ids"], way["title"], way["target"]["name"]]
        assert not {str(leaf) for leaf in leaves} & {str(value) for value in known}


@pytest.mark.parametrize("argument", ["name", "note_id"])
def test_what_an_earlier_audit_left_behind_is_not_asked_for_again(argument: str) -> None:
    left = only(TEXT, argument=argument)
    again = only(TEXT, seen(left, key="label"), argument=argument)
    assert again not in (ABSENT, left)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "format": "uuid"},
        {"type": "string", "pattern": "^n-[0-9]{1,12}$"},
        {"type": "string", "pattern": "^[0-9a-f]{40}$"},
        {"type": "string", "pattern": "^[A-Z0-9]{26}$"},
        {"type": "string", "pattern": "^item_[a-z0-9]+$"},
        {"type": "string", "minLength": 20, "maxLength": 24},
        {"type": "integer", "minimum": 1},
        {"type": "array", "items": {"type": "integer"}},
    ],
    ids=str,
)
def test_the_schema_is_kept_to_without_any_reply(schema: Json) -> None:
    made_up = only(schema)
    assert made_up is not ABSENT
    if "pattern" in schema:
        assert re.search(schema["pattern"], made_up)
    if schema.get("format") == "uuid":
        assert uuid.UUID(made_up).version == 4
    if "maxLength" in schema:
        assert 20 <= len(made_up) <= 24


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "pattern": "^boat-[0-9]{1,3}$"},
        {"type": "string", "maxLength": 4},
        {"type": "integer", "maximum": 100},
        {"type": "array", "items": {"type": "integer", "maximum": 100}, "minItems": 3},
        {"type": "string", "format": "email"},
    ],
    ids=str,
)
def test_where_everything_that_fits_may_exist_nothing_is_asked(schema: Json) -> None:
    assert only(schema) is ABSENT


def test_a_name_of_our_own_is_found_again_in_a_log() -> None:
    assert str(only(TEXT, seen("Kim 3", "Lee 4", key="name"), argument="name")).startswith("tool-audit-")


def test_a_path_lies_where_the_server_stands_and_is_no_file_of_it() -> None:
    path = str(only(TEXT, argument="path"))
    assert path.startswith("/data/notes/tool-audit-")
    assert path not in PLACE.files
    known = seen("diary/2026.md", key="path")
    assert re.fullmatch(
        r"diary/tool-audit-[0-9a-f]{12}\.md", str(only(TEXT, known, argument="path", name="delete_file"))
    )


def test_a_folder_only_says_where_what_another_argument_names_would_be() -> None:
    properties = {"repo_path": TEXT, "branch": TEXT}
    [way, _] = asked(properties, name="delete_branch", description="Delete a branch of a git repository.")
    assert way["repo_path"] == "/data/notes"
    assert way["branch"].startswith("tool-audit-")
    [alone, _] = asked({"directory": TEXT}, name="delete_directory")
    assert alone["directory"] != "/data/notes"


def test_other_arguments_get_ordinary_values() -> None:
    properties: dict[str, Json] = {
        "note_id": TEXT,
        "state": {"enum": ["delete", "open"]},
        "due": {"type": "string", "format": "date"},
        "force": {"type": "boolean"},
        "level": {"type": "integer", "minimum": 3},
    }
    [way, _] = asked(properties)
    assert (way["state"], way["force"], way["level"]) == ("open", False, 3)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", way["due"])


def test_what_the_user_gives_is_sent_unless_it_says_which_thing_is_meant() -> None:
    properties = {"note_id": TEXT, "reason": TEXT}
    spec = tool("delete_note", properties, required=list(properties))
    [way, _] = absent_fillings(Subject(tool=spec.name), spec, arguments_of(spec), Sources(), {"reason": "old"})
    assert (way.arguments["reason"], way.origins["reason"]) == ("old", GIVEN)
    assert absent_fillings(Subject(tool=spec.name), spec, arguments_of(spec), Sources(), {"note_id": "n-1"}) == ()


def test_an_identifier_to_fetch_has_the_form_of_those_that_are_there() -> None:
    spec: ToolSpec = tool("get_note", {"note_id": TEXT}, required=["note_id"])
    made_up = absent_identifier(arguments_of(spec)[0], spec, seen("n-1041", "n-1042"))
    assert re.fullmatch(r"n-\d{12}", str(made_up))
