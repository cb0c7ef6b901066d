from builders import hits, server_run, tool

from tool_audit.rules.too_many_parameters import too_many_parameters


def with_arguments(count, name="t"):
    return tool(name, {f"a{n}": {"type": "string"} for n in range(count)})


def found(*tools, **options):
    return hits(too_many_parameters, server_run(tools=tools), **options)


def test_fifteen_arguments_are_too_many_and_fourteen_are_not():
    [hit] = found(with_arguments(15), with_arguments(14, "fine"))
    assert hit.tools == ("t",)
    assert "t (15)" in hit.message
    assert found(with_arguments(14)) == []


def test_all_such_tools_are_one_finding_the_largest_first():
    [hit] = found(with_arguments(16, "a"), with_arguments(30, "b"))
    assert hit.tools == ("b", "a")


def test_the_line_is_an_option():
    assert found(with_arguments(5), arguments=5)
    assert found(with_arguments(20), arguments=21) == []
