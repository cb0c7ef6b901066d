import json

import pytest
from builders import call, hits, tool, tool_run

from tool_audit.model import Confidence
from tool_audit.rules.default_differs import default_differs


def rows(count):
    return json.dumps([{"id": n} for n in range(count)])


def found(schema, default, replies, name="limit", repeat=None, description="What it gives.", **kwargs):
    calls = [call(text, arguments={name: value}, experiment="limit") for value, text in replies]
    spec = tool(properties={name: schema}, description=description)
    again = call(repeat or default, attempt=1)
    return hits(default_differs, tool_run(call(default), repeat=again, calls=calls, spec=spec, **kwargs))


NUMBER = {"type": "integer"}


def test_a_schema_default_that_is_not_applied_is_found():
    [hit] = found(NUMBER | {"default": 10}, rows(5), [(10, rows(10)), (5, rows(5))])
    assert "By the schema the default of limit is 10" in hit.message
    assert "the same as limit=5" in hit.message
    assert len(hit.calls) == 3


@pytest.mark.parametrize("text", ["How many (default 10)", "기본값 10", "Standard: 10", "既定値は10", "par défaut 10"])
def test_a_described_default_that_is_not_applied_is_found(text):
    [hit] = found(NUMBER | {"description": text}, rows(100), [(10, rows(10)), (100, rows(100))])
    assert "the argument's description" in hit.message
    assert "100 items" in hit.message


def test_a_default_in_the_tools_description_is_held_to():
    [hit] = found(NUMBER, rows(100), [(10, rows(10))], description="Lists notes, limit (default 10).")
    assert "the tool's description" in hit.message


def test_a_default_that_is_applied_is_left_alone():
    assert found(NUMBER | {"default": 10}, rows(10), [(10, rows(10)), (5, rows(5))]) == []


def test_null_that_is_left_out_as_well_is_no_value_to_tell():
    stated = NUMBER | {"description": "how many days, default 7"}
    null = (None, rows(28))
    [hit] = found(stated, rows(28), [(7, rows(14)), null, (14, rows(28))], name="days")
    assert "the same as days=14" in hit.message
    [hit] = found(stated, rows(28), [(7, rows(14)), null], name="days")
    assert "the same as" not in hit.message
    assert len(hit.calls) == 2


def test_a_store_smaller_than_the_default_shows_no_difference():
    assert found(NUMBER | {"default": 100}, rows(12), [(100, rows(12)), (1, rows(1))]) == []


def test_a_default_that_was_not_sent_tells_nothing():
    assert found(NUMBER | {"default": 10}, rows(5), [(5, rows(5))]) == []


def test_a_default_that_was_not_sent_is_refuted_by_the_one_that_applies():
    told = NUMBER | {"description": "기본값 20"}
    [hit] = found(told, rows(60), [(60, rows(60)), (100, rows(80))])
    assert "left out, it gives 60 items, the same as limit=60" in hit.message
    assert found(told, rows(60), [(60, rows(60)), (100, rows(60))]) == []
    assert found(told, rows(20), [(60, rows(60)), (100, rows(80))]) == []


def test_one_default_of_two_can_be_wrong():
    both = NUMBER | {"default": 10, "description": "How many (default 20)"}
    [hit] = found(both, rows(10), [(10, rows(10)), (20, rows(20))])
    assert "description" in hit.message


BRIEF, FULL = json.dumps({"name": "x", "size": 1}), json.dumps({"name": "x", "size": 1, "body": "long", "tags": ["a"]})
LEVEL = {"type": "string", "enum": ["brief", "full"], "default": "brief"}


def test_a_level_that_is_not_the_stated_one_is_found():
    [hit] = found(LEVEL, FULL, [("brief", BRIEF), ("full", FULL)], name="detail")
    assert "the same as detail=full" in hit.message


def test_a_level_of_which_no_other_acts_alike_is_left_alone():
    other = json.dumps({"summary": "x"})
    assert found(LEVEL, other, [("brief", BRIEF), ("full", FULL)], name="detail") == []


def test_a_described_flag_is_held_to():
    flag = {"type": "boolean", "description": "Whether bodies come, too. Off by default."}
    assert len(found(flag, FULL, [(False, BRIEF), (True, FULL)], name="bodies")) == 1
    assert found(flag, BRIEF, [(False, BRIEF), (True, FULL)], name="bodies") == []


def test_a_list_that_grows_by_itself_tells_nothing():
    assert found(NUMBER | {"default": 10}, rows(5), [(10, rows(10))], repeat=rows(6)) == []
    assert found(NUMBER | {"default": 10}, rows(5), [(10, rows(10)), (5, rows(5))], volatile=True) == []


def test_without_a_repeat_it_is_only_indicated():
    spec = tool(properties={"limit": NUMBER | {"default": 10}})
    run = tool_run(call(rows(5)), calls=[call(rows(10), arguments={"limit": 10})], spec=spec)
    [hit] = hits(default_differs, run)
    assert hit.confidence is Confidence.INDICATED


def test_the_other_direction_of_an_order_is_found():
    order = {"type": "string", "enum": ["newest", "oldest"], "default": "newest"}
    rising, falling = rows(5), json.dumps([{"id": n} for n in range(4, -1, -1)])
    [hit] = found(order, rising, [("newest", falling), ("oldest", rising)], name="order")
    assert "the same as order=oldest" in hit.message
    assert found(order, rising, [("newest", rising), ("oldest", falling)], name="order") == []
    assert found(order, rising, [("newest", falling), ("oldest", rising)], name="order", repeat=falling) == []


def test_a_number_that_is_how_many_items_come_counts_like_a_limit():
    days = NUMBER | {"default": 7}
    assert len(found(days, rows(30), [(7, rows(7))], name="days")) == 1
    assert found(days, rows(30), [(7, rows(9))], name="days") == []
    assert found(days, rows(7), [(7, rows(7))], name="days") == []
