"""Two replies of one tool are held against each other by one key, and doubt stays doubt."""

import json

from builders import call

from tool_audit.measure.compare import missing_from, same_reply, shared_identities
from tool_audit.measure.volatile import differences
from tool_audit.model import Json


def rows(*numbers: int) -> list[dict[str, Json]]:
    return [{"id": f"m{n}", "title": f"thing {n}"} for n in numbers]


def test_what_the_shorter_reply_lacks_is_counted_and_named() -> None:
    found = missing_from(call(json.dumps(rows(*range(9)))), call(json.dumps({"items": rows(0, 1, 2, 3)})))
    assert found is not None
    assert (found.count, found.examples, found.strictly) == (5, ("m4", "m5", "m6"), True)


def test_other_items_are_not_fewer_items() -> None:
    found = missing_from(call(json.dumps(rows(1, 2, 3))), call(json.dumps(rows(3, 4))))
    assert found is not None
    assert (found.count, found.strictly) == (2, False)
    same = missing_from(call(json.dumps(rows(1, 2))), call(json.dumps(rows(2, 1))))
    assert same is not None
    assert (same.count, same.strictly) == (0, False)


def test_replies_in_two_forms_are_compared_by_the_id_they_share() -> None:
    text = "\n\n".join(f"Title: thing {n}\nId: m{n}" for n in (1, 2))
    assert missing_from(call(json.dumps(rows(1, 2, 3))), call(text)) is not None
    lists = shared_identities([call("id,title\nm1,a\nm2,b"), call("id,title\nm2,b\nm3,c\nm4,d")])
    assert lists == [("m1", "m2"), ("m2", "m3", "m4")]


def test_a_name_serves_as_an_id_only_if_it_does_in_both() -> None:
    short = [{"name": "a", "n": 1}, {"name": "b", "n": 2}]
    full = [*short, {"name": "a", "n": 3}]
    found = missing_from(call(json.dumps(full)), call(json.dumps(short)))
    assert found is not None
    assert (found.count, found.examples, found.strictly) == (1, ('{"n":3,"name":"a"}',), True)


def test_no_list_cannot_be_compared_as_one() -> None:
    assert missing_from(call(json.dumps(rows(1, 2))), call("Done.")) is None
    assert shared_identities([call("Done."), call("Done.")]) is None


def clock(second: int, *numbers: int) -> str:
    return json.dumps({"generated_at": f"2026-01-01T00:00:{second:02}Z", "items": rows(*numbers)})


def test_noise_that_was_not_learned_leaves_it_open() -> None:
    one, two = call(clock(1, 1, 2)), call(clock(2, 1, 2))
    assert same_reply(one, two, None) is None
    assert same_reply(one, two, differences(one, one)) is None
    assert same_reply(one, call(clock(3, 1, 2)), differences(one, two)) is True


def test_a_difference_in_the_data_is_one_whatever_else_changes() -> None:
    one, two = call(clock(1, 1, 2)), call(clock(2, 1, 2))
    assert same_reply(one, call(clock(1, 1, 3)), differences(one, two)) is False
    assert same_reply(one, call(clock(1, 1)), None) is False
    assert same_reply(one, one, None) is True


def test_a_place_that_changed_by_itself_proves_nothing() -> None:
    one, two = call(json.dumps({"items": rows(1, 2), "x": "a"})), call(json.dumps({"items": rows(1, 2), "x": "b"}))
    assert same_reply(one, call(json.dumps({"items": rows(1, 2), "x": "c"})), differences(one, two)) is None
