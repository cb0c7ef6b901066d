import json

from builders import call, hits, refused, tool, tool_run

from tool_audit.rules.bound_not_enforced import bound_not_enforced


def rows(count):
    return json.dumps([{"id": n} for n in range(count)])


def found(schema, replies, name="limit", default=None):
    base = default or rows(20)
    calls = [
        reply if not isinstance(reply, str) else call(reply, arguments={name: value}, experiment="limit")
        for value, reply in replies
    ]
    spec = tool(properties={name: schema})
    return hits(bound_not_enforced, tool_run(call(base), repeat=call(base, attempt=1), calls=calls, spec=spec))


LIMIT = {"type": "integer", "minimum": 1, "maximum": 50}


def test_more_items_than_the_maximum_allows_are_found():
    [hit] = found(LIMIT, [(50, rows(50)), (51, rows(51))])
    assert hit.argument == "limit"
    assert "maximum 50" in hit.message
    assert "51 items" in hit.message


def test_what_is_refused_or_clamped_is_left_alone():
    assert found(LIMIT, [(51, refused("at most 50", arguments={"limit": 51}))]) == []
    assert found(LIMIT, [(50, rows(50)), (51, rows(50))]) == []


def test_too_few_items_tell_nothing():
    assert found(LIMIT, [(50, rows(12)), (51, rows(12))], default=rows(12)) == []


def test_zero_that_gives_nothing_is_taken_as_it_is():
    assert len(found(LIMIT, [(0, "[]")])) == 1
    assert found({"type": "integer", "maximum": 50}, [(0, "[]")]) == []
    assert found(LIMIT, [(0, rows(1))]) == []


def test_another_number_is_held_against_the_bound():
    days = {"type": "integer", "maximum": 30}
    at = [(30, json.dumps({"days": [1, 2, 3]})), (31, json.dumps({"days": [1, 2, 3, 4]}))]
    base = json.dumps({"days": [1]})
    assert len(found(days, at, name="days", default=base)) == 1
    clamped = [(30, json.dumps({"days": [1, 2, 3]})), (31, json.dumps({"days": [1, 2, 3]}))]
    assert found(days, clamped, name="days", default=base) == []


def test_a_text_outside_its_pattern_that_changes_the_reply_is_found():
    code = {"type": "string", "pattern": "^[A-Z]{3}$"}
    assert len(found(code, [("tool-audit-no", "[]")], name="code")) == 1
    assert found(code, [("ABC", "[]")], name="code") == []
    assert found(code, [("tool-audit-no", rows(20))], name="code") == []


def test_more_entries_than_allowed_are_found():
    ids = {"type": "array", "maxItems": 2, "items": {"type": "integer"}}
    assert len(found(ids, [([1, 2, 3], rows(3))], name="ids")) == 1
    assert found(ids, [([1, 2], rows(2))], name="ids") == []


def test_a_pattern_that_is_none_tells_nothing():
    assert found({"type": "string", "pattern": "("}, [("x", "[]")], name="code") == []


def test_a_bound_inside_an_object_is_a_bound():
    inner = {"radius": {"type": "integer", "minimum": 1, "maximum": 20}}
    spec = tool(properties={"near": {"type": "object", "properties": inner}}, required=["near"])

    def at(radius, **more):
        return call(json.dumps([{"id": n} for n in range(radius)]), arguments={"near": {"radius": radius}}, **more)

    run = tool_run(at(10), repeat=at(10, attempt=1), calls=[at(20), at(21)], spec=spec)
    [hit] = hits(bound_not_enforced, run)
    assert hit.argument == "near.radius"
    refusing = call("too large", error=True, arguments={"near": {"radius": 21}})
    assert (
        hits(bound_not_enforced, tool_run(at(10), repeat=at(10, attempt=1), calls=[at(20), refusing], spec=spec)) == []
    )
