import json

import pytest
from builders import call, hits, refused, tool, tool_run

from tool_audit.model import Confidence
from tool_audit.rules.negative_limit_unbounded import negative_limit_unbounded


def rows(count):
    return json.dumps([{"id": n} for n in range(count)])


def found(value, reply, default=10, description="", repeat=10, name="limit", **kwargs):
    sent = reply if not isinstance(reply, int) else call(rows(reply), arguments={name: value}, experiment="limit")
    again = None if repeat is None else call(rows(repeat), attempt=1)
    spec = tool(properties={name: {"type": "integer", "description": description}})
    return hits(
        negative_limit_unbounded, tool_run(call(rows(default)), repeat=again, calls=[sent], spec=spec, **kwargs)
    )


@pytest.mark.parametrize("value", [-1, 0])
def test_a_limit_below_one_that_gives_more_is_found(value):
    [hit] = found(value, 500)
    assert f"limit={value} lifts the limit" in hit.message
    assert "500 items; the default gives 10" in hit.message


def test_as_many_as_the_default_or_fewer_is_no_lifting():
    assert found(-1, 10) == []
    assert found(-1, 9) == []
    assert len(found(-1, 11)) == 1


def test_a_refusal_is_right():
    assert found(-1, refused("limit: from 1", arguments={"limit": -1})) == []


@pytest.mark.parametrize(
    "text", ["-1 for all", "0 = no limit", "How many; unlimited if 0", "use 0 to return everything"]
)
def test_a_documented_way_to_ask_for_all_is_kept(text):
    assert found(-1, 500, description=text) == []


def test_a_range_in_the_description_documents_nothing():
    assert len(found(-1, 500, description="How many, from 0 to 100")) == 1


def test_a_store_that_grows_tells_nothing():
    assert found(-1, 500, repeat=12) == []


def test_without_a_repeat_it_is_only_indicated():
    [hit] = found(-1, 500, repeat=None)
    assert hit.confidence is Confidence.INDICATED


def test_an_offset_is_no_limit():
    assert found(-1, 500, name="offset") == []
