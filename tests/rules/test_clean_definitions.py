"""Sound definitions, written by hand and by the generators that most servers use: nothing of theirs is a flaw."""

import json
from datetime import date

import pytest

from tool_audit.audit import listed, report_of
from tool_audit.measure.tokens import load_counter
from tool_audit.model import Finding, Severity
from tool_audit.rules import catalogue
from tool_audit.settings import Settings

READS = {"readOnlyHint": True, "openWorldHint": False}
WRITES = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True, "openWorldHint": False}

ZOD_3 = [
    {
        "name": "search_orders",
        "title": "Search orders",
        "description": "Search the orders of a shop by customer, state and day.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "customer": {"type": "string", "minLength": 1, "description": "Part of the customer's name"},
                "state": {
                    "type": "string",
                    "enum": ["open", "paid", "sent"],
                    "default": "open",
                    "description": "State",
                },
                "since": {"type": "string", "format": "date-time", "description": "Earliest order"},
                "tags": {
                    "type": "array",
                    "items": {"type": "string"},
                    "maxItems": 10,
                    "description": "All of these tags",
                },
                "note": {"type": ["string", "null"], "description": "Text of the note, or null for none"},
                "price": {
                    "anyOf": [{"type": "number", "exclusiveMinimum": 0}, {"type": "string", "pattern": "^[<>]\\d+$"}],
                    "description": "A price, or a bound such as <100",
                },
                "extra": {"type": "object", "additionalProperties": {}, "description": "Further fields to match"},
                "anything": {"description": "Any value that the shop keeps"},
                "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20, "description": "How many"},
            },
            "required": ["customer"],
            "additionalProperties": False,
            "$schema": "http://json-schema.org/draft-07/schema#",
        },
        "annotations": READS,
    },
    {
        "name": "get_shop",
        "description": "Get the shop's address and opening hours.",
        "inputSchema": {"type": "object", "properties": {}, "$schema": "http://json-schema.org/draft-07/schema#"},
        "annotations": READS,
        "execution": {"taskSupport": "forbidden"},
    },
]

ZOD_4 = [
    {
        "name": "place_bet",
        "description": "Place a bet on a horse of a race.",
        "inputSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "race": {
                    "type": "integer",
                    "minimum": -9007199254740991,
                    "maximum": 9007199254740991,
                    "description": "Its number",
                },
                "between": {
                    "type": "array",
                    "prefixItems": [{"type": "number"}, {"type": "number"}],
                    "items": False,
                    "description": "Lowest and highest stake",
                },
                "coach": {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "The coach's name"},
                "kind": {
                    "oneOf": [{"type": "string", "const": "win"}, {"type": "string", "const": "place"}],
                    "description": "What is bet on",
                },
                "meta": {
                    "type": "object",
                    "propertyNames": {"type": "string"},
                    "additionalProperties": {"type": "string"},
                    "description": "Labels",
                },
            },
            "required": ["race", "between"],
            "additionalProperties": False,
        },
        "outputSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {"bet": {"type": "string"}, "at": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
            "required": ["bet", "at"],
            "additionalProperties": False,
        },
        "annotations": WRITES,
    }
]

PYDANTIC = [
    {
        "name": "list_trails",
        "description": "List the trails of a park.\n\nArgs:\n    park: Its name.\n    max_results: How many trails.",
        "inputSchema": {
            "$defs": {
                "Level": {"enum": ["easy", "hard"], "title": "Level", "type": "string"},
                "Box": {
                    "description": "A part of the map.",
                    "properties": {
                        "west": {"title": "West", "type": "number"},
                        "inner": {"anyOf": [{"$ref": "#/$defs/Box"}, {"type": "null"}], "default": None},
                    },
                    "required": ["west"],
                    "title": "Box",
                    "type": "object",
                },
            },
            "properties": {
                "park": {"title": "Park", "type": "string"},
                "level": {"allOf": [{"$ref": "#/$defs/Level"}], "default": "easy", "description": "How hard."},
                "box": {"anyOf": [{"$ref": "#/$defs/Box"}, {"type": "null"}], "default": None, "description": "Where."},
                "words": {
                    "anyOf": [{"items": {"type": "string"}, "type": "array"}, {"type": "null"}],
                    "default": None,
                    "description": "Words of the trail's name.",
                    "title": "Words",
                },
                "max_results": {"default": 20, "maximum": 50, "minimum": 1, "title": "Max Results", "type": "integer"},
            },
            "required": ["park"],
            "title": "list_trailsArguments",
            "type": "object",
        },
        "outputSchema": {
            "properties": {"result": {"items": {"additionalProperties": True, "type": "object"}, "type": "array"}},
            "required": ["result"],
            "title": "list_trailsOutput",
            "type": "object",
        },
        "annotations": READS,
    },
    {
        "name": "delete_trail",
        "description": "Delete a trail and all its photos.",
        "inputSchema": {
            "properties": {"trail_id": {"description": "From list_trails.", "title": "Trail Id", "type": "string"}},
            "required": ["trail_id"],
            "title": "delete_trailArguments",
            "type": "object",
        },
        "annotations": WRITES,
    },
]

BY_HAND = [
    {
        "name": f"{verb}_{thing}",
        "description": text,
        "inputSchema": {"type": "object", "properties": properties, "additionalProperties": False},
        "annotations": READS,
    }
    for verb, thing, text, properties in [
        ("list", "users", "List the users of the workspace.", {}),
        ("list", "groups", "List the groups of the workspace.", {}),
        ("list", "pages", "List the pages of the workspace.", {}),
        ("get", "user", "Get a user by e-mail address.", {"email": {"type": "string", "description": "The address."}}),
        (
            "get",
            "group",
            "Get a group by name.",
            {"name": {"type": "string", "description": "As list_groups gives it."}},
        ),
        ("get", "page", "Get a page by its path.", {"path": {"type": "string", "description": "From the root."}}),
        ("search", "users", "Search users.", {"q": {"type": "string", "description": "Words of the name or title."}}),
        ("search", "groups", "Search groups.", {"q": {"type": "string", "description": "Words of the name."}}),
        ("search", "pages", "Search pages.", {"q": {"type": "string", "description": "Words of the text."}}),
        ("count", "users", "Count the users of the workspace.", {}),
        ("count", "pages", "Count the pages of the workspace.", {"since": {"type": "string", "format": "date"}}),
    ]
]

DOTNET = [
    {
        "name": "get_reading",
        "description": "Liest den letzten Messwert einer Station.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "station": {"description": "Kürzel der Station", "type": "string"},
                "unit": {"description": "Einheit des Werts", "type": ["string", "null"], "default": None},
                "maxRows": {"description": "Anzahl der Werte", "type": "integer", "default": 10, "maximum": 100},
            },
            "required": ["station"],
        },
        "annotations": READS,
    }
]

SETS = {"zod 3": ZOD_3, "zod 4": ZOD_4, "pydantic": PYDANTIC, "by hand": BY_HAND, "dotnet": DOTNET}


def findings(saved: object) -> tuple[Finding, ...]:
    settings, today = Settings(), date(2026, 1, 1)
    recording = listed("clean", json.loads(json.dumps(saved)), settings, today)
    (server,) = report_of([(recording, None)], (), settings, load_counter(), today).servers
    return server.findings


@pytest.mark.parametrize("tools", SETS.values(), ids=SETS.keys())
def test_sound_definitions_have_no_flaw(tools):
    assert [f"{f.rule}: {f.message}" for f in findings(tools) if f.severity is not Severity.INFO] == []


def test_what_is_only_told_of_them_is_what_few_clients_refuse_and_what_is_not_described():
    told = {name: {f.rule for f in findings(tools)} for name, tools in SETS.items()}
    assert told == {
        "zod 3": {"schema-refused-by-clients"},
        "zod 4": {"schema-refused-by-clients"},
        "pydantic": set(),
        "by hand": {"undescribed-parameter"},
        "dotnet": {"schema-refused-by-clients"},
    }


WRAPPED = {
    "a list": lambda tools: tools,
    "a result": lambda tools: {"tools": tools},
    "a reply": lambda tools: {"jsonrpc": "2.0", "id": 3, "result": {"tools": tools, "nextCursor": None}},
}


@pytest.mark.parametrize("wrap", WRAPPED.values(), ids=WRAPPED.keys())
def test_the_rules_that_need_no_call_look_at_a_saved_listing_however_it_is_wrapped(wrap):
    broken = {
        "name": "get.it",
        "description": "",
        "inputSchema": {"type": "object", "properties": {"q": {"type": "array"}}},
    }
    found = {f.rule for f in findings(wrap([broken]))}
    assert found == {
        "tool-name-invalid",
        "schema-refused-by-clients",
        "hints-missing",
        "undescribed-parameter",
        "ambiguous-parameter",
    }
    assert found <= set(catalogue())
