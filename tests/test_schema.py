import pytest
from builders import tool
from hypothesis import given
from hypothesis import strategies as st

from tool_audit.described_values import described_values
from tool_audit.model import ABSENT, Json, ToolSpec
from tool_audit.schema import Argument, arguments_of, takes_others


def only(schema: Json, **root: Json) -> Argument:
    (argument,) = arguments_of(tool(properties={"x": schema}, **root))
    return argument


def test_arguments_come_in_the_order_of_the_schema() -> None:
    spec = tool(properties={"b": {"type": "string"}, "a": {"type": "integer"}}, required=["a"])
    assert [(a.name, a.required) for a in arguments_of(spec)] == [("b", False), ("a", True)]


def test_a_reference_is_followed_and_what_stands_beside_it_wins() -> None:
    level = {"type": "string", "enum": ["low", "high"], "description": "its own"}
    found = only({"$ref": "#/$defs/Level", "description": "mine"}, **{"$defs": {"Level": level}})
    assert (found.closed_set, found.description) == (("low", "high"), "mine")


@pytest.mark.parametrize("ref", ["#/$defs/Loop", "#/nowhere", "https://example.com/other.json", "#", ""])
def test_a_reference_that_leads_nowhere_leaves_an_argument_of_any_type(ref: str) -> None:
    found = only({"$ref": ref}, **{"$defs": {"Loop": {"$ref": "#/$defs/Loop"}}})
    assert (found.name, found.closed_set) == ("x", ())


@pytest.mark.parametrize(
    "schema",
    [
        {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None},
        {"oneOf": [{"type": "null"}, {"type": "integer"}], "default": None},
        {"type": ["integer", "null"], "default": None},
        {"allOf": [{"anyOf": [{"type": "integer"}, {"type": "null"}]}], "default": None},
    ],
)
def test_an_optional_integer_is_an_integer_however_it_is_written(schema: Json) -> None:
    found = only(schema)
    assert (found.types, found.default, found.numeric) == (frozenset({"integer"}), None, True)


def test_no_default_is_not_a_default_of_null() -> None:
    assert only({"type": "string"}).default is ABSENT


def test_bounds_and_members_are_found_inside_branches() -> None:
    found = only({"anyOf": [{"type": "integer", "minimum": 2, "maximum": 9}, {"type": "null"}]})
    assert (found.minimum, found.maximum) == (2, 9)
    nested = only({"anyOf": [{"anyOf": [{"enum": ["a"]}, {"const": "b"}]}, {"type": "null"}, {"enum": ["a", None]}]})
    assert nested.closed_set == ("a", "b")


@pytest.mark.parametrize(
    ("schema", "bounds"),
    [
        ({"exclusiveMinimum": 0, "exclusiveMaximum": 10}, (1, 9)),
        ({"minimum": 0, "exclusiveMinimum": 0}, (1, None)),
        ({"minimum": 5, "exclusiveMinimum": True}, (5, None)),
        ({"minimum": True, "maximum": "many"}, (None, None)),
    ],
)
def test_bounds_are_inclusive(schema: Json, bounds: tuple[Json, Json]) -> None:
    found = only({"type": "integer", **schema})
    assert (found.minimum, found.maximum) == bounds


def test_properties_of_all_branches_are_arguments_and_those_of_all_of_are_required() -> None:
    root = {
        "allOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}],
        "oneOf": [{"properties": {"b": {"type": "string"}}, "required": ["b"]}, {"properties": {"c": {}}}],
    }
    found = arguments_of(ToolSpec(name="t", description="", input_schema=root))
    assert [(a.name, a.required) for a in found] == [("a", True), ("b", False), ("c", False)]


@pytest.mark.parametrize("root", [None, True, [], "object", 3, {"properties": []}, {"required": "x"}, {"allOf": 1}])
def test_what_is_no_schema_has_no_arguments(root: Json) -> None:
    assert arguments_of(ToolSpec(name="t", description="", input_schema=root)) == ()


@pytest.mark.parametrize("schema", [True, False, None, [], "string", {"type": 3}, {"enum": "a"}, {"description": 5}])
def test_a_property_that_is_no_schema_is_an_argument_of_any_type(schema: Json) -> None:
    assert (only(schema).types, only(schema).closed_set) == (frozenset(), ())


def test_a_boolean_has_two_values_and_a_type_may_be_seen_in_its_default() -> None:
    assert only({"type": "boolean"}).closed_set == (False, True)
    assert only({"default": 10}).numeric
    assert only({"default": True}).types == {"boolean"}


_SCHEMAS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["string", "integer", "#", "#/properties/x", "null"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from("type properties required enum const anyOf allOf oneOf $ref default minimum x".split()),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)


@given(_SCHEMAS)
def test_no_schema_whatever_breaks_the_reading(schema: Json) -> None:
    for argument in arguments_of(ToolSpec(name="t", description="", input_schema=schema)):
        assert argument.kind is None or argument.name


@pytest.mark.parametrize(
    ("description", "values"),
    [
        ('"standard" (default) returns all, "minimal" returns names', ("standard", "minimal")),
        ("One of: full, content, metadata", ("full", "content", "metadata")),
        ("Must be one of open, closed or merged.", ("open", "closed", "merged")),
        ("full|summary|ids", ("full", "summary", "ids")),
        ("Either asc or desc", ("asc", "desc")),
        ("Allowed values are json, csv.", ("json", "csv")),
        ("How much: 'brief', 'normal' or 'full'", ("brief", "normal", "full")),
        ('Use "full" to get everything, "short" for less', ("full", "short")),
        ("`concise` - names only\n`detailed` - everything", ("concise", "detailed")),
        ("Whether to list those nearby ('near'), far ('far') or all('every').", ("near", "far", "every")),
        ("Options: small, large (default small)", ("small", "large")),
    ],
)
def test_a_closed_set_is_read_out_of_a_description(description: str, values: tuple[str, ...]) -> None:
    assert described_values(description) == values
    found = only({"type": "string", "description": description})
    assert (found.closed_set, found.closed_by_schema) == (values, False)


@pytest.mark.parametrize(
    "description",
    [
        "A city, e.g. 'Paris' or 'Seoul'",
        "A name such as a, b, c",
        "Column to sort by, for example name|date",
        "Options like one of: red, green, blue, etc.",
        'The "name" field of the "user" table',
        "Either way, results are sorted",
        "Values returned, sorted by date",
        "One of the words in the text, or none",
        "The id",
        'Only "one" word',
        "https://example.com/a|b",
        "",
        "Defaults to `page-{timestamp}.{png|jpeg|webp}`.",
    ],
)
def test_examples_and_quoted_words_in_prose_are_no_closed_set(description: str) -> None:
    assert described_values(description) == ()


def test_a_described_set_counts_for_text_only() -> None:
    assert only({"type": "integer", "description": "One of: one, two"}).closed_set == ()


@pytest.mark.parametrize("bound", [int("9" * 4000), -int("9" * 4000), float("inf"), float("nan"), 1e308, True, "9"])
def test_a_bound_that_nobody_can_reckon_with_is_no_bound(bound: Json) -> None:
    read = only({"type": "integer", "minimum": bound, "maximum": bound, "default": bound})
    assert (read.minimum, read.maximum) == (None, None)


def branching(*keywords: str, wide: int = 10, long: int = 30, **each: Json) -> Json:
    """A schema of a few kB that stands for wide ** long of them: every definition leads on by these keywords."""
    definitions: dict[str, Json] = {
        f"d{n}": {key: [{"$ref": f"#/$defs/d{n + 1}", **each} for _ in range(wide)] for key in keywords}
        for n in range(long)
    }
    return {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/d0"}, "b": {"$ref": "#/$defs/d1"}},
        "required": ["b"],
        "$defs": definitions | {f"d{long}": {"type": "string"}},
    }


@pytest.mark.timeout(30)
@pytest.mark.parametrize("each", [{}, {"title": "one more"}], ids=["bare", "with a sibling"])
@pytest.mark.parametrize("keywords", [("anyOf",), ("allOf",), ("allOf", "anyOf", "oneOf")])
def test_a_bomb_of_references_is_read_in_no_time(keywords: tuple[str, ...], each: dict[str, Json]) -> None:
    tool = ToolSpec(name="t", description="", input_schema=branching(*keywords, **each))
    for _ in range(3):
        assert [argument.required for argument in arguments_of(tool)] == [False, True]


@pytest.mark.timeout(5)
def test_references_in_a_circle_end() -> None:
    around = {
        "type": "object",
        "properties": {"x": {"$ref": "#/$defs/A"}, "y": {"$ref": "#/properties/y"}, "z": {"$ref": "#"}},
        "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "string"}]}},
    }
    read = arguments_of(ToolSpec(name="t", description="", input_schema=around))
    assert [argument.name for argument in read] == ["x", "y", "z"]
    assert read[0].types == {"string"}


def test_what_the_entries_of_a_list_can_be_is_read() -> None:
    closed: Json = {"type": "string", "enum": ["name", "size"]}
    assert only({"type": "array", "items": closed}).entries == ("name", "size")
    assert only({"type": "array", "items": {"$ref": "#/$defs/F"}}, **{"$defs": {"F": closed}}).entries == (
        "name",
        "size",
    )
    assert only({"anyOf": [{"type": "array", "items": closed}, {"type": "null"}]}).entries == ("name", "size")
    assert only({"type": "array", "items": {"type": "string"}}).entries == ()
    assert only({"type": "array"}).entries == ()


@pytest.mark.parametrize("default", [[], {}, [0], {"a": 1}, None, "x"])
def test_a_default_of_another_type_than_the_arguments_disturbs_nothing(default: Json) -> None:
    read = only({"type": "integer", "default": default})
    assert not read.pages


@pytest.mark.parametrize(
    ("schema", "others"),
    [
        ({"type": "object", "properties": {"a": {}}}, False),
        ({"type": "object"}, False),
        ({"properties": {"a": {}}, "additionalProperties": False}, False),
        ({"properties": {"a": {"additionalProperties": True}}}, False),
        ({"properties": {"a": {}}, "additionalProperties": True}, True),
        ({"additionalProperties": {"type": "string"}}, True),
        ({"unevaluatedProperties": {}}, True),
        ({"patternProperties": {"^x-": {}}}, True),
        ({"allOf": [{"$ref": "#/$defs/open"}], "$defs": {"open": {"additionalProperties": True}}}, True),
        ("no schema", True),
        (None, True),
    ],
)
def test_a_schema_that_says_so_takes_names_that_it_does_not_declare(schema: Json, others: bool) -> None:
    assert takes_others(ToolSpec(name="t", description="", input_schema=schema)) is others
