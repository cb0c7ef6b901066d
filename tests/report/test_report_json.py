import json
from dataclasses import replace
from importlib import resources

import jsonschema
import pytest
from report.sample import (
    CLIENT,
    HOSTILE,
    LINES,
    bank,
    call,
    clients_report,
    encodings,
    finding,
    full_report,
    report,
    server,
    several_report,
    strict_json,
    tool,
)

from tool_audit.model import ABSENT, ServerSpec, State, Subject, Sweep, SweepKind, TimedOut, TransportKind
from tool_audit.report.json import render_json


def rendered(*servers):
    return strict_json(render_json(report(servers)))


def published_schema():
    return json.loads(resources.files("tool_audit.report").joinpath("report.schema.json").read_text(encoding="utf-8"))


def closed(schema):
    """Return the schema with every object that lists its properties closed to others."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    shut = {"additionalProperties": False} if schema.get("type") == "object" and "properties" in schema else {}
    return {key: closed(part) for key, part in schema.items()} | shut


def test_the_published_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(published_schema())


@pytest.mark.parametrize("make", [full_report, several_report, clients_report, report])
def test_a_report_has_the_keys_of_the_published_schema_and_no_others(make):
    jsonschema.Draft202012Validator(closed(published_schema())).validate(strict_json(render_json(make())))


def test_every_finding_is_there_whatever_its_state():
    findings = rendered(bank())["servers"][0]["findings"]
    assert len(findings) == len(bank().findings)
    assert {one["state"] for one in findings} == {"shown", "hidden", "ignored"}


def test_findings_go_from_worst_to_least_then_by_rule_and_tool():
    keys = [(one["severity"], one["rule"], one["tools"]) for one in rendered(bank())["servers"][0]["findings"]]
    rank = ["error", "warning", "info"]
    assert keys == sorted(keys, key=lambda key: (rank.index(key[0]), *key[1:]))


def test_hostile_text_comes_back_as_it_was_and_encodes_to_utf8():
    text = render_json(report([bank()]))
    assert text.encode("utf-8")
    assert not any(ord(character) < 32 and character != "\n" for character in text)
    messages = [one["message"] for one in strict_json(text)["servers"][0]["findings"] if one["rule"] == "opaque-error"]
    assert messages == [HOSTILE]


def test_numbers_that_json_lacks_become_strings():
    odd = tool("odd", default=call("odd", {"x": float("nan"), "y": [float("-inf")]}, chars=3))
    assert rendered(server("s", [odd]))["servers"][0]["tools"][0]["default"]["arguments"] == {"x": "nan", "y": ["-inf"]}


def test_the_tools_are_ordered_by_default_size_then_name():
    tools = [tool(name, default=call(name, chars=chars)) for name, chars in (("b", 5), ("c", 9), ("a", 5))]
    assert [one["name"] for one in rendered(server("s", tools))["servers"][0]["tools"]] == ["c", "a", "b"]


def test_a_tool_that_was_not_measured_stands_in_the_coverage_only():
    judged = rendered(bank())["servers"][0]
    assert [one["name"] for one in judged["tools"]] == ["list_mental_models", "list_memories", "recall", "ping"]
    assert judged["coverage"] == {
        "listed": 6,
        "measured": 4,
        "refused": [{"tool": "delete_memory", "reason": "it writes"}],
        "unmeasured": [{"tool": "get_model", "reason": "disconnected: exit code 139 on the first call"}],
        "calls": 16,
        "varied": 0,
    }


def test_a_call_shared_by_experiments_counts_once():
    default = call("a", chars=10)
    assert rendered(server("s", [tool("a", default=default, calls=(default,))]))["servers"][0]["coverage"]["calls"] == 1


def test_an_argument_that_was_varied_is_counted_once_and_one_that_the_schema_lacks_is_not():
    schema = {"type": "object", "properties": {"limit": {}, "page": {}, "left_alone": {}}}
    sent = [("limit", 1), ("limit", 2), ("page", 2), ("made_up", "x")]
    calls = tuple(varied(call("a", {name: value}, chars=10), name) for name, value in sent)
    measured = tool("a", default=call("a", chars=10), calls=calls)
    measured = replace(measured, tool=replace(measured.tool, input_schema=schema))
    assert rendered(server("s", [measured]))["servers"][0]["coverage"]["varied"] == 2


def varied(made, name):
    seen = made.observation
    return replace(made, observation=replace(seen, probe=replace(seen.probe, argument=name)))


def test_every_outcome_has_its_word():
    words = {one["outcome"] for found in rendered(bank())["servers"][0]["findings"] for one in found["evidence"]}
    assert words == {"replied", "refused", "tool-error"}


def test_the_smallest_reply_is_one_worth_asking_for():
    default = call("a", chars=1_000, items=40)
    nothing = call("a", {"limit": 0}, chars=2, experiment="limit", value=0)
    empty = call("a", {"query": "zzz"}, chars=5, items=0, experiment="detail", value="zzz")
    last_page = call("a", {"cursor": "x"}, chars=20, items=1, experiment="paging", value="x")
    wrong = call("a", {"limit": "ten"}, chars=10, items=1, experiment="bad-input", value="ten")
    brief = call("a", {"detail": "brief"}, chars=400, items=40, experiment="detail", value="brief")
    measured = rendered(server("s", [tool("a", default=default, calls=(nothing, empty, last_page, wrong, brief))]))
    sizes = measured["servers"][0]["tools"][0]
    assert (sizes["smallest"]["arguments"], sizes["ratio"]) == ({"detail": "brief"}, 2.5)


def test_the_largest_reply_may_be_any_that_was_answered():
    default = call("a", chars=1_000, items=40)
    unbounded = call("a", {"limit": -1}, chars=9_000, items=400, experiment="limit", value=-1)
    sizes = rendered(server("s", [tool("a", default=default, calls=(unbounded,))]))["servers"][0]["tools"][0]
    assert sizes["largest"]["arguments"] == {"limit": -1}


def test_a_tool_without_a_default_reply_has_no_ratio():
    sizes = rendered(server("s", [tool("a", calls=(call("a", {"x": 1}, chars=9),))]))["servers"][0]["tools"][0]
    assert (sizes["default"], sizes["ratio"], sizes["serialization"], sizes["clients"]) == (None, None, None, {})


def test_an_encoding_that_was_not_measured_is_null():
    sizes = rendered(server("s", [tool("a", default=call("a", chars=90, encodings=encodings(60)))]))
    table = sizes["servers"][0]["tools"][0]["serialization"]
    assert (table["as_sent"]["chars"], table["compact"]["chars"], table["toon"], table["csv"]) == (90, 60, None, None)


@pytest.mark.parametrize(("chars", "action"), [(50_000, None), (50_001, CLIENT.would)])
def test_the_client_acts_over_its_cap_only(chars, action):
    sizes = rendered(server("s", [tool("a", default=call("a", chars=chars))]))["servers"][0]["tools"][0]
    assert sizes["clients"]["claude-code"]["action"] == action


def test_an_action_of_an_action_tool_goes_by_its_own_name():
    run = replace(tool("m", default=call("m", chars=9)), subject=Subject(tool="m", argument="action", member="list"))
    assert rendered(server("s", [run]))["servers"][0]["tools"][0]["name"] == "m[action=list]"


def test_a_url_is_named_by_its_host_so_that_no_key_in_it_is_told():
    judged = server("s", [])
    spec = ServerSpec(name="s", transport=TransportKind.HTTP, url="https://me:pw@host.test:8443/k/SECRET?key=SECRET")
    text = render_json(report([replace(judged, run=replace(judged.run, spec=spec))]))
    assert strict_json(text)["servers"][0]["target"] == "https://host.test:8443"
    assert "SECRET" not in text
    assert "pw" not in text


def swept_calls(*calls, lines=LINES):
    """Return the one sweep, of the argument `limit`, that a report says of these calls."""
    default = call("a", chars=1_000)
    values = (ABSENT, *(one.arguments["limit"] for one in calls))
    sweep = Sweep(argument="limit", kind=SweepKind.COUNT, values=values, calls=(default, *calls), members=(1, 5))
    measured = replace(tool("a", default=default, sweeps=(sweep,)), declared=("limit", "tag"), lines=lines)
    one = rendered(server("s", [measured]))["servers"][0]["tools"][0]
    assert one["declared"] == ["limit", "tag"]
    return one["sweeps"][0]


def test_a_sweep_holds_what_each_value_made_of_the_reply_the_default_first():
    assert swept_calls(call("a", {"limit": 1}, chars=40), call("a", {"limit": None}, outcome=TimedOut(limit=5))) == {
        "argument": "limit",
        "kind": "count",
        "members": [1, 5],
        "calls": [
            {"left_out": True, "chars": 1_000, "tokens": 400, "outcome": "replied"},
            {"sent": 1, "chars": 40, "tokens": 16, "outcome": "replied"},
            {"sent": None, "chars": None, "tokens": None, "outcome": "timed-out"},
        ],
    }


def test_what_only_some_caps_and_replies_are_held_against_stands_beside_it():
    made = call("a", {"limit": 1}, chars=2)
    facts = replace(made.measurement, text="é\n", structured_chars=9, reads_failed=True)
    lines = replace(LINES, cap_bytes=10_240, cap_lines=256)
    [_, one] = swept_calls(replace(made, measurement=facts), lines=lines)["calls"]
    told = {key: value for key, value in one.items() if key not in ("sent", "chars", "tokens", "outcome")}
    assert told == {"reads_failed": True, "structured_chars": 9, "text_bytes": 3, "lines": 1}


def test_a_tool_whose_arguments_are_not_known_declares_none():
    one = rendered(server("s", [tool("a", default=call("a", chars=9))]))["servers"][0]["tools"][0]
    assert (one["declared"], one["sweeps"]) == (None, [])


def test_the_verdict_counts_every_severity_even_when_the_report_counts_none():
    text = render_json(report(counts={}, exit_code=0))
    assert strict_json(text)["verdict"]["counts"] == {"error": 0, "warning": 0, "info": 0}


def test_a_known_finding_says_so():
    known = finding("oversized-default", ("a",), "large", state=State.KNOWN)
    assert rendered(server("s", [], findings=[known]))["servers"][0]["findings"][0]["state"] == "known"
