from collections.abc import Callable, Iterator, Mapping

import pytest
from builders import LINES, call, refused, tool

from tool_audit.experiments import bad_input, described, filters, limit, unknown_argument
from tool_audit.experiments.dates import EARLY, LATE
from tool_audit.experiments.situation import Situation
from tool_audit.model import Call, Json, Probe, Subject
from tool_audit.refusals.mistakes import BEYOND
from tool_audit.schema import arguments_of

ROWS = '[{"id": 1, "kind": "a"}, {"id": 2, "kind": "b"}, {"id": 3, "kind": "c"}]'
Experiment = Callable[[Situation], Iterator[Probe]]


def at(properties: Mapping[str, Json], base: Call, *calls: Call, **schema: Json) -> Situation:
    spec = tool(properties=properties, **schema)
    return Situation(
        subject=Subject(tool=spec.name),
        tool=spec,
        arguments=arguments_of(spec),
        lines=LINES,
        calls=(base, *calls),
        fillings=(),
    )


def sent(experiment: Experiment, situation: Situation) -> list[tuple[str | None, Json]]:
    return [(probe.argument, probe.value) for probe in experiment(situation)]


def test_the_number_of_items_that_came_is_sent_as_the_limit() -> None:
    number: Json = {"limit": {"type": "integer"}}
    climbed = [call("[1]", arguments={"limit": 1}), call("[1, 2]", arguments={"limit": 2})]
    climbed += [call(ROWS, arguments={"limit": 10}), call(ROWS, arguments={"limit": 100})]
    assert ("limit", 3) in sent(limit.probes, at(number, call(ROWS), *climbed))
    bounded: Json = {"limit": {"type": "integer", "maximum": 2}}
    climbed = [call("[1]", arguments={"limit": 1}), call("[1, 2]", arguments={"limit": 2})]
    assert ("limit", 3) in sent(limit.probes, at(bounded, call(ROWS), *climbed))  # as the maximum and one more
    assert sent(limit.probes, at(bounded, call(ROWS), *climbed)).count(("limit", 3)) == 1


def test_a_number_that_is_no_limit_is_tried_at_its_bound_and_beyond() -> None:
    days: Json = {"days": {"type": "integer", "maximum": 30}}
    assert sent(bad_input.probes, at(days, call(ROWS))) == [("days", "many"), ("days", 30), ("days", 31)]


def test_a_number_is_tried_at_and_beyond_both_of_its_ends_wherever_they_are_named() -> None:
    level: Json = {"level": {"type": "integer", "minimum": 2, "maximum": 5}}
    assert [value for _, value in sent(bad_input.probes, at(level, call(ROWS)))] == ["many", 2, 5, 1, 6]
    told: Json = {"days": {"type": "integer", "description": "Days ahead, 1 to 7."}}
    assert [value for _, value in sent(bad_input.probes, at(told, call(ROWS)))] == ["many", 0, 8]
    open_: Json = {"radius": {"type": "number", "exclusiveMinimum": 0}}
    assert [value for _, value in sent(bad_input.probes, at(open_, call(ROWS)))] == ["many", 0]


@pytest.mark.parametrize("name", ["ticket_id", "ticketNumber", "id", "page", "cell_index"])
def test_a_number_that_says_which_one_is_meant_is_sent_where_none_can_be(name: str) -> None:
    base = call("the first page", arguments={name: 1})
    entry: Json = {name: {"type": "integer"}}
    assert (name, BEYOND) in sent(bad_input.probes, at(entry, base, required=[name]))
    assert (name, BEYOND) not in sent(bad_input.probes, at(entry, base))
    bounded: Json = {name: {"type": "integer", "maximum": 9}}
    assert (name, BEYOND) not in sent(bad_input.probes, at(bounded, base, required=[name]))


@pytest.mark.parametrize("name", ["seconds", "number", "limit", "width", "n", "amount"])
def test_a_number_that_says_how_much_is_not_sent_that_large(name: str) -> None:
    base = call("done", arguments={name: 1})
    assert (name, BEYOND) not in sent(bad_input.probes, at({name: {"type": "integer"}}, base, required=[name]))


def test_a_page_of_a_list_is_left_to_paging() -> None:
    pages: Json = {"page": {"type": "integer"}}
    base = call(ROWS, arguments={"page": 1})
    assert ("page", BEYOND) not in sent(bad_input.probes, at(pages, base, required=["page"]))


def test_every_member_of_a_set_is_sent_but_those_that_do_something() -> None:
    shelf: Json = {"shelf": {"type": "string", "enum": ["top", "middle", "bottom", "delete"]}}
    values = [value for _, value in sent(bad_input.probes, at(shelf, call(ROWS)))]
    assert values == [bad_input.NO_MEMBER, "top", "top", "middle", "bottom"]


def test_a_free_text_that_may_be_left_out_is_sent_a_word_that_is_none() -> None:
    assert sent(bad_input.probes, at({"layout": {"type": "string"}}, call(ROWS))) == [("layout", bad_input.NO_MEMBER)]
    for name, more in (("query", {}), ("cursor", {}), ("layout", {"format": "uuid"}), ("link", {})):
        assert sent(bad_input.probes, at({name: {"type": "string", **more}}, call(ROWS))) == []


def test_the_examples_of_the_schema_are_sent_and_digits_where_both_are_taken() -> None:
    both: Json = {"type": ["integer", "string"]}
    assert ("id", bad_input.DIGITS) in sent(bad_input.probes, at({"id": both}, call(ROWS)))
    probes = sent(bad_input.probes, at({"id": {**both, "examples": [3, "Oslo"]}}, call(ROWS)))
    assert [value for _, value in probes][-2:] == [3, "Oslo"]


def test_a_text_is_sent_as_long_as_allowed_and_longer() -> None:
    def lengths(name: str, **schema: Json) -> list[int]:
        probes = sent(bad_input.probes, at({name: {"type": "string", **schema}}, call(ROWS), required=[name]))
        return [len(value) for _, value in probes if isinstance(value, str) and set(value) == {"a"}]

    assert lengths("title", maxLength=40) == [40, 90]
    assert lengths("title", description="At most 40 characters") == [40, 90]
    assert lengths("title", description="At most 40 titles") == []
    assert lengths("text") == [2_000, 2_050]
    assert lengths("title") == []


def test_what_an_object_holds_is_asked_for_as_well() -> None:
    inner: Json = {"days": {"type": "integer", "minimum": 1, "maximum": 9}}
    near: Json = {"near": {"type": "object", "properties": inner}}
    probes = [probe.arguments for probe in bad_input.probes(at(near, call(ROWS)))]
    assert {"near": {"days": 10}} in probes
    needy: Json = {"near": {"type": "object", "properties": inner, "required": ["days"]}}
    assert all(probe.argument == "near" for probe in bad_input.probes(at(needy, call(ROWS))))
    base = call(ROWS, arguments={"near": {"days": 3, "town": "Oslo"}})
    probes = [probe.arguments for probe in bad_input.probes(at(needy, base, required=["near"]))]
    assert {"near": {"days": 10, "town": "Oslo"}} in probes


def test_a_list_of_members_is_sent_one_that_is_none() -> None:
    fields: Json = {"fields": {"type": "array", "items": {"type": "string", "enum": ["id", "kind"]}}}
    assert sent(bad_input.probes, at(fields, call(ROWS))) == [("fields", [bad_input.NO_MEMBER])]


def test_another_member_shows_whether_a_set_has_an_effect() -> None:
    wing: Json = {"wing": {"type": "string", "enum": ["north", "south", "east"]}}
    base = call(ROWS, arguments={"wing": "north"})
    assert ("wing", "south") in sent(bad_input.probes, at(wing, base, required=["wing"]))


def test_digits_are_sent_for_a_text_that_every_call_needs() -> None:
    base = call(ROWS, arguments={"name": "Ito"})
    plain: Json = {"name": {"type": "string", "maxLength": 8}}
    assert ("name", bad_input.DIGITS) in sent(bad_input.probes, at(plain, base, required=["name"]))
    for other in ({"format": "uuid"}, {"pattern": "^[A-Z]"}, {"enum": ["Ito"]}, {"maxLength": 3}):
        probes = sent(bad_input.probes, at({"name": {"type": "string", **other}}, base, required=["name"]))
        assert ("name", bad_input.DIGITS) not in probes
    assert ("name", bad_input.DIGITS) not in sent(bad_input.probes, at(plain, base))


def test_a_number_is_sent_for_a_text_that_every_call_needs() -> None:
    base = call(ROWS, arguments={"name": "Ito"})
    plain: Json = {"name": {"type": "string"}}
    assert ("name", bad_input.NO_TEXT) in sent(bad_input.probes, at(plain, base, required=["name"]))
    assert ("name", bad_input.NO_TEXT) not in sent(bad_input.probes, at(plain, call(ROWS)))


def test_a_made_up_key_is_sent_for_an_optional_token_and_never_a_password() -> None:
    for name in ("token", "apiKey", "access_token"):
        values = sent(bad_input.probes, at({name: {"type": "string"}}, call(ROWS)))
        assert values == [(name, bad_input.NO_KEY)]
    for name in ("password", "secret", "page_token"):
        assert sent(bad_input.probes, at({name: {"type": "string"}}, call(ROWS))) == []
    given: Json = {"token": {"type": "string"}}
    base = call(ROWS, arguments={"token": "mine"})
    assert ("token", bad_input.NO_KEY) not in sent(bad_input.probes, at(given, base, required=["token"]))


def test_a_text_outside_the_pattern_is_sent() -> None:
    code: Json = {"code": {"type": "string", "pattern": "^[A-Z]{3}$"}}
    assert sent(bad_input.probes, at(code, call(ROWS))) == [("code", bad_input.NO_MEMBER)]
    for pattern in (".*", "(", "x" * 300):
        assert sent(bad_input.probes, at({"code": {"type": "string", "pattern": pattern}}, call(ROWS))) == []


def test_more_entries_than_allowed_are_made_of_known_ones() -> None:
    ids: Json = {"ids": {"type": "array", "maxItems": 2}}
    base = call(ROWS, arguments={"ids": [7]})
    assert sent(bad_input.probes, at(ids, base, required=["ids"])) == [("ids", [7, 7, 7])]
    assert sent(bad_input.probes, at(ids, call(ROWS))) == []


@pytest.mark.parametrize(("name", "date"), [("since", LATE), ("until", EARLY)])
def test_a_date_is_sent_that_leaves_nothing(name: str, date: str) -> None:
    dated: Json = {name: {"type": "string", "format": "date", "description": "A date."}}
    assert sent(filters.probes, at(dated, call(ROWS))) == [(name, date)]
    timed: Json = {name: {"type": "string", "format": "date-time", "description": "A date."}}
    assert sent(filters.probes, at(timed, call(ROWS))) == [(name, f"{date}T00:00:00Z")]


def test_a_right_date_stands_beside_an_impossible_one_that_was_taken() -> None:
    day: Json = {"day": {"type": "string", "description": "A date, YYYY-MM-DD."}}
    impossible = {"day": bad_input.NO_DATE}
    assert sent(bad_input.probes, at(day, call(ROWS))) == [("day", bad_input.NO_DATE)]
    taken = at(day, call(ROWS), call("[]", arguments=impossible))
    assert sent(bad_input.probes, taken) == [("day", bad_input.NO_DATE), ("day", LATE)]
    turned_down = at(day, call(ROWS), refused("no date", arguments=impossible))
    assert ("day", LATE) not in sent(bad_input.probes, turned_down)


def test_both_directions_of_an_order_are_sent() -> None:
    order: Json = {"order": {"type": "string", "enum": ["asc", "desc"]}}
    assert sent(filters.probes, at(order, call(ROWS))) == [("order", "asc"), ("order", "desc")]


def test_a_number_that_leaves_items_out_is_taken_from_the_items() -> None:
    rows = '[{"id": 1, "price": 4}, {"id": 2, "price": 9}, {"id": 3, "price": 7.5}]'
    price: Json = {"min_price": {"type": "number"}, "price_to": {"type": "integer", "maximum": 8}}
    assert sent(filters.probes, at(price, call(rows))) == [("min_price", 9), ("price_to", 4)]
    assert sent(filters.probes, at({"min_weight": {"type": "number"}}, call(rows))) == []


def test_lists_of_what_occurs_are_sent() -> None:
    rows = '[{"id": 1, "tags": ["old", "red"]}, {"id": 2, "tags": ["new"]}]'
    tags: Json = {"tags": {"type": "array", "items": {"type": "string"}}}
    assert sent(filters.probes, at(tags, call(rows))) == [("tags", ["old"]), ("tags", ["red"])]


def test_a_search_is_asked_for_a_word_of_one_item_and_for_none() -> None:
    rows = '[{"id": 1, "title": "red house"}, {"id": 2, "title": "red boat"}]'
    query: Json = {"query": {"type": "string"}}
    assert sent(filters.probes, at(query, call(rows))) == [("query", "boat"), ("query", filters.IMPOSSIBLE)]
    assert sent(filters.probes, at({"webhook_query": {"type": "string"}}, call(rows))) == []


def test_a_made_up_key_goes_inside_an_object_too() -> None:
    request: Json = {"request": {"type": "object", "properties": {"town": {"type": "string"}}}}
    base = call(ROWS, arguments={"request": {"town": "Oslo"}})
    probes = list(unknown_argument.probes(at(request, base, required=["request"])))
    assert {"request": {"town": "Oslo", unknown_argument.UNKNOWN: "x"}} in [probe.arguments for probe in probes]
    loose: Json = {"request": {"type": "object"}}
    assert all(probe.argument != "request" for probe in unknown_argument.probes(at(loose, base, required=["request"])))


def test_a_made_up_key_goes_inside_an_object_that_may_be_left_out() -> None:
    member: Json = {"type": "object", "properties": {"kind": {"type": "string", "enum": ["a", "b"]}}}
    asked = [p.arguments for p in unknown_argument.probes(at({"filter": member}, call(ROWS)))]
    assert {"filter": {unknown_argument.UNKNOWN: "x"}} in asked
    needy: Json = {**member, "required": ["kind"]}
    asked = [p.arguments for p in unknown_argument.probes(at({"filter": needy}, call(ROWS)))]
    assert asked[1:] == [{"filter": {"kind": "a"}}, {"filter": {"kind": "a", unknown_argument.UNKNOWN: "x"}}]
    asked = [
        p.arguments for p in unknown_argument.probes(at({"filters": {"type": "array", "items": needy}}, call(ROWS)))
    ]
    assert asked[1:] == [{"filters": [{"kind": "a"}]}, {"filters": [{"kind": "a", unknown_argument.UNKNOWN: "x"}]}]
    untold: Json = {**member, "required": ["kind"], "properties": {"kind": {"type": "string"}}}
    assert len(list(unknown_argument.probes(at({"filter": untold}, call(ROWS))))) == 1


def test_an_argument_that_only_the_description_has_is_sent() -> None:
    text = "Finds notes. Parameters: query (the words), limit (how many)."
    query: Json = {"query": {"type": "string"}}
    situation = at(query, call(ROWS, arguments={"query": "a"}), description=text, required=["query"])
    assert sent(described.probes, situation) == [("limit", 1)]


def test_null_is_sent_for_the_first_arguments_whose_schema_lets_it_in() -> None:
    many: Json = {name: {"anyOf": [{"type": "object"}, {"type": "null"}]} for name in "abcd"}
    assert sent(bad_input.probes, at(many, call(ROWS))) == [("a", None), ("b", None), ("c", None)]
    assert sent(bad_input.probes, at({"a": {"type": ["object", "null"]}}, call(ROWS))) == [("a", None)]
    assert sent(bad_input.probes, at({"a": {"type": "object"}}, call(ROWS))) == []


@pytest.mark.parametrize("name", ["host", "email", "phone_number", "url", "webhook_url"])
def test_nothing_is_made_up_for_what_goes_somewhere(name: str) -> None:
    base = call(ROWS, arguments={name: "given"})
    for more in ({}, {"maxLength": 40}, {"pattern": "^x"}, {"description": "Where to send it."}):
        properties: Json = {name: {"type": "string", **more}}
        assert not sent(bad_input.probes, at(properties, base, required=[name]))
    field: Json = {name: {"type": "string"}}
    rows = f'[{{"id": 1, "{name}": "a"}}, {{"id": 2, "{name}": "b"}}, {{"id": 3, "{name}": "c"}}]'
    assert filters.IMPOSSIBLE not in {value for _, value in sent(filters.probes, at(field, call(rows)))}
