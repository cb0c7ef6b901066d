from builders import call, hits, refused, server_run, tool, tool_run

from tool_audit.rules.closed_schema_not_enforced import closed_schema_not_enforced

SENT = {"arguments": {"tool_audit_unknown": "x"}, "experiment": "unknown_argument"}


def found(answer, **schema):
    run = tool_run(call("[1, 2]"), repeat=call("[1, 2]", attempt=1), calls=[answer], spec=tool(**schema))
    return hits(closed_schema_not_enforced, server_run(run))


def test_a_closed_schema_that_lets_an_argument_in_is_found():
    [hit] = found(call("[1, 2]", **SENT), additionalProperties=False)
    assert hit.tools == ("list_items",)
    assert "additionalProperties is false" in hit.message
    assert len(hit.calls) == 2


def test_a_closed_schema_that_is_kept_is_left_alone():
    assert found(refused("unknown argument", **SENT), additionalProperties=False) == []


def test_an_open_schema_is_another_rules():
    assert found(call("[1, 2]", **SENT)) == []
    assert found(call("[1, 2]", **SENT), additionalProperties=True) == []
