from builders import call, hits, refused, server_run, tool, tool_run

from tool_audit.rules.unknown_argument_accepted import unknown_argument_accepted

ALL, ONE = '[{"id": 1}, {"id": 2}, {"id": 3}]', '[{"id": 1}]'
LIMIT = {"maxRows": {"type": "integer"}}


def taking(name="list_items", reply=ALL, properties=None, calls=(), sent="tool_audit_unknown", **schema):
    spec = tool(name, properties or {}, **schema)
    unknown = reply if not isinstance(reply, str) else call(reply, arguments={sent: "x"}, experiment="unknown_argument")
    return tool_run(call(ALL), repeat=call(ALL, attempt=1), calls=[unknown, *calls], spec=spec)


def found(*runs):
    return hits(unknown_argument_accepted, server_run(*runs))


def test_all_tools_that_take_unknown_arguments_are_one_finding():
    [hit] = found(taking("list_items"), taking("list_tags"), taking("list_users"))
    assert hit.tools == ("list_items", "list_tags", "list_users")
    assert "3 of 3 tools" in hit.message


def test_only_the_tools_that_take_them_are_listed():
    no = refused("unknown argument", arguments={"tool_audit_unknown": "x"}, experiment="unknown_argument")
    [hit] = found(taking("list_items"), taking("list_tags", no))
    assert hit.tools == ("list_items",)
    assert "1 of 2 tools" in hit.message


def test_a_server_that_refuses_them_is_left_alone():
    for error in (
        refused("unknown argument", arguments={"tool_audit_unknown": "x"}, experiment="unknown_argument"),
        call("no such argument", error=True, arguments={"tool_audit_unknown": "x"}, experiment="unknown_argument"),
    ):
        assert found(taking(reply=error)) == []


def test_a_reply_that_says_something_else_is_no_silence():
    assert found(taking(reply='{"warning": "ignored tool_audit_unknown", "rows": []}')) == []


def test_a_schema_that_lets_anything_in_is_kept():
    assert found(taking(additionalProperties=True)) == []
    assert found(taking(additionalProperties={"type": "string"})) == []
    assert found(taking(patternProperties={"^tool_": {}})) == []


def test_a_closed_schema_is_another_rules():
    assert found(taking(additionalProperties=False)) == []


def test_what_the_right_name_would_have_done_is_told():
    right = call(ONE, arguments={"maxRows": 1}, experiment="limit")
    wrong = call(ALL, arguments={"max_rows": 1}, experiment="unknown_argument")
    [hit] = found(taking(properties=LIMIT, calls=[right, wrong]))
    assert hit.tools == ("list_items",)
    assert "Spelled maxRows" in hit.message
    run = tool_run(call(ALL), repeat=call(ALL, attempt=1), calls=[right, wrong], spec=tool(properties=LIMIT))
    [hit] = found(run)
    assert "Spelled maxRows, it changes the reply" in hit.message
    assert right in hit.calls


def test_a_misspelling_of_what_has_no_effect_proves_nothing():
    right = call(ALL, arguments={"maxRows": 1}, experiment="limit")
    wrong = call(ALL, arguments={"max_rows": 1}, experiment="unknown_argument")
    run = tool_run(call(ALL), repeat=call(ALL, attempt=1), calls=[right, wrong], spec=tool(properties=LIMIT))
    assert found(run) == []


def test_a_key_inside_an_object_is_asked_for_as_well():
    inner = {"request": {"type": "object", "properties": {"town": {"type": "string"}}}}
    base, more = {"request": {"town": "Oslo"}}, {"request": {"town": "Oslo", "tool_audit_unknown": "x"}}
    wrong = call(ALL, arguments=more, experiment="unknown_argument")
    object.__setattr__(wrong.observation.probe, "argument", "request")
    run = tool_run(
        call(ALL, arguments=base),
        repeat=call(ALL, arguments=base, attempt=1),
        calls=[wrong],
        spec=tool(properties=inner),
    )
    [hit] = found(run)
    assert "inside request" in hit.message


def test_a_key_inside_what_may_be_left_out_is_held_against_leaving_it_out():
    town = {"type": "object", "properties": {"town": {"type": "string"}}}

    def asked(schema, *sent):
        calls = [call(reply, arguments=arguments, experiment="unknown_argument") for arguments, reply in sent]
        for one in calls:
            object.__setattr__(one.observation.probe, "argument", next(iter(one.arguments)))
        spec = tool(properties=schema, additionalProperties=False)
        return found(tool_run(call(ALL), repeat=call(ALL, attempt=1), calls=calls, spec=spec))

    [hit] = asked({"where": town}, ({"where": {"unknown": "x"}}, ALL))
    assert "unknown" in hit.message
    assert "inside where" in hit.message
    assert asked({"where": town}, ({"where": {"unknown": "x"}}, ONE)) == []
    assert asked({"where": {**town, "additionalProperties": False}}, ({"where": {"unknown": "x"}}, ALL)) == []
    rows = {"filters": {"type": "array", "items": town}}
    good, odd = {"filters": [{"town": "Oslo"}]}, {"filters": [{"town": "Oslo", "unknown": "x"}]}
    [hit] = asked(rows, (good, ONE), (odd, ONE))
    assert "inside filters" in hit.message
    assert asked(rows, (good, ONE), (odd, ALL)) == []


def test_a_random_reply_tells_nothing():
    spec = tool("roll", {})
    unknown = call('{"n": 9}', arguments={"tool_audit_unknown": "x"}, experiment="unknown_argument")
    assert found(tool_run(call('{"n": 3}'), repeat=call('{"n": 7}', attempt=1), calls=[unknown], spec=spec)) == []


def test_a_clock_is_compared_without_its_time():
    spec = tool("get_time", {})

    def at(second, **kwargs):
        return call(f'{{"now": "2026-01-01T00:00:{second:02}Z", "zone": "UTC"}}', **kwargs)

    unknown = at(9, arguments={"tool_audit_unknown": "x"}, experiment="unknown_argument")
    assert len(found(tool_run(at(1), repeat=at(5, attempt=1), calls=[unknown], spec=spec))) == 1
