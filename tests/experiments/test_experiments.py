from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from builders import LINES, call, tool

from tool_audit.experiments import EXPERIMENTS
from tool_audit.experiments.situation import GIVEN, Filling, Situation, find_call
from tool_audit.model import Call, Json, Probe, Subject
from tool_audit.schema import arguments_of

ROWS = '[{"id": 1}, {"id": 2}]'


def situation(
    properties: Mapping[str, Json],
    calls: Sequence[Call] = (),
    fillings: Sequence[Filling] = (),
    *,
    required: Sequence[str] = (),
    pinned: bool = False,
    subject: Subject | None = None,
) -> Situation:
    spec = tool(properties=properties, required=list(required))
    return Situation(
        subject=subject or Subject(tool=spec.name),
        tool=spec,
        arguments=arguments_of(spec),
        lines=LINES,
        calls=tuple(calls),
        fillings=tuple(fillings),
        pinned=pinned,
    )


def wanted(name: str, at: Situation) -> list[Probe]:
    return list(EXPERIMENTS[name](at))


def varied(name: str, properties: Mapping[str, Json], base: Call | None = None) -> list[tuple[str | None, Json]]:
    probes = wanted(name, situation(properties, [base or call(ROWS)]))
    return [(probe.argument, probe.value) for probe in probes]


@pytest.mark.parametrize("name", [name for name in EXPERIMENTS if name != "default"])
def test_nothing_is_varied_before_there_is_a_call_to_vary(name: str) -> None:
    properties: Json = {
        "limit": {"type": "integer"},
        "verbose": {"type": "boolean"},
        "format": {"enum": ["json", "csv"]},
    }
    assert wanted(name, situation(properties)) == []
    assert wanted(name, situation(properties, [call("Error: no", error=True)])) == []
    assert wanted(name, situation(properties, [call("Error: nothing there")])) == []


def test_what_tells_most_comes_first() -> None:
    assert list(EXPERIMENTS)[:3] == ["default", "repeat", "detail"]


def test_the_repeat_is_the_base_again() -> None:
    base = call(ROWS, arguments={"id": 4})
    (probe,) = wanted("repeat", situation({"id": {"type": "integer"}}, [base]))
    assert (probe.arguments, probe.attempt, probe.experiment) == ({"id": 4}, 1, "repeat")
    assert probe.key != base.observation.probe.key


def test_every_member_of_a_detail_argument_is_tried_one_argument_at_a_time() -> None:
    properties = {"detail": {"enum": ["full", "brief"]}, "verbose": {"type": "boolean"}, "name": {"type": "string"}}
    assert varied("detail", properties) == [
        ("detail", "full"),
        ("detail", "brief"),
        ("verbose", False),
        ("verbose", True),
    ]


def test_a_depth_is_tried_shallow_and_deep_but_not_bottomless() -> None:
    assert varied("detail", {"depth": {"type": "integer"}}) == [("depth", 1), ("depth", 5)]
    assert varied("detail", {"depth": {"type": "integer", "minimum": 0, "maximum": 3}}) == [("depth", 0), ("depth", 3)]
    assert varied("detail", {"depth": {"type": "integer", "maximum": 900}}) == [("depth", 1), ("depth", 10)]


def test_long_sets_are_cut() -> None:
    members = ["full", "brief", *(f"level{n}" for n in range(30))]
    assert len(varied("detail", {"detail": {"enum": members}})) == 8
    formats = ["json", "csv", *(f"kind{n}" for n in range(30))]
    assert len(varied("serialization", {"format": {"enum": formats}})) == 8


def test_every_format_is_tried() -> None:
    assert varied(
        "serialization", {"format": {"enum": ["json", "markdown"]}, "detail": {"enum": ["full", "brief"]}}
    ) == [
        ("format", "json"),
        ("format", "markdown"),
    ]


def test_a_ladder_wants_one_rung_at_a_time_for_each_argument() -> None:
    assert varied("limit", {"limit": {"type": "integer"}, "max_tokens": {"type": "integer"}}) == [
        ("limit", 1),
        ("max_tokens", 256),
    ]


def test_a_budget_climbs_by_fours_and_is_not_sent_nonsense() -> None:
    calls = [call(ROWS)]
    climbed: list[Json] = []
    properties = {"max_tokens": {"type": "integer", "default": 4096}}
    while probes := wanted("limit", situation(properties, calls)):
        climbed.append(probes[0].value)
        growing = "x" * (10 * len(climbed))
        calls.append(call(growing, arguments=probes[0].arguments, experiment="limit"))
        if len(climbed) > 20:
            break
    assert climbed == [256, 4096, 16384, 65536, 262144, 1048576]


def test_a_varied_call_keeps_the_base_and_the_origins_of_the_rest() -> None:
    base = call(ROWS, arguments={"id": 4, "limit": 5})
    probe = replace(base.observation.probe, origins={"id": "seen", "limit": "default of the schema"})
    base = replace(base, observation=replace(base.observation, probe=probe))
    at = situation({"id": {"type": "integer"}, "limit": {"type": "integer"}}, [base], required=["id", "limit"])
    (rung,) = wanted("limit", at)
    assert (rung.arguments, rung.origins) == ({"id": 4, "limit": 1}, {"id": "seen"})


def test_what_the_user_gave_is_not_varied() -> None:
    base = call(ROWS, arguments={"limit": 5})
    probe = replace(base.observation.probe, origins={"limit": GIVEN})
    base = replace(base, observation=replace(base.observation, probe=probe))
    assert wanted("limit", situation({"limit": {"type": "integer"}}, [base], pinned=True)) == []


def test_the_default_is_the_empty_call_or_where_it_lacks_something_the_smallest_valid_one() -> None:
    (plain,) = wanted("default", situation({"limit": {"type": "integer"}}))
    assert (plain.arguments, plain.experiment) == ({}, "default")
    (bare,) = wanted("default", situation({"id": {"type": "integer"}}, required=["id"]))
    assert (bare.arguments, bare.experiment) == ({}, "bare")


def test_ways_to_fill_in_are_tried_in_turn_and_not_without_end() -> None:
    ways = [Filling(arguments={"id": n}, origins={"id": "seen"}) for n in range(9)]
    calls = [call("no", error=True, experiment="bare")]
    for _ in range(20):
        probes = wanted("default", situation({"id": {"type": "integer"}}, calls, ways, required=["id"]))
        new = [probe for probe in probes if find_call(calls, probe.arguments) is None]
        if not new:
            break
        calls.append(call("no", error=True, arguments=new[0].arguments))
    assert [made.arguments for made in calls[1:]] == [{"id": n} for n in range(7)]


def test_with_arguments_of_the_user_no_call_is_made_without_them() -> None:
    ways = [Filling(arguments={"id": 3}, origins={"id": GIVEN})]
    (probe,) = wanted("default", situation({"id": {"type": "integer"}}, (), ways, pinned=True))
    assert (probe.arguments, probe.experiment) == ({"id": 3}, "default")


def test_the_action_is_in_every_call_and_is_never_varied() -> None:
    subject = Subject(tool="list_items", argument="mode", member="summary")
    properties = {"mode": {"type": "string", "enum": ["summary", "full"]}, "verbose": {"type": "boolean"}}
    (probe,) = wanted("default", situation(properties, subject=subject))
    assert probe.arguments == {"mode": "summary"}
    details = wanted("detail", situation(properties, [call(ROWS, arguments={"mode": "summary"})], subject=subject))
    assert [probe.arguments for probe in details] == [
        {"mode": "summary", "verbose": False},
        {"mode": "summary", "verbose": True},
    ]


def test_true_and_one_are_kept_apart_when_a_call_is_looked_for() -> None:
    calls = [call("a", arguments={"x": 1}), call("b", arguments={"x": [True]})]
    assert find_call(calls, {"x": True}) is None
    assert find_call(calls, {"x": [1]}) is None
    assert find_call(calls, {"x": 1}) is calls[0]


def test_an_empty_answer_to_what_was_filled_in_is_taken_only_where_nothing_else_answers() -> None:
    ways = [Filling(arguments={"q": word}, origins={"q": "made up"}) for word in ("a", "b")]
    empty = [filled('{"results": []}', ways[0])]
    at = situation({"q": {"type": "string"}}, [call("no", error=True, experiment="bare"), *empty], ways, required=["q"])
    assert new_defaults(at) == [{"q": "b"}]
    assert at.base is empty[0]
    full = filled(ROWS, ways[1])
    at = situation({"q": {"type": "string"}}, [*at.calls, full], ways, required=["q"])
    assert at.base is full
    assert new_defaults(at) == []


def test_an_empty_answer_to_the_empty_call_is_the_default() -> None:
    at = situation({"q": {"type": "string"}}, [call('{"results": []}')], [Filling(arguments={"q": "a"})])
    assert new_defaults(at) == []


def new_defaults(at: Situation) -> list[Mapping[str, Json]]:
    probes = wanted("default", at)
    return [probe.arguments for probe in probes if find_call(at.calls, probe.arguments) is None]


def filled(text: str, way: Filling) -> Call:
    made = call(text, arguments=way.arguments)
    probe = replace(made.observation.probe, origins=way.origins)
    return replace(made, observation=replace(made.observation, probe=probe))


def test_a_budget_climbs_one_rung_further_than_the_cap_to_show_what_was_left_out() -> None:
    properties: Json = {"max_tokens": {"type": "integer", "default": 4_096}}
    made = [call(ROWS)]
    for value in (256, 4_096, 16_384, 65_536, 262_144):
        assert varied_next(properties, made) == value
        made.append(call("x" * value * 4, arguments={"max_tokens": value}))
        if value == 65_536:
            break
    assert varied_next(properties, made) is None


def varied_next(properties: Json, made: Sequence[Call]) -> Json:
    known = {one.observation.probe.key for one in made}
    at = situation(properties, made)
    return next((probe.value for probe in wanted("limit", at) if probe.key not in known), None)


def test_a_search_that_found_nothing_by_a_made_up_word_is_asked_for_another() -> None:
    ways = [Filling(arguments={"query": text}, origins={"query": "made up"}) for text in ("test", "a")]
    needed = {"properties": {"query": {"type": "string"}}, "fillings": ways, "required": ["query"]}
    bare = call("query is missing", error=True, experiment="bare")
    nobody = call("Nobody found.", arguments={"query": "test"}, origins={"query": "made up"})
    (_, probe) = wanted("default", situation(calls=[bare, nobody], **needed))
    assert probe.arguments == {"query": "a"}
    some = call("1. Ada\n2. Max", arguments={"query": "a"}, origins={"query": "made up"})
    at = situation(calls=[bare, nobody, some], **needed)
    assert at.base is some
    assert len(wanted("default", at)) == 1
    given = replace(nobody.observation.probe, origins={"query": "a word of list_people"})
    answered = replace(nobody, observation=replace(nobody.observation, probe=given))
    assert len(wanted("default", situation(calls=[bare, answered], **needed))) == 1
