import json

from builders import call, hits, tool, tool_run

from tool_audit.rules.undeclared_default import undeclared_default


def rows(count):
    return json.dumps([{"id": n} for n in range(count)])


def found(schema, default, replies, name="limit", repeat=None, **kwargs):
    calls = [call(text, arguments={name: value}, experiment="limit") for value, text in replies]
    spec = tool(properties={name: schema}, **kwargs)
    return hits(
        undeclared_default, tool_run(call(default), repeat=call(repeat or default, attempt=1), calls=calls, spec=spec)
    )


NUMBER = {"type": "integer"}
LADDER = [(1, rows(1)), (20, rows(20)), (100, rows(100))]


def test_a_default_that_applies_and_is_stated_nowhere_is_told():
    [hit] = found(NUMBER, rows(20), LADDER)
    assert "does what limit=20 does (20 items)" in hit.message
    assert "; 100 gives 100 items" in hit.message


def test_a_stated_default_is_no_finding_whoever_states_it():
    assert found(NUMBER | {"default": 20}, rows(20), LADDER) == []
    assert found(NUMBER | {"description": "default 20"}, rows(20), LADDER) == []
    assert found(NUMBER, rows(20), LADDER, description="limit (default 20)") == []
    assert found(NUMBER | {"default": 10}, rows(20), LADDER) == []


def test_all_there_is_shows_no_default():
    assert found(NUMBER, rows(20), [(20, rows(20)), (100, rows(20))]) == []


def test_the_stated_maximum_is_named_already():
    assert found(NUMBER | {"maximum": 20}, rows(20), LADDER) == []


def test_a_budget_is_told_too():
    short, long = "word " * 300, "word " * 3000
    replies = [(256, "word " * 80), (1024, short), (4096, long)]
    [hit] = found(NUMBER, short, replies, name="max_tokens")
    assert "max_tokens=1024" in hit.message


def test_a_list_that_grows_by_itself_tells_nothing():
    assert found(NUMBER, rows(20), LADDER, repeat=rows(21)) == []
