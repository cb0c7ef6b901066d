import json
from dataclasses import fields
from importlib import resources

import jsonschema
import pytest
from report.sample import HOSTILE, call, finding, strict_json
from report.test_report_json import closed
from report.traffic_builders import full_traffic, server, spread, traffic, used

from tool_audit.errors import UsageError
from tool_audit.model.indicators import Choice, Ending, ToolTraffic
from tool_audit.model.spread import Rate, Spread
from tool_audit.report.sli_json import render_sli_json, sli_document
from tool_audit.saved_sli import read_sli


def published_schema():
    return json.loads(resources.files("tool_audit.report").joinpath("sli.schema.json").read_text(encoding="utf-8"))


def only_tool(**facts):
    return strict_json(render_sli_json(traffic(server("files", [used("read", **facts)]))))["servers"][0]["tools"][0]


def test_the_published_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(published_schema())


@pytest.mark.parametrize("make", [full_traffic, traffic, lambda: traffic(server("", [used("a")]), tokenizer="")])
def test_a_report_has_the_keys_of_the_published_schema_and_no_others(make):
    jsonschema.Draft202012Validator(closed(published_schema())).validate(strict_json(render_sli_json(make())))


def test_every_ending_is_in_the_schema():
    found = only_tool(endings=dict.fromkeys(Ending, 1))
    document = sli_document(traffic(server("files", [used("read", endings=dict.fromkeys(Ending, 1))])))
    jsonschema.Draft202012Validator(published_schema()).validate(json.loads(json.dumps(document)))
    assert list(found["endings"]) == [ending.value for ending in Ending]


def test_every_fact_of_a_tool_is_told():
    assert {field.name for field in fields(ToolTraffic)} - {"server"} == set(only_tool())


def test_a_spread_comes_back_as_it_was():
    told = only_tool(tokens=[5, 5, 7, 1_234, 98_765])["tokens"]
    assert told["counts"] == [[5, 2], [7, 1], [1_230, 1], [98_800, 1]]
    assert (told["n"], told["total"], told["largest"], told["p50"]) == (5, 100_016, 98_765, 7)
    assert Spread.of(dict(told["counts"]), told["total"], told["largest"]) == spread([5, 5, 7, 1_234, 98_765])


def test_a_rate_has_its_count_its_n_and_its_interval():
    told = only_tool(errors=Rate(51, 1_201))["errors"]
    assert (told["count"], told["n"], round(told["share"], 4)) == (51, 1_201, 0.0425)
    assert (round(told["low"], 4), round(told["high"], 4)) == (0.0324, 0.0554)


def test_a_rate_of_nothing_is_null():
    assert only_tool(errors=Rate(0, 0))["errors"] == {"count": 0, "n": 0, "share": None, "low": None, "high": None}


def test_findings_hold_no_arguments_unless_they_may_be_shown():
    made = finding("x", ("a",), "m", calls=(call("a", {"token": "hush"}, chars=5),))
    servers = server("s", [used("a")], findings=[made])
    assert "hush" not in render_sli_json(traffic(servers))
    assert "hush" in render_sli_json(traffic(servers, shows_arguments=True))
    assert strict_json(render_sli_json(traffic(servers)))["findings"][0]["tools"] == ["s/a"]


def test_the_confusion_is_a_list_for_a_pair_is_no_key():
    choice = Choice(first=Rate(1, 2), ever=Rate(1, 2), confusion={("a", "b"): 1, ("a", ""): 1}, unmatched=0)
    assert sli_document(traffic(choice=choice))["choice"]["confusion"] == [
        {"expected": "a", "called": "", "tasks": 1},
        {"expected": "a", "called": "b", "tasks": 1},
    ]


def test_hostile_text_comes_back_as_it_was_and_encodes_to_utf8():
    text = render_sli_json(traffic(server("s", [used(HOSTILE)])))
    assert text.encode("utf-8")
    assert strict_json(text)["servers"][0]["tools"][0]["name"] == HOSTILE


def test_what_was_written_is_read_back(tmp_path):
    file = tmp_path / "sli.json"
    file.write_text(render_sli_json(full_traffic()), encoding="utf-8")
    assert read_sli(file) == json.loads(json.dumps(sli_document(full_traffic())))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is not JSON"),
        ("[]", "is no report of sessions"),
        ('{"schema": "tool-audit/report/1"}', "is no report of sessions"),
    ],
)
def test_a_file_that_is_none_is_a_mistake_of_the_caller(tmp_path, text, said):
    file = tmp_path / "sli.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        read_sli(file)


@pytest.mark.parametrize("entry", [[5], [5, 0], [-1, 3], ["5", 3], [5, 3.5], [5, True], {}, None])
def test_counts_that_are_no_values_with_how_often_they_were_seen_are_a_mistake_of_the_caller(tmp_path, entry):
    document = json.loads(render_sli_json(full_traffic()))
    document["servers"][0]["tools"][0]["tokens"]["counts"][0] = entry
    file = tmp_path / "sli.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(UsageError, match="the counts of the tokens of 'read_file' are none"):
        read_sli(file)


def test_more_errors_than_calls_are_a_mistake_of_the_caller(tmp_path):
    document = json.loads(render_sli_json(full_traffic()))
    document["servers"][0]["tools"][0]["errors"]["n"] = 3
    file = tmp_path / "sli.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(UsageError, match="more errors of 'read_file' than there are calls"):
        read_sli(file)


def test_a_value_stands_on_one_line_with_how_often_it_was_seen():
    lines = [line.strip() for line in render_sli_json(full_traffic()).splitlines()]
    assert "[150, 700]," in lines


def test_a_report_that_is_not_there_is_a_mistake_of_the_caller(tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        read_sli(tmp_path / "none.json")
