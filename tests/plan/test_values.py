from collections.abc import Mapping, Sequence

import pytest
from builders import call, tool

from tool_audit.experiments.situation import Filling
from tool_audit.model import Call, Json, Subject, ToolSpec
from tool_audit.plan.declared import declared_by
from tool_audit.plan.harvest import harvest
from tool_audit.plan.sources import Sources, Surroundings
from tool_audit.plan.values import candidates, fillings
from tool_audit.schema import arguments_of

TEXT: Json = {"type": "string"}
INTEGER: Json = {"type": "integer"}


def ways(
    spec: ToolSpec,
    *calls: Call,
    errors: Sequence[str] = (),
    given: Mapping[str, Json] | None = None,
    places: Surroundings | None = None,
    subject: Subject | None = None,
) -> tuple[Filling, ...]:
    sources = Sources(found=harvest(calls), errors=tuple(errors), surroundings=places or Surroundings())
    return fillings(subject or Subject(tool=spec.name), spec, arguments_of(spec), sources, given or {})


def needing(name: str, schema: Json, *, tool_name: str = "get_thing", **root: Json) -> ToolSpec:
    return tool(tool_name, {name: schema}, required=[name], **root)


def values(spec: ToolSpec, *calls: Call, errors: Sequence[str] = (), places: Surroundings | None = None) -> list[Json]:
    """The values of the only argument, in their order."""
    (argument,) = arguments_of(spec)
    sources = Sources(found=harvest(calls), errors=tuple(errors), surroundings=places or Surroundings())
    return [value for value, _ in candidates(argument, spec, sources)]


def origin(spec: ToolSpec, *calls: Call, **more: Sequence[str]) -> str:
    (text,) = ways(spec, *calls, **more)[0].origins.values()  # type: ignore[arg-type]
    return text


def listing(document: Json, name: str = "list_things") -> Call:
    return call(None, structured=document, tool=name)


@pytest.mark.parametrize(
    ("schema", "value", "text"),
    [
        ({"const": "a"}, "a", "const of the schema"),
        ({"type": "string", "default": "b"}, "b", "default of the schema"),
        ({"type": "string", "examples": ["c", "d"]}, "c", "example of the schema"),
        ({"type": "string", "example": "e"}, "e", "example of the schema"),
        ({"type": "string", "enum": ["f", "g"]}, "f", "enum of the schema"),
        ({"type": "string", "description": "One of: h, i"}, "h", "named in the description"),
        ({"type": "string", "description": "A place, e.g. 'Seoul'"}, "Seoul", "example of the description"),
        ({"type": "string", "format": "date"}, "2025-01-15", "made up for its format"),
        (INTEGER, 1, "made up for its type"),
        ({"type": "boolean"}, False, "enum of the schema"),
    ],
)
def test_a_value_comes_from_the_most_trustworthy_source_and_says_so(schema: Json, value: Json, text: str) -> None:
    spec = needing("x", schema)
    assert values(spec)[0] == value
    assert origin(spec) == text


@pytest.mark.parametrize(
    ("description", "value"),
    [
        ("Start, for example Bern", "Bern"),
        ("Short name, z. B. roesti", "roesti"),
        ("File number, z. B. 7 K 112/26", "7 K 112/26"),
        ("Código, por ejemplo ES-4471.", "ES-4471"),
        ("13자리 ISBN, 예: 9788936434120", "9788936434120"),
        ("駅の名前\uff08例\uff1a東京\uff09", "東京"),
        ("Repository (e.g. owner/repo)", "owner/repo"),
        ("Stop, such as ZRH or BSL", "ZRH"),
        ("City, e.g. New York, Oslo", "New York"),
        ("Le nom, par exemple «Lyon»", "Lyon"),
    ],
)
def test_examples_of_a_description_need_no_quotes_and_no_english(description: str, value: str) -> None:
    assert values(needing("x", {"type": "string", "description": description}))[0] == value


@pytest.mark.parametrize(
    ("description", "value"),
    [
        ("Term in months: 3, 6 or 12", 3),
        ("Laufzeit, 24 oder 36 Monate", 24),
        ("Up to 5 of them", 1),
        ("Version 2.5 or 3", 1),
        ("A number", 1),
    ],
)
def test_a_number_is_one_of_those_that_its_description_lets_choose(description: str, value: int) -> None:
    assert values(needing("term", {"type": "integer", "description": description}))[0] == value


@pytest.mark.parametrize(
    "description",
    [
        "Like in a search engine",
        "Something such as the name of a file",
        "Text, e.g. error handling in the parser of a language",
        "Site, e.g. https://news.example",
    ],
)
def test_words_of_a_sentence_are_no_example_and_no_strangers_address_is_one(description: str) -> None:
    name = "url" if "https" in description else "x"
    assert [v for v in values(needing(name, {"type": "string", "description": description})) if v != "test"] == []


@pytest.mark.parametrize(
    ("message", "offered"),
    [
        ("Kein Rezept mit slug 'x'. Vorhanden: linsensuppe, roesti", ["linsensuppe", "roesti"]),
        ("slug xは見つかりません。一覧: miso、udon", ["miso", "udon"]),
        ("slug fehlt; erforderlich sind: slug, menge", []),
        ("slug is wrong: see the manual", []),
    ],
)
def test_what_an_error_lists_at_its_end_is_tried_in_any_language(message: str, offered: list[str]) -> None:
    assert [value for value in values(needing("slug", TEXT), errors=[message]) if value != "test"] == offered


def test_an_identifier_comes_from_the_listing_that_holds_it() -> None:
    spec = needing("community_id", INTEGER)
    communities = listing({"communities": [{"id": 41}, {"id": 42}], "flows": [{"id": 1}]}, "list_communities")
    assert values(spec, communities)[:2] == [41, 42]
    assert origin(spec, communities) == "$.communities[].id of list_communities"


@pytest.mark.parametrize(
    ("argument", "tool_name", "document", "value"),
    [
        ("projectId", "get_project", {"items": [{"projectId": "p1"}]}, "p1"),
        ("page", "get_page", {"pages": ["home", "about"]}, "home"),
        ("name", "get_bank", {"banks": [{"name": "river"}]}, "river"),
        ("table_name", "describe_table", [{"name": "orders"}], "orders"),
        ("bank_id", "list_memories", {"banks": [{"bank_id": "b7", "id": 3}]}, "b7"),
        ("issue_key", "get_issue", {"issues": [{"key": "AB-1", "id": 12}]}, "AB-1"),
    ],
)
def test_what_a_reply_holds_is_found_by_name_and_holder(
    argument: str, tool_name: str, document: Json, value: str
) -> None:
    name = "list_tables" if argument == "table_name" else "list_all"
    assert values(needing(argument, TEXT, tool_name=tool_name), listing(document, name))[0] == value


def test_a_target_is_asked_for_by_name_before_by_number() -> None:
    nodes = listing({"nodes": [{"id": 230, "name": "parse"}, {"id": 231, "name": "render"}]}, "list_nodes")
    assert values(needing("target", TEXT, tool_name="query_graph"), nodes)[:3] == ["parse", "render", "230"]


def test_names_of_a_text_listing_are_used() -> None:
    spec = needing("bank_name", TEXT, tool_name="get_bank")
    assert values(spec, call("- river\n- sea", tool="list_banks"))[:2] == ["river", "sea"]


def test_harvested_values_take_the_form_that_the_schema_wants() -> None:
    ids = listing({"users": [{"id": 5}, {"id": "12"}]}, "list_users")
    assert values(needing("user_id", INTEGER, tool_name="get_user"), ids)[:2] == [5, 12]
    assert values(needing("user_id", TEXT, tool_name="get_user"), ids)[:2] == ["5", "12"]
    many = {"type": "array", "items": {"type": "integer"}}
    assert values(needing("user_id", many, tool_name="get_user"), ids)[0] == [5]


def test_bounds_and_members_of_the_schema_are_kept() -> None:
    ids = listing({"users": [{"id": 5}, {"id": 500}]}, "list_users")
    assert values(needing("user_id", {"type": "integer", "maximum": 9}), ids) == [5, 1]
    assert values(needing("user_id", {"type": "integer", "minimum": 100}), ids) == [500, 100]
    assert values(needing("n", {"type": "number", "minimum": 0.2, "maximum": 0.5})) == [0.2]
    assert values(needing("n", {"type": "integer", "exclusiveMinimum": 3})) == [4]
    assert values(needing("n", {"type": "integer", "maximum": -3})) == [-3]
    words = listing({"colors": ["red", "blue"]}, "list_colors")
    assert values(needing("color", {"type": "string", "enum": ["blue"]}), words) == ["blue"]
    assert "red" not in values(needing("color", {"type": "string", "minLength": 4}, tool_name="x"), words)


@pytest.mark.parametrize(
    "message",
    [
        "Unknown section. Available: usage, review",
        "section must be one of ['usage', 'review']",
        "Invalid section 'x'. Valid sections are: usage, review.",
        'No such section; did you mean "usage"?',
    ],
)
def test_what_an_error_offers_is_tried(message: str) -> None:
    assert "usage" in values(needing("section", TEXT), errors=[message])


@pytest.mark.parametrize(
    "message",
    [
        '\'word\' is a required property. Expected: ["word", "most", "from"]',
        "word is missing. Valid arguments are: word, most, from",
        'word does not match. Expected: {"type": "string", "pattern": "^w", "description": "a word"}',
    ],
)
def test_the_names_of_arguments_and_the_words_of_a_quoted_schema_are_no_values(message: str) -> None:
    spec = tool("grep_lines", {"word": TEXT, "most": INTEGER, "from": INTEGER}, required=["word"])
    assert next(way.arguments for way in ways(spec, errors=[message])) == {"word": "test"}


def test_an_error_about_something_else_offers_nothing() -> None:
    assert values(needing("section", TEXT), errors=["Field color: available: red"]) == ["test"]


def test_what_writes_is_not_taken_from_an_error_nor_from_a_set() -> None:
    assert "delete" not in values(needing("mode", TEXT), errors=["mode: one of: delete, list"])
    assert values(needing("mode", {"type": "string", "enum": ["delete", "list"]})) == ["list"]
    assert values(needing("mode", {"type": "string", "enum": ["delete", "create"]})) == ["delete", "create"]


def test_lists_of_the_tools_description_are_read() -> None:
    spec = needing("section_name", TEXT, description="Reads a part. Available sections: usage, commands")
    assert values(spec)[:2] == ["usage", "commands"]


def test_an_object_is_built_with_what_it_requires() -> None:
    request = {
        "type": "object",
        "properties": {
            "project_id": INTEGER,
            "filter": {"$ref": "#/$defs/Filter"},
            "note": TEXT,
        },
        "required": ["project_id", "filter"],
    }
    inner = {"type": "object", "properties": {"state": {"enum": ["open"]}}, "required": ["state"]}
    spec = needing("request", request, **{"$defs": {"Filter": inner}})
    projects = listing({"projects": [{"id": 9}]}, "list_projects")
    assert values(spec, projects) == [{"project_id": 9, "filter": {"state": "open"}}]
    assert "project_id: $.projects[].id of list_projects" in origin(spec, projects)


def test_a_list_that_must_hold_something_gets_members_that_can_be_built() -> None:
    rows = {"type": "object", "properties": {"id": INTEGER}, "required": ["id"]}
    assert values(needing("rows", {"type": "array", "items": rows, "minItems": 2})) == [[{"id": 1}, {"id": 1}]]
    assert values(needing("rows", {"type": "array", "items": rows})) == [[], [{"id": 1}]]
    kinds = {"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 1}
    assert values(needing("kinds", kinds)) == [["a"]]
    assert values(needing("rows", {"type": "array", "items": rows, "minItems": 500})) == []


def test_an_object_that_needs_what_cannot_be_known_is_not_built() -> None:
    target = {"type": "object", "properties": {"url": TEXT}, "required": ["url"]}
    assert values(needing("target", target)) == []
    loop = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Loop"}}, "required": ["next"]}
    assert values(needing("node", {"$ref": "#/$defs/Loop"}, **{"$defs": {"Loop": loop}})) == []


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("url", TEXT),
        ("website", TEXT),
        ("webhook_url", TEXT),
        ("email", TEXT),
        ("to", TEXT),
        ("recipient_emails", TEXT),
        ("host", TEXT),
        ("hostname", TEXT),
        ("domain", TEXT),
        ("ip", TEXT),
        ("phone_number", TEXT),
        ("api_token", TEXT),
        ("password", TEXT),
        ("x", {"type": "string", "format": "uri"}),
        ("x", {"type": "string", "format": "email"}),
        ("x", {"type": "string", "format": "hostname"}),
        ("x", {"type": "string", "format": "ipv4"}),
        ("page", {"type": "string", "description": "URL of the page"}),
        ("user", {"type": "string", "description": "E-mail address or id"}),
        ("target", {"type": "string", "description": "Hostname to look at"}),
    ],
)
def test_nothing_is_made_up_that_could_reach_a_stranger(name: str, schema: Json) -> None:
    assert values(needing(name, schema)) == []


def test_tools_that_go_where_their_argument_points_are_sent_nowhere() -> None:
    assert values(needing("target", TEXT, tool_name="ping")) == []
    assert values(needing("name", TEXT, tool_name="whois_lookup")) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "default": "DROP TABLE users"},
        {"type": "string", "examples": ["DELETE FROM users", "INSERT INTO a VALUES (1)"]},
        {"type": "string", "description": "The SQL, e.g. 'UPDATE users SET admin = 1'"},
        {"type": "string", "examples": ["SELECT 1; DROP TABLE users", "WITH a AS (DELETE FROM b) SELECT 1"]},
        {"type": "string", "examples": ["PRAGMA writable_schema = 1", "SELECT * INTO copy FROM users"]},
        {"type": "string", "examples": ["SELECT pg_sleep(60)", "SELECT nextval('s')", "ATTACH 'x' AS y"]},
    ],
)
def test_no_statement_is_sent_but_one_that_only_reads(schema: Json) -> None:
    assert values(needing("sql", schema, tool_name="read_query")) == ["SELECT 1"]


def test_statements_of_other_replies_are_sent_only_where_they_read() -> None:
    spec = needing("query", {"type": "string", "description": "SQL to carry out"}, tool_name="read_query")
    log = listing({"queries": [{"query": "DROP TABLE a"}, {"query": "SELECT name FROM a"}]}, "list_queries")
    assert values(spec, log) == ["SELECT name FROM a", "SELECT 1"]


def test_a_path_is_one_of_the_places_and_never_made_up() -> None:
    places = Surroundings(folders=("/srv/data",), files=("/srv/data/a.txt",))
    folder, file = needing("path", TEXT, tool_name="list_directory"), needing("path", TEXT, tool_name="read_file")
    assert values(folder, places=places) == ["/srv/data", "/srv/data/a.txt"]
    assert values(file, places=places) == ["/srv/data/a.txt", "/srv/data"]
    assert values(file) == []


def test_a_file_of_a_reply_is_not_taken_for_a_repository() -> None:
    log = call("src/app/main.py | 3 ++-", tool="git_log")
    places = Surroundings(folders=("/srv/repo",))
    assert values(needing("repo_path", TEXT, tool_name="git_branch"), log, places=places)[0] == "/srv/repo"
    assert values(needing("file_path", TEXT, tool_name="git_blame"), log, places=places)[0] == "src/app/main.py"


def test_revisions_are_made_up_for_repositories_only() -> None:
    assert values(needing("target", TEXT, tool_name="git_diff"))[0] == "HEAD"
    assert "HEAD" not in values(needing("target", TEXT, tool_name="get_goal"))


def test_a_dry_run_stays_dry() -> None:
    assert values(needing("dry_run", {"type": ["boolean", "null"], "default": True}))[0] is True


def test_what_the_user_gives_is_in_every_way_and_is_not_replaced() -> None:
    spec = tool("get_page", {"book": TEXT, "page": INTEGER, "lang": TEXT}, required=["book", "page"])
    books = listing({"books": ["moby", "emma"]}, "list_books")
    found = ways(spec, books, given={"page": 7, "lang": "ko", "extra": [1]})
    assert [way.arguments["book"] for way in found[:2]] == ["moby", "emma"]
    assert all({**way.arguments, "page": 7, "lang": "ko", "extra": [1]} == way.arguments for way in found)
    assert found[0].origins["page"] == "given by the user"


def test_what_the_user_gives_is_tried_alone_where_the_rest_cannot_be_found() -> None:
    spec = tool("fetch", {"url": TEXT, "depth": INTEGER}, required=["url"])
    assert [way.arguments for way in ways(spec, given={"depth": 2})] == [{"depth": 2}]
    assert ways(spec) == ()


def test_the_action_is_never_taken_from_what_the_user_gives_for_the_tool() -> None:
    spec = tool("manage", {"action": {"enum": ["list", "run"], "type": "string"}, "id": INTEGER}, required=["action"])
    subject = Subject(tool="manage", argument="action", member="list")
    assert [way.arguments for way in ways(spec, given={"action": "run", "id": 3}, subject=subject)] == [{"id": 3}]


def test_an_optional_identifier_is_filled_in_after_the_plain_ways() -> None:
    spec = tool("get_bank", {"bank_id": TEXT, "full": {"type": "boolean"}})
    assert ways(spec) == ()
    found = ways(spec, listing({"banks": [{"id": "b1"}]}, "list_banks"))
    assert [way.arguments for way in found] == [{"bank_id": "b1"}]


@pytest.mark.parametrize(
    "message",
    [
        "Invalid input: expected string, received undefined at section",
        '[{"expected": "string", "code": "invalid_type", "path": ["section"], "message": "Required"}]',
        "section: Field required [type=missing, input_value={}, input_type=dict]",
    ],
)
def test_a_validators_own_words_are_no_values(message: str) -> None:
    assert values(needing("section", TEXT), errors=[message]) == ["test"]


def test_quoted_values_are_taken_and_the_words_around_them_are_not() -> None:
    message = "Invalid section format. Expected numeric (e.g., '15'), with parts (e.g., '15.2')"
    assert values(needing("section", TEXT), errors=[message])[:2] == ["15", "15.2"]


@pytest.mark.parametrize(
    "message", ["No folder set. Please specify a 'path' first.", "'path' is required", 'path: must provide "path"']
)
def test_what_an_error_asks_for_is_filled_in_though_the_schema_does_not_require_it(message: str) -> None:
    spec = tool("get_log", {"path": {"type": "string", "default": "."}, "of": TEXT}, required=["of"])
    places = Surroundings(folders=("/data",))
    first, second = ways(spec, errors=[message], places=places)[:2]
    assert first.arguments == {"of": "test"}, "a message may be misread: first what the schema requires"
    assert second.arguments == {"path": "/data", "of": "test"}


def test_a_tool_of_a_repository_is_given_one() -> None:
    places = Surroundings(folders=("/data",), repositories=("/data/repo",))
    assert values(needing("path", TEXT, tool_name="git_status"), places=places)[0] == "/data/repo"
    assert values(needing("path", TEXT, tool_name="list_entries"), places=places)[0] == "/data"


def test_a_file_of_the_kind_that_is_asked_for_comes_first() -> None:
    places = Surroundings(folders=("/data",), files=("/data/a.txt", "/data/b.xlsx"))
    errors = ["Path '/data/a.txt' must point to an Excel file (.xlsm, .xlsx)."]
    assert values(needing("path", TEXT), places=places, errors=errors)[0] == "/data/b.xlsx"


def test_a_path_that_must_be_absolute_is() -> None:
    spec = needing("directory", {"type": "string", "description": "An absolute path"})
    seen = listing({"folders": [{"path": "src/app"}, {"path": "/data/app"}]})
    assert values(spec, seen) == ["/data/app"]


def test_an_argument_that_only_its_description_explains_is_given_what_that_names() -> None:
    spec = needing("identifier", {"type": "string", "description": "The title or permalink of the note"})
    assert values(spec, listing({"results": [{"title": "Monday", "size": 4}]}))[0] == "Monday"
    hashed = needing("name", {"type": "string", "description": "The key of the hash"})
    assert values(hashed, listing({"keys": ["cart"]}))[0] == "cart"


def test_a_place_is_searched_for_other_words_before_another_place_is() -> None:
    spec = tool("search_bank", {"bank_id": TEXT, "pattern": TEXT}, required=["bank_id", "pattern"])
    banks = listing({"banks": [{"id": "s-1", "name": "poems"}, {"id": "s-2", "name": "plays"}]}, "list_banks")
    found = [(way["bank_id"], way["pattern"]) for way in (filling.arguments for filling in ways(spec, banks))]
    assert found[:4] == [("s-1", "poems"), ("s-1", "plays"), ("s-1", "test"), ("s-2", "plays")]


def test_a_query_reads_a_table_that_was_listed() -> None:
    spec = needing("query", TEXT, tool_name="read_query", description="Run a SELECT query")
    tables = call("[{'name': 'orders'}, {'name': 'x; drop'}]", tool="list_tables")
    assert values(spec, tables) == ["SELECT * FROM orders LIMIT 20", "SELECT 1"]


def test_values_of_each_kind_are_tried_before_more_of_the_same() -> None:
    keys = listing({"keys": ["user:1", "user:2", "user:3", "cart:1", "queue"]})
    assert values(needing("key", TEXT), keys)[:4] == ["user:1", "cart:1", "queue", "user:2"]


def test_a_file_that_a_text_speaks_of_is_not_searched_before_the_folder_that_is_there() -> None:
    spec = needing("path", TEXT, tool_name="search_files")
    spoken = call("- see src/app/main.py", tool="read_files")
    assert values(spec, spoken, places=Surroundings(folders=("/srv/data",)))[0] == "/srv/data"


def test_a_file_is_no_folder() -> None:
    places = Surroundings(folders=("/data",), files=("/data/a.txt",))
    assert values(needing("directory", TEXT), places=places) == ["/data"]


def test_a_file_is_read_where_the_server_stands_before_one_that_a_reply_names_elsewhere() -> None:
    seen = listing({"ca_path": "/etc/ssl/ca.crt"}, "get_config")
    places = Surroundings(folders=("/data",), files=("/data/a.txt",))
    found = values(needing("path", TEXT, tool_name="read_content"), seen, places=places)
    assert found == ["/data/a.txt", "/data", "/etc/ssl/ca.crt"]


def test_a_folder_that_need_not_be_given_is_given_where_the_call_without_it_fails() -> None:
    spec = tool("list_books", {"directory": {"type": "string", "default": ""}})
    assert [way.arguments for way in ways(spec, places=Surroundings(folders=("/data",)))][-1] == {"directory": "/data"}


def test_any_file_is_not_given_to_an_argument_that_may_be_left_out() -> None:
    spec = tool("show_report", {"file": TEXT})
    assert ways(spec, places=Surroundings(folders=("/data",), files=("/data/a.json",))) == ()


@pytest.mark.parametrize(
    "error",
    [
        "Cannot read properties of undefined (reading 'org')",
        "KeyError: 'org'",
        "params.org is required",
        "'org' is missing",
    ],
)
def test_the_members_that_an_error_misses_are_filled_in(error: str) -> None:
    org: Json = {"type": "object", "properties": {"org": {"type": "string", "enum": ["north"]}, "team": TEXT}}
    spec = tool("list_projects", {"params": org})
    assert ways(spec, errors=[error])[0].arguments == {"params": {"org": "north"}}
    assert ways(spec, errors=["org north was not found"]) == ()


@pytest.mark.parametrize("error", ["org: is required", "Missing required argument: org", "org is required"])
def test_what_an_error_says_is_required_is_filled_in(error: str) -> None:
    spec = tool("list_projects", {"org": {"type": "string", "enum": ["north"]}, "team": TEXT})
    assert ways(spec, errors=[error])[0].arguments == {"org": "north"}


@pytest.mark.parametrize(
    ("bounds", "value"), [({}, 10), ({"maximum": 5}, 5), ({"minimum": 20}, 20), ({"minimum": 1, "maximum": 100}, 10)]
)
def test_a_number_of_items_that_must_be_said_is_more_than_one(bounds: Json, value: int) -> None:
    assert values(needing("limit", {**INTEGER, **bounds}))[0] == value


def test_an_example_of_its_own_is_tried_before_what_only_has_the_same_key() -> None:
    sites = call("- Track 1000: closed\n- Track 1001: closed", tool="list_sites")
    spec = needing("name", {"type": "string", "description": "Part of the name, e.g. Berlin"}, tool_name="search_stop")
    assert values(spec, sites)[:2] == ["Berlin", "Track 1000"]


def test_an_example_is_the_second_try_where_a_listing_surely_holds_what_is_meant() -> None:
    notes = listing({"notes": [{"id": "n-7"}, {"id": "n-8"}]}, "list_notes")
    spec = needing("note_id", {"type": "string", "description": "Id of the note, e.g. abc-123"}, tool_name="get_note")
    assert values(spec, notes)[:3] == ["n-7", "abc-123", "n-8"]


def test_a_place_that_is_there_comes_before_an_example_of_a_path() -> None:
    spec = needing("path", {"type": "string", "description": "Path, e.g. /home/me/notes"}, tool_name="list_entries")
    assert values(spec, places=Surroundings(folders=("/data", "/more")))[:3] == ["/data", "/home/me/notes", "/more"]


def declaring(spec: ToolSpec, *others: ToolSpec) -> list[Json]:
    (argument,) = arguments_of(spec)
    return [value for value, _ in candidates(argument, spec, Sources(declared=declared_by([spec, *others])))]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "enum": ["orders", "regions"]},
        {"type": "string", "examples": ["orders"]},
        {"type": "string", "default": "orders"},
    ],
)
def test_what_another_tool_declares_for_an_argument_of_this_name_is_tried(schema: Json) -> None:
    spec = needing("table", TEXT, tool_name="count_rows")
    assert declaring(spec, tool("get_rows", {"table": schema}))[0] == "orders"
    assert declaring(spec, tool("get_rows", {"rows": schema})) == ["test"]


@pytest.mark.parametrize("name", ["id", "name", "type", "mode", "limit", "page", "url", "output_path"])
def test_what_means_something_else_in_each_tool_or_would_reach_somebody_is_not_taken_over(name: str) -> None:
    other = tool("get_rows", {name: {"type": ["string", "integer"], "examples": ["sample", 77]}})
    assert not {"sample", 77} & set(declaring(needing(name, {}, tool_name="count_rows"), other))


def test_what_another_tool_declares_that_changes_something_is_not_taken_over() -> None:
    other = tool("edit", {"step": {"type": "string", "enum": ["delete", "first"]}})
    assert declaring(needing("step", TEXT), other) == ["first", "test"]


def test_a_search_is_given_words_of_the_things_that_it_looks_through() -> None:
    users = listing({"users": [{"name": "Kim Larsen"}]}, "list_users")
    tickets = listing({"tickets": [{"key": "A-1", "summary": "Host web3 fails"}, {"summary": "Door"}]}, "list_tickets")
    spec = needing("text", TEXT, tool_name="search_tickets")
    assert values(spec, users, tickets)[:3] == ["Host", "Door", "test"]


def test_a_search_by_name_is_given_a_word_of_a_path() -> None:
    files = listing({"files": [{"path": "/reports/alpha_0.pdf"}, {"path": "/reports/beta_1.pdf"}]}, "list_files")
    assert values(needing("name", TEXT, tool_name="find_files"), files)[:2] == ["alpha", "beta"]
    assert values(needing("name", TEXT, tool_name="get_report"), files) == ["test"]


@pytest.mark.parametrize(
    ("description", "first"),
    [
        ("Only this text: Rent, Groceries, Salary or Books", "Rent"),
        ("Country (DE, PT, NO)", "DE"),
        ("Product: ice, re oder s", "ice"),
        ("Account number, DE01 or DE02", "DE01"),
        ("Station: ZRH, BSL, GVA.", "ZRH"),
        ("ID or URL of the page", "test"),
        ("Text to look at (one or two words)", "test"),
        ("Note: this is slow", "test"),
        ("A word, or several", "test"),
    ],
)
def test_words_among_which_a_description_lets_choose_are_values(description: str, first: str) -> None:
    assert next(iter(values(needing("part", {"type": "string", "description": description}))), "test") == first
