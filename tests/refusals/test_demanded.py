import pytest

from tool_audit.refusals.demanded import demanded_of

NAMES = ("chapter", "start", "length")

LISTS = [
    'Invalid argument : \'chapter\' is a required property. Expected: ["chapter", "start", "length"]',
    "'chapter' is a required property, expected one of 'chapter', 'start', 'length'",
    "chapter is required; parameters are chapter, start and length",
    "chapter is required\nUsage: read_chapter chapter [start] [length]",
    "read_chapter(chapter, start=0, length=300): missing required argument: 'chapter'",
    "Missing required argument chapter. Signature: (chapter, start, length)",
    "Required: chapter, optional: start, length",
    "chapter is required but start and length may be left out",
    "chapter (required), start (optional), length (optional)",
    "chapter (string, required), start (integer), length (integer)",
    "expected: chapter, start, length, but chapter was missing",
    "chapter is required (got start=1, length=2)",
    "chapter\n  Field required [type=missing, input_value={'start': 1, 'length': 2}, input_type=dict]",
    (
        "1 validation error for call[read]\nchapter\n  Missing required argument [type=missing_argument, "
        "input_value={'start': 1}, input_type=dict]\n    For further information visit the manual"
    ),
    (
        'Bad: {"type": "object", "properties": {"chapter": {"type": "string"}, "start": {"type": "string"}, '
        '"length": {"type": "integer"}}, "required": ["chapter", "start"]}: chapter is required'
    ),
    'chapter is required: {"type": "object", "properties": {"chapter": {"type": "string"}, "start": {"required": tr',
    (
        '[{"code": "invalid_type", "path": ["chapter"], "message": "Required"}, '
        '{"code": "too_big", "path": ["length"], "message": "Too big"}]'
    ),
    (
        '[\n  {\n    "expected": "string",\n    "code": "invalid_type",\n    "path": [\n      "chapter"\n    ],\n'
        '    "message": "Invalid input: expected string, received undefined"\n  }\n]'
    ),
    "Parameter 'chapter' fehlt. Erlaubt sind: chapter, start, length",
    "Le paramètre chapter est obligatoire, les paramètres sont chapter, start, length",
    "\u5f15\u6570 chapter \u306f\u5fc5\u9808\u3067\u3059\u3002chapter, start, length",
    "You must provide 'chapter'. 'start' is not required",
    '{"chapter": {"required": true}, "start": {"required": false}, "length": {"required": false}}',
]


@pytest.mark.parametrize("message", LISTS)
def test_only_what_a_message_says_is_missing_is_demanded_and_not_all_that_it_lists(message: str) -> None:
    assert demanded_of(NAMES, [message]) == {"chapter"}


@pytest.mark.parametrize(
    ("message", "demanded"),
    [
        ("'start' and 'length' are required", {"start", "length"}),
        ("Missing required arguments: start, length", {"start", "length"}),
        ("Missing required arguments: ['start', 'length']", {"start", "length"}),
        ("start: is required\nlength: is required", {"start", "length"}),
        ("start\n  Field required [type=missing]\nlength\n  Field required [type=missing]", {"start", "length"}),
        ("Please pass 'start' first", {"start"}),
        ("'start' must be given", {"start"}),
        ("'start' requires 'length'", {"length", "start"}),
        ("KeyError: 'start'", {"start"}),
        (
            '{"path": ["start"], "message": "Required"}, {"path": ["length"], "message": "Required"}',
            {"start", "length"},
        ),
        ('{"minimum": 1, "type": "string", "message": "required", "path": ["start"]}', {"start"}),
    ],
)
def test_all_that_a_message_says_is_missing_is_demanded(message: str, demanded: set[str]) -> None:
    assert demanded_of(NAMES, [message]) == demanded


@pytest.mark.parametrize(
    "message",
    [
        "Usage: read_chapter chapter [start] [length]",
        'Expected: ["chapter", "start", "length"]',
        "Received: {'start': 1, 'length': 2}",
        "Chapter 1 was not found. Please start again.",
        "",
        '{"properties": {"chapter": {"type": "string"}}, "required": ["chapter"]}',
    ],
)
def test_a_list_of_names_a_usage_line_and_a_schema_demand_nothing(message: str) -> None:
    assert demanded_of(NAMES, [message]) == set()


def test_a_message_of_braces_and_names_is_read_at_once() -> None:
    for piece in ('{"type": "string", ', "chapter, ", "{", "chapter is required ", "\n  chapter"):
        demanded_of(NAMES, [piece * 4_000])
