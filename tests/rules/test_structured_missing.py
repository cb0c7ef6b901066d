from builders import call, hits, tool, tool_run

from tool_audit.model import Confidence
from tool_audit.rules.structured_missing import structured_missing

SCHEMA = {"type": "object"}


def found(*calls, schema=SCHEMA):
    return hits(structured_missing, tool_run(calls[0], calls=calls, spec=tool(output_schema=schema)))


def test_a_success_without_structured_content_is_found():
    [hit] = found(call("21 degrees"))
    assert "1 of 1 successful answer came without structuredContent" in hit.message
    assert hit.confidence is None


def test_two_of_them_prove_it():
    [hit] = found(
        call("21 degrees"), call("22 degrees", arguments={"n": 1}), call("23", structured={}, arguments={"n": 2})
    )
    assert hit.confidence is Confidence.PROVEN
    assert "2 of 3 successful answers" in hit.message


def test_structured_content_or_no_schema_is_fine():
    assert found(call("21 degrees", structured={"temp": 21})) == []
    assert hits(structured_missing, tool_run(call("21 degrees"))) == []
    assert found(call("21 degrees"), schema={}) == []


def test_null_is_no_structured_content():
    assert len(found(call("21 degrees", structured=None))) == 1


def test_errors_need_none():
    assert found(call("no such town", error=True)) == []
    assert found(call("Error: no such town")) == []
