from builders import call, hits, refused, tool, tool_run

from tool_audit.rules.boolean_coerced import boolean_coerced

FEW, ALL = '[{"id": 1}, {"id": 2}, {"id": 3}]', '[{"id": 1}, {"id": 2}, {"id": 3}, {"id": 4}, {"id": 5}]'
FLAG = {"muted": {"type": "boolean"}}


def found(text, false=FEW, true=ALL, properties=FLAG, repeat=FEW):
    sent = [(False, false), (True, true), ("false", text)]
    calls = [
        reply if not isinstance(reply, str) else call(reply, arguments={"muted": value}, experiment="bad_input")
        for value, reply in sent
    ]
    run = tool_run(call(FEW), repeat=call(repeat, attempt=1), calls=calls, spec=tool(properties=properties))
    return hits(boolean_coerced, run)


def test_false_as_a_text_that_counts_as_true_is_found():
    [hit] = found(ALL)
    assert hit.argument == "muted"
    assert "5 items" in hit.message
    assert "false gives 3 items" in hit.message


def test_reading_it_as_false_or_refusing_it_is_fine():
    assert found(FEW) == []
    assert found(refused("true or false", arguments={"muted": "false"})) == []


def test_a_flag_without_effect_tells_nothing():
    assert found(FEW, true=FEW) == []


def test_a_list_that_grows_by_itself_tells_nothing():
    assert found(ALL, repeat=ALL) == []


def test_a_text_argument_is_left_alone():
    assert found(ALL, properties={"muted": {"type": ["boolean", "string"]}}) == []
