"""A server that turns calls away is told so, is left alone soon, and is blamed for nothing that was not seen."""

import sys

import pytest
from running import FIXTURES

SERVER = ("--", sys.executable, str(FIXTURES / "limited.py"))


@pytest.mark.parametrize("calls", [1, 2, 3, 5, 8, 13])
def test_what_was_turned_away_is_not_measured_and_no_finding(calls, cli):
    ended = cli("probe", "--output", "json", *SERVER, calls)
    judged = ended.json["servers"][0]
    assert judged["findings"] == []
    assert ended.code == 0
    assert calls < judged["coverage"]["calls"] <= calls + 20
    (remark,) = [each for each in judged["remarks"] if "Rate limit exceeded" in each]
    assert remark.startswith("nothing is concluded from ")


def test_a_tool_that_was_only_turned_away_is_unmeasured_with_the_reason(cli):
    ended = cli("probe", "--output", "json", *SERVER, 0)
    assert ended.code == 3
    (unmeasured,) = ended.json["servers"][0]["coverage"]["unmeasured"]
    assert "Rate limit exceeded" in unmeasured["reason"]
    assert ended.json["servers"][0]["coverage"]["calls"] <= 2


def test_a_server_without_such_a_limit_is_clean(cli):
    assert cli("probe", "--output", "json", *SERVER, 999).json["servers"][0]["findings"] == []


def test_a_record_of_it_is_judged_alike(cli):
    live = cli("probe", "--record", "rec", "--output", "json", *SERVER, 3)
    assert cli("report", "rec", "--output", "json").json == live.json
