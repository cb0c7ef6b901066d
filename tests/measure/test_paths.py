"""The paths that a reply's characters are spent on are named, and their sizes are exact."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tool_audit.measure.paths import heaviest_paths
from tool_audit.measure.payload import compact
from tool_audit.model import ABSENT, Json

_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=20,
)


def shares(document: Json) -> dict[str, float]:
    return {found.path: round(found.share, 3) for found in heaviest_paths(document)}


def test_a_field_of_the_items_is_found_under_its_wrapper() -> None:
    document = {"total": 2, "items": [{"id": 1, "raw": "x" * 500}, {"id": 2, "raw": "y" * 500}]}
    first = heaviest_paths(document)[0]
    assert first.path == "$.items[].raw"
    assert first.chars == 2 * len('"raw":"",' + "x" * 500)
    assert first.share == first.chars / len(compact(document))


def test_an_object_of_an_item_is_told_whole_where_no_member_holds_half_of_it() -> None:
    raw = {f"k{n}": "x" * 50 for n in range(8)}
    assert next(iter(shares({"items": [{"id": n, "raw": raw} for n in range(3)]}))) == "$.items[].raw"


def test_an_object_is_looked_into_where_one_member_holds_most_of_it() -> None:
    raw = {"text": "x" * 500, "lang": "ko", "n": 1}
    assert next(iter(shares([{"id": n, "raw": raw} for n in range(3)]))) == "$[].raw.text"


def test_an_object_keyed_by_ids_is_one_path() -> None:
    document = {"pages": {f"p{n}": {"title": "t", "body": "x" * 90} for n in range(300)}}
    assert next(iter(shares(document))) == "$.pages.*.body"


def test_five_paths_at_most_heaviest_first() -> None:
    found = heaviest_paths([{f"k{n}": "x" * (n + 1) * 10 for n in range(9)}])
    assert [path.path for path in found] == [f"$[].k{n}" for n in (8, 7, 6, 5, 4)]
    assert [path.chars for path in found] == sorted((path.chars for path in found), reverse=True)


def test_a_key_that_is_no_name_is_quoted() -> None:
    assert '$["a b"]' in shares({"a b": 1})


@pytest.mark.parametrize("document", [ABSENT, None, 5, "text", [], {}])
def test_what_has_no_members_has_no_paths(document: Json) -> None:
    assert heaviest_paths(document) == ()


@given(st.lists(_VALUES, min_size=1, max_size=1) | st.dictionaries(st.just("k"), _VALUES, min_size=1))
@settings(max_examples=60, deadline=None)
def test_no_character_is_lost_or_counted_twice(document: Json) -> None:
    (found, *_) = heaviest_paths({"whole": "x" * 1000, "rest": document})
    total = round(found.chars / found.share)
    assert total == len(compact({"whole": "x" * 1000, "rest": document}))


@given(_VALUES)
@settings(max_examples=60, deadline=None)
def test_the_paths_are_the_same_where_the_characters_of_the_whole_are_known(value: Json) -> None:
    document = [value, {"rest": value, "numbers": [1, 2.5, None]}]
    assert heaviest_paths(document, len(compact(document))) == heaviest_paths(document)


def test_objects_with_as_many_members_need_not_have_the_same() -> None:
    found = heaviest_paths([{"id": 1, "a": "x" * 50}, {"id": 2, "b": "y" * 30}])
    assert [(path.path, path.chars) for path in found] == [("$[].a", 57), ("$[].b", 37), ("$[].id", 14)]


def test_deep_nesting_is_survived() -> None:
    deep = json.loads('{"a":[' * 300 + '"x"' + "]}" * 300)
    (found, *_) = heaviest_paths(deep)
    assert found.chars > 0
