import pytest
from builders import call, hits, refused, server_run, tool, tool_run

from tool_audit.model import Confidence, Status, Subject
from tool_audit.rules.required_not_declared import required_not_declared

ORG = {"org": {"type": "string"}, "team": {"type": "string"}}


def found(error, properties=ORG, calls=(), description="What it gives.", subject=None, **schema):
    failed = error if not isinstance(error, str) else call(error, error=True)
    spec = tool(properties=properties, description=description, **schema)
    run = tool_run(calls=[failed, *calls], spec=spec, status=Status.UNMEASURED)
    if subject is not None:
        object.__setattr__(run, "subject", subject)
    return hits(required_not_declared, server_run(run))


@pytest.mark.parametrize(
    "text",
    [
        "org: is required",
        "Missing required parameter: org",
        "'org' is a required property",
        "You must provide `org`.",
        "1 validation error for list_items\norg\n  Field required [type=missing]",
        "org: expected string, received undefined",
        "org 파라미터는 필수입니다",
        "org は必須です",
        "Der Parameter org fehlt",
        "KeyError: 'org'",
    ],
)
def test_an_optional_argument_that_is_needed_is_found(text):
    [hit] = found(text)
    assert hit.argument == "org"
    assert "optional in the schema" in hit.message


@pytest.mark.parametrize(
    "text", ["query: required", "Missing required argument 'query'", "query\n  Field required", '"query" is required']
)
def test_an_argument_that_the_schema_does_not_have_is_found(text):
    [hit] = found(text, properties={}, additionalProperties=False)
    assert hit.argument == "query"
    assert "not in the schema at all" in hit.message


def test_a_crash_is_traced_to_the_object_that_was_left_out():
    params = {"params": {"type": "object", "properties": {"org_id": {"type": "string"}}}}
    [hit] = found("Cannot read properties of undefined (reading 'org_id')", properties=params)
    assert hit.argument == "params"
    assert found("Cannot read properties of undefined (reading 'length')", properties=params) == []


def test_a_list_of_all_that_there_is_demands_none_of_it():
    text = "'org' is a required property. Expected: ['org', 'team']"
    assert found(text, required=["org"]) == []


def test_a_declared_requirement_is_a_good_refusal():
    assert found("org: is required", required=["org"]) == []
    assert found(refused("Missing required argument: org"), required=["org"]) == []


@pytest.mark.parametrize(
    "text",
    [
        "API key required",
        "Authentication required: set TOKEN",
        "org not found",
        "Not a git repository",
        "The report is missing",
        "You need permission for org",
        "Internal server error",
    ],
)
def test_other_needs_are_no_arguments(text):
    assert found(text) == []


def test_a_call_that_has_it_proves_it_and_is_what_to_send():
    good = call("[1]", arguments={"org": "north"})
    [hit] = found("org: is required", calls=[good])
    assert hit.send == (good,)
    assert hit.confidence is Confidence.PROVEN


def test_the_layer_that_refused_is_told():
    [hit] = found(refused("org: required"))
    assert "-32602, before the tool ran" in hit.message
    [hit] = found("org: required")
    assert "from within the tool" in hit.message


@pytest.mark.parametrize("error", ["Either org or team is required", "at least one of `org`, `team` must be given"])
def test_one_of_several_is_required_too_and_only_indicated_where_the_text_says_so(error):
    [hit] = found(error)
    assert hit.confidence is Confidence.SEEN
    [hit] = found(error, description="The members of a team. Give either org or team.")
    assert hit.confidence is Confidence.INDICATED
    assert found(error, anyOf=[{"required": ["org"]}, {"required": ["team"]}]) == []


def test_a_member_of_an_action_tool_has_needs_of_its_own():
    subject = Subject(tool="list_items", argument="action", member="get")
    [hit] = found("org: is required", subject=subject)
    assert hit.confidence is Confidence.INDICATED


def test_probes_that_bring_wrong_values_prove_nothing():
    wrong = call("org: is required", error=True, arguments={"team": "12345"}, experiment="bad_input")
    assert found(wrong) == []


def lacking(name, text, **properties):
    spec = tool(name=name, properties=properties or ORG)
    return tool_run(calls=[call(text, error=True)], spec=spec, status=Status.UNMEASURED)


def test_tools_that_lack_the_same_for_one_reason_are_one_finding():
    runs = [lacking(name, f"{name} failed: org is required (call 17)") for name in ("list_items", "get_log", "show")]
    [hit] = hits(required_not_declared, server_run(*runs))
    assert hit.tools == ("list_items", "get_log", "show")
    assert "The same on 3 tools: list_items, get_log and show." in hit.message


def test_tools_that_lack_different_things_are_findings_of_their_own():
    runs = [lacking("list_items", "org is required"), lacking("get_log", "team is required")]
    assert [hit.argument for hit in hits(required_not_declared, server_run(*runs))] == ["org", "team"]
