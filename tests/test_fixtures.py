"""The fixture servers start, list their tools and behave as they say: each case has its flaw, the clean ones none."""

import json
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tool_audit.listing import listing_from_json
from tool_audit.plan.gate import decide
from tool_audit.settings import Probing

FIXTURES = Path(__file__).parents[1] / "fixtures"
CLEAN = sorted(path.stem for path in FIXTURES.glob("clean*.py"))
CASES = sorted(f"cases/{path.stem}" for path in (FIXTURES / "cases").glob("*.py"))
WRITERS = set("delete_boat rename_boat remove close_find update_find forget_find unlock_find update insert_at".split())
IN_A_FRAMEWORK = {"clean_mcpserver"}
"""Servers whose framework chooses how JSON is written, and takes "1" for 1."""
RAW_JSON = set(CLEAN) - IN_A_FRAMEWORK - {"clean_bullets", "clean_files", "clean_markdown"}


class Server:
    """A running fixture, asked one request at a time."""

    def __init__(self, name: str, *words: str) -> None:
        command = [sys.executable, str(FIXTURES / f"{name}.py"), *words]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.number = 0
        about = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        assert "result" in self.request("initialize", about)
        self._send({"method": "notifications/initialized"})

    def _send(self, message: Any) -> None:
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()

    def request(self, method: str, params: Any) -> Any:
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        while True:
            line = self.process.stdout.readline()
            if line and line[:1] != b"{":
                continue  # one fixture prints there
            reply = json.loads(line)
            if reply.get("id") == self.number:
                return reply

    def tools(self, **params: Any) -> list[Any]:
        return self.request("tools/list", params)["result"]["tools"]

    def every_tool(self) -> list[Any]:
        """All pages, up to four of them: some fixtures never end."""
        params, found = {}, {}
        for _ in range(4):
            page = self.request("tools/list", params)["result"]
            found |= {tool["name"]: tool for tool in page["tools"]}
            if "nextCursor" not in page:
                break
            params = {"cursor": page["nextCursor"]}
        return list(found.values())

    def call(self, tool: str, **arguments: Any) -> Any:
        """The result of a call, or the error."""
        reply = self.request("tools/call", {"name": tool, "arguments": arguments})
        return reply.get("result", reply.get("error"))

    def text(self, tool: str, **arguments: Any) -> str:
        result = self.call(tool, **arguments)
        assert result.get("isError", False) is False, result
        return "\n".join(block["text"] for block in result["content"])

    def data(self, tool: str, **arguments: Any) -> Any:
        return json.loads(self.text(tool, **arguments))

    def failure(self, tool: str, **arguments: Any) -> str:
        result = self.call(tool, **arguments)
        if "message" in result:
            return result["message"]
        assert result.get("isError") is True, result
        return result["content"][0]["text"]


@pytest.fixture
def start():
    with ExitStack() as stack:

        def started(name: str, *words: str) -> Server:
            server = Server(name, *words)
            stack.callback(server.process.wait, 10)
            stack.callback(server.process.stdout.close)
            stack.callback(server.process.stdin.close)
            return server

        yield started


@pytest.mark.parametrize("name", [*CLEAN, *CASES])
def test_a_fixture_lists_tools_that_may_be_called_and_ends_with_its_input(start, name):
    server = start(name)
    tools = server.every_tool()
    decisions = decide(listing_from_json({"tools": tools}, name).tools, Probing())
    said = {tool["name"] for tool in tools if tool.get("annotations", {}).get("readOnlyHint") is False}
    assert {decision.subject.tool for decision in decisions if not decision.called} <= WRITERS | said
    assert all(tool["description"] for tool in tools)
    server.process.stdin.close()
    assert server.process.wait(10) == 0


def required(tool: Any) -> dict[str, Any]:
    """Values for what a tool needs, as its schema offers them."""
    schema = tool.get("inputSchema", {})
    rules = {name: schema["properties"][name] for name in schema.get("required", ())}
    made_up = {"gauge": "g-001", "month": 3, "boat": "boat-999", "name": "Qualle"}
    offered = {name: rule.get("examples") or rule.get("enum") for name, rule in rules.items()}
    return {name: values[0] if values else made_up[name] for name, values in offered.items()}


@pytest.mark.parametrize("name", CLEAN)
def test_a_clean_server_checks_every_argument_and_names_it(start, name):
    server = start(name)
    for tool in server.every_tool():
        given = required(tool)
        properties = tool["inputSchema"]["properties"]
        assert tool["inputSchema"]["additionalProperties"] is False
        assert "nonsense" in server.failure(tool["name"], **given, nonsense=1)
        for needed in given:
            assert needed in server.failure(tool["name"], **{key: given[key] for key in given if key != needed})
        for argument, rule in properties.items():
            assert argument in server.failure(tool["name"], **{**given, argument: {"not": "this"}})
            if rule.get("type") == "integer":
                assert {"minimum", "maximum"} <= rule.keys()
                assert "default" in rule or argument in given
                assert argument in server.failure(tool["name"], **{**given, argument: rule["maximum"] + 1})
                if name not in IN_A_FRAMEWORK:
                    assert argument in server.failure(tool["name"], **{**given, argument: str(rule["minimum"])})


@pytest.mark.parametrize("name", CLEAN)
def test_a_clean_server_wastes_no_character_of_json_and_states_its_true_defaults(start, name):
    server = start(name)
    for tool in server.every_tool():
        if tool["name"] in WRITERS:
            continue
        given = required(tool)
        said = {key: rule["default"] for key, rule in tool["inputSchema"]["properties"].items() if "default" in rule}
        reply = server.call(tool["name"], **given)
        assert reply.get("isError", False) is False
        assert reply["content"]
        if name not in {"clean_clock", "clean_growing", "clean"}:
            said = {key: value for key, value in said.items() if value is not None}
            assert reply == server.call(tool["name"], **given, **said)
        for block in reply["content"]:
            if block.get("text", "")[:1] == "{" and name in RAW_JSON:
                compact = json.dumps(json.loads(block["text"]), ensure_ascii=False, separators=(",", ":"))
                assert block["text"] == compact


def walk(server: Server, tool: str, *, key: str, cursor: str, argument: str, **more: Any) -> list[Any]:
    """Every item of a walk over the pages of a JSON reply."""
    page = server.data(tool, **more)
    items = list(page[key])
    while cursor in page:
        page = server.data(tool, **more, **{argument: page[cursor]})
        items += page[key]
    return items


def test_clean_walks_meet_every_item_once(start):
    papers = start("clean_search")
    found = walk(papers, "search_papers", key="papers", cursor="next_page_token", argument="page_token", query="willow")
    assert len({paper["doi"] for paper in found}) == len(found)
    assert len(found) == papers.data("search_papers", query="willow", top_k=1)["total_matches"] == 12
    assert papers.data("search_papers", query="zzz")["total_matches"] == 0
    assert "next_page_token" in papers.failure("search_papers", query="willow", page_token="made-up")

    ropes = walk(start("clean_clamp"), "list_ropes", key="ropes", cursor="next_offset", argument="offset", limit=500)
    assert len({rope["rope"] for rope in ropes}) == len(ropes) == 150

    towns = start("clean_markdown")
    pages = [towns.text("list_towns", anzahl=20), towns.text("list_towns", anzahl=20, cursor="nach-20")]
    assert "Weiter mit cursor=nach-20" in pages[0]
    assert "Weiter" not in pages[1]
    assert len({row for page in pages for row in page.splitlines() if row.startswith("| ")}) == 41
    trains = [towns.text("list_trains"), *(towns.text("list_trains", cursor="weiter") for _ in range(2))]
    assert ["cursor=weiter" in page for page in trains] == [True, True, False]

    events = start("clean_growing")
    first = events.data("list_events")
    second = events.data("list_events", before=first["next_before"])
    assert second["total"] == first["total"] + 1
    assert not {event["id"] for event in first["events"]} & {event["id"] for event in second["events"]}


def test_clean_replies_say_what_they_leave_out(start):
    ropes = start("clean_clamp").data("list_ropes", limit=500)
    assert (len(ropes["ropes"]), ropes["limit_applied"], ropes["total"], ropes["has_more"]) == (100, 100, 150, True)
    bridges = start("clean_json")
    assert bridges.data("list_bridges", limit=50) == bridges.data("list_bridges", limit=100)
    assert "go on with start_line=51" in start("clean_files").text("read_file", path="notes/todo.txt")
    assert start("clean_bullets").text("list_trees").startswith("나무 37건 중 1-10\n")


def test_what_differs_by_itself_differs(start):
    clock = start("clean_clock")
    one, other = clock.data("get_report"), clock.data("get_report")
    assert one["machines"] == other["machines"]
    assert all(one[key] != other[key] for key in ("generated_at", "request_id"))
    assert clock.text("get_uuid") != clock.text("get_uuid")


def test_a_documented_delete_of_nothing_is_no_error_and_a_rename_is_one(start):
    boats = start("clean_delete")
    assert boats.data("delete_boat", boat="boat-999") == {"deleted": False}
    assert "boat-999" in boats.failure("rename_boat", boat="boat-999", name="Qualle")


# --- what is cut, and what is said of it


def test_completed_but_cut(start):
    server = start("cases/completed_but_cut")
    text = server.text("query_parcels", sql="SELECT * FROM parcels")
    reply = json.loads(text)
    assert (reply["status"], reply["row_count"], len(reply["data"]["rows"])) == ("completed", 2000, 2000)
    assert text.index("rows_truncated") > 10_000
    assert server.data("query_parcels", sql="SELECT COUNT(*) FROM parcels")["data"]["rows"] == [[5000]]
    assert [server.data("list_inspections", **given)["row_count"] for given in ({}, {"first": 500})] == [200, 260]


def test_count_equals_cap(start):
    server = start("cases/count_equals_cap")
    counts = [server.data("get_rows", table="more", limit=limit)["count"] for limit in (199, 200, 201, 500)]
    assert counts == [199, 200, 200, 200]
    assert server.data("get_rows", table="exact").keys() == server.data("get_rows", table="more").keys()
    assert (
        server.data("get_visits", limit=500)["count"]
        == server.data("get_visits", limit=500, offset=100)["count"]
        == 100
    )


def test_total_follows_page(start):
    server = start("cases/total_follows_page")
    assert [server.data("search_herbs", max=n)["totalCount"] for n in (1, 5, 100)] == [1, 5, 100]
    letters = [server.data("list_letters", position=position) for position in (0, 10)]
    assert [(page["hasMore"], len(page["letters"])) for page in letters] == [(False, 10), (False, 10)]
    assert [server.data("list_lamps", offset=offset)["total"] for offset in (0, 20, 40)] == [20, 40, 60]


def test_parsed_after_cut(start):
    server = start("cases/parsed_after_cut")
    assert len(server.call("get_map", size=3)["structuredContent"]["nodes"]) == 3
    assert server.call("get_map", size=50) == {"content": [], "structuredContent": {}, "isError": False}
    text = server.text("get_stops")
    assert len(text) == 100
    with pytest.raises(json.JSONDecodeError):
        json.loads(text)


# --- what becomes of arguments


@pytest.mark.parametrize("words", [(), ("closed",)])
def test_misspelled_argument(start, words):
    server = start("cases/misspelled_argument", *words)
    reply = [server.text("find_impact", symbol="load_route", **given) for given in ({}, {"depth": 1}, {"maxDepth": 1})]
    assert [text.count("_user_") for text in reply] == [47, 47, 5]
    assert reply[0] == reply[1]
    assert {tool["inputSchema"].get("additionalProperties") for tool in server.tools()} == {False if words else None}


def test_declared_never_used(start):
    server = start("cases/declared_never_used")
    given = [{}, {"max_depth": 1}, {"max_depth": 99}, {"include_deps": False}, {"include_deps": True}]
    assert len({server.text("show_context", **arguments) for arguments in given}) == 1
    assert "      - Schrauben" in server.text("show_context", max_depth=1)


def test_detail_without_effect(start):
    server = start("cases/detail_without_effect")
    texts = [server.text("search_recipes", q="煮物", detail=detail) for detail in ("low", "medium", "high")]
    assert len(set(texts)) == 1
    assert 29_000 < len(texts[0]) < 31_000
    brief, full = (server.text("get_recipe", recipe_id="r07", verbosity=how) for how in ("brief", "full"))
    assert len(brief) > 20 * len(full)


def test_limit_ignored(start):
    server = start("cases/limit_ignored")
    assert [server.text("list_services", limit=n).count("| svc-") for n in (1, 5, 50)] == [60, 60, 60]
    assert [len(server.data("list_changes", page_size=n)["changes"]) for n in (1, 30, 100)] == [30, 30, 30]
    assert server.text("find_skill", query="e") == server.text("find_skill", query="e", limit=2)
    assert len(server.data("find_skill", query="e")["skills"]) == 10


def test_bad_date_drops_filter(start):
    server = start("cases/bad_date_drops_filter")
    dates = ("2026-03-10", "next tuesday", "2026-13-45")
    assert [len(server.text("list_conversations", start_date=date).splitlines()) for date in dates] == [3, 40, 40]
    assert len(server.text("list_conversations").splitlines()) == 40


@pytest.mark.parametrize(
    ("word", "maximum", "said"), [("", 100, False), ("open", None, False), ("announced", 100, True)]
)
def test_limit_clamped(start, word, maximum, said):
    server = start("cases/limit_clamped", word)
    replies = [server.data("list_loans", pageSize=size) for size in (500, 0, "abc")]
    assert [len(reply["loans"]) for reply in replies] == [100, 1, 50]
    assert len(server.data("list_loans", pageSize=100, page=2)["loans"]) == 40
    assert server.tools()[0]["inputSchema"]["properties"]["pageSize"].get("maximum") == maximum
    assert ("limit_applied" in replies[0]) is said


def test_negative_limit(start):
    server = start("cases/negative_limit")
    assert [server.text("search_songs", q="lied", limit=n).count("lied Nr.") for n in (10, -1)] == [10, 500]
    reply = server.data("list_albums", top_k=-5)
    assert (reply["results"], len(reply["rows"])) == (-5, 20)


def test_unknown_member_is_the_first(start):
    server = start("cases/unknown_member_is_the_first")
    ways = [server.text("get_timetable", direction=word) for word in ("zzz", "outbound", "inbound")]
    assert ways[0] == ways[1] != ways[2]
    wings = [server.text("list_rooms", wing=word) for word in ("zzz", "north", "south")]
    assert wings[0] == wings[1] != wings[2]


def test_false_is_true(start):
    server = start("cases/false_is_true")
    assert [server.data("list_alerts", include_muted=word)["total"] for word in (False, True, "false")] == [3, 5, 5]


# --- pages


def test_bogus_cursor_is_page_one(start):
    server = start("cases/bogus_cursor_is_page_one")
    first = server.data("list_stamps")
    assert server.data("list_stamps", cursor="bogus") == first
    assert len(walk(server, "list_stamps", key="stamps", cursor="next", argument="cursor")) == first["total"] == 48
    assert server.tools(cursor="bogus") == server.tools() != server.tools(cursor="tools-2")


def test_last_page_for_ever(start):
    server = start("cases/last_page_for_ever")
    pages = [server.data("get_transcript", **given) for given in ({}, {"cursor": "2"}, {"cursor": "3"})]
    assert [page["next_cursor"] for page in pages] == ["2", "3", "3"]
    assert len({line for page in pages for line in page["lines"]}) == 24
    assert "cursor" in server.failure("get_transcript", cursor="4")


def test_tools_list_never_ends(start):
    server = start("cases/tools_list_never_ends")
    pages = [server.request("tools/list", params)["result"] for params in ({}, {"cursor": ""})]
    assert pages[0] == pages[1]
    assert (len(pages[0]["tools"]), pages[0]["nextCursor"]) == (4, "")


def test_proxy_drops_cursor(start):
    server = start("cases/proxy_drops_cursor")
    pages = [server.request("tools/list", params)["result"] for params in ({}, {"cursor": "8"})]
    assert pages[0] == pages[1]
    assert (len(pages[0]["tools"]), pages[0]["nextCursor"]) == (8, "8")
    assert len(start("cases/proxy_drops_cursor", "direct").every_tool()) == 14


def test_shuffled_pages(start):
    server = start("cases/shuffled_pages")
    items = [
        row["name"]
        for row in walk(server, "list_executables", key="executables", cursor="nextCursor", argument="cursor")
    ]
    assert len(items) == 48
    assert len(set(items)) < 48
    one, other = server.data("list_executables"), server.data("list_executables")
    assert one["totalCount"] == other["totalCount"]
    assert one["executables"] != other["executables"]


def test_no_way_on(start):
    server = start("cases/no_way_on")
    replies = [server.data("search_contacts", query=letter) for letter in ("a", "e", "n")]
    assert [len(reply["contacts"]) for reply in replies] == [50, 50, 50]
    assert replies[0]["contacts"] != replies[1]["contacts"]
    assert {key for reply in replies for key in reply} == {"contacts"}


# --- what is promised


def test_described_default_is_not_it(start):
    server = start("cases/described_default_is_not_it")
    assert [len(server.data("list_active", **given)["active"]) for given in ({}, {"limit": 10})] == [100, 10]
    assert server.text("list_active") == server.text("list_active", limit=100)
    assert (
        server.text("list_buses")
        == server.text("list_buses", max_results=60)
        != server.text("list_buses", max_results=20)
    )


def test_schema_default_is_not_it(start):
    server = start("cases/schema_default_is_not_it")
    assert [
        len(server.data("list_phenotypes", **given)["phenotypes"]) for given in ({}, {"limit": 10}, {"limit": 5})
    ] == [5, 10, 5]
    assert server.tools()[0]["inputSchema"]["properties"]["limit"]["default"] == 10


def test_default_is_unpublished(start):
    server = start("cases/default_is_unpublished")
    assert server.text("list_profiles") == server.text("list_profiles", limit=20)
    assert len(server.text("list_profiles", limit=1000)) > 40 * len(server.text("list_profiles"))


def test_needed_but_optional(start):
    server = start("cases/needed_but_optional")
    assert server.failure("list_projects") == "Cannot read properties of undefined (reading 'org_id')"
    assert len(server.data("list_projects", params={"org_id": "org-north"})["projects"]) == 2
    assert server.failure("list_teams").startswith("org: is required")
    assert not any("required" in tool["inputSchema"] for tool in server.tools())


def test_null_is_refused(start):
    server = start("cases/null_is_refused")
    assert server.call("search_notes", q="apples", scope=None)["code"] == -32602
    assert server.data("search_notes", q="apples")["total"] == 30
    assert server.data("list_notes", within="work")["total"] == 10
    assert "received null" in server.failure("list_notes", within=None)


def test_digits_are_no_name(start):
    server = start("cases/digits_are_no_name")
    assert server.failure("find_author", name="12345") == "name: 12345 is not of type 'string'"
    assert server.data("find_author", name="Ito") == {"authors": ["Ito Mari"]}
    assert "integer" in server.failure("get_chapter", number="10")


@pytest.mark.parametrize(
    ("word", "schema"), [("", {"type": "object", "properties": {}, "additionalProperties": False}), ("bare", {})]
)
def test_schema_is_empty(start, word, schema):
    server = start("cases/schema_is_empty", word)
    assert server.tools()[0]["inputSchema"] == schema
    assert server.failure("list_videos") == "query: required"
    assert len(server.data("list_videos", query="whales")["videos"]) == 2


def test_promises_a_fallback(start):
    server = start("cases/promises_a_fallback")
    assert server.failure("list_concepts", limit=99) == "limit: must be from 1 to 50, not 99"
    assert "falls back" in server.tools()[0]["inputSchema"]["properties"]["limit"]["description"]
    assert server.text("list_concepts").splitlines()[0] == "Showing 1-10 of 50"


# --- what no public report was picked for


def test_overlapping_pages(start):
    server = start("cases/overlapping_pages")

    def seen(tool):
        text, names = server.text(tool), []
        while True:
            names += [line for line in text.splitlines() if line.startswith("* ")]
            if "cursor=" not in text:
                return names
            text = server.text(tool, cursor=text.rpartition("cursor=")[2])

    stones, coins = seen("list_stones"), seen("list_coins")
    assert len(stones) > len(set(stones)) == 42
    assert len(coins) == len(set(coins)) == 37
    assert server.text("list_coins", limit=50).count("* ") == 40


def test_structure_differs(start):
    server = start("cases/structure_differs")
    air, lake, soil = (server.call(f"get_{what}") for what in ("air", "lake", "soil"))
    assert air["structuredContent"]["temp"] == 21
    assert lake["structuredContent"]["temp"] == "17"
    assert "structuredContent" not in soil
    assert all("outputSchema" in tool for tool in server.tools())


def test_bounds_are_not_kept(start):
    server = start("cases/bounds_are_not_kept")
    assert [len(server.data("list_ships", max_results=n)["ships"]) for n in (50, 51, 80, 0)] == [50, 51, 80, 20]
    assert server.text("list_ships") == server.text("list_ships", port="부산")
    assert server.data("get_meaning", text="가" * 60)["syllables"] == 20


def test_cut_without_a_way_on(start):
    server = start("cases/cut_without_a_way_on")
    assert server.text("read_essay").endswith("(以下略: 残り280行)")
    assert server.data("get_readings")["omitted"] == 259
    assert not any(tool["inputSchema"]["properties"] for tool in server.tools())


def test_failures_are_successes(start):
    server = start("cases/failures_are_successes")
    assert server.text("open_score", path="no.mus") == "Error opening score: list index out of range"
    assert server.data("get_tempo", path="no.mus")["success"] is False
    assert server.data("get_key")["error"]["code"] == "bad_request"
    assert server.text("no_such_tool") == "There is no no_such_tool in this house."


def test_exceptions_are_empty_lists(start):
    server = start("cases/exceptions_are_empty_lists")
    assert server.text("list_items", token="zzz") == server.text("list_items", q="zzz") == "[]"
    assert server.data("list_finds", kind="zzz") == server.data("list_finds", since="2026-13-45") == {"finds": []}
    assert len(server.data("list_finds")["finds"]) == 18


def test_no_block_for_no_match(start):
    server = start("cases/no_block_for_no_match")
    assert server.call("search", q="zzz")["content"] == []
    assert len(server.call("search", q="tide")["content"]) == 4


def test_errors_say_nothing(start):
    server = start("cases/errors_say_nothing")
    assert server.failure("get_attributes") == "Error calling tool get_attributes: undefined"
    assert server.call("get_attributes", id=7) == {"code": -32603, "message": "Internal error"}
    assert server.failure("list_carriages", limit="many") == "Invalid limit"


def test_trace_with_a_token(start):
    server = start("cases/trace_with_a_token")
    text = server.failure("fetch", url="nope")
    assert text.count('  File "') == 60
    assert len(text) > 7_000
    assert "Bearer none-was-given" in text


def test_remove_says_done(start):
    server = start("cases/remove_says_done")
    before = server.data("list_finds")
    assert server.data("remove", id="f-1") == server.data("remove", id="f-4011") == {"success": True}
    assert server.data("list_finds")["finds"] == before["finds"]  # f-4011 is closed
    server.text("remove", id="f-4012")
    assert server.data("list_finds")["total"] == before["total"] - 1
    assert server.data("get_find", find_id="f-1").keys() == server.data("get_find", find_id="f-4013").keys()
    assert "f-1" in server.failure("unlock_find", find_id="f-1")


def test_partly_updated(start):
    server = start("cases/partly_updated")
    assert server.text("update", id="c-301", fields={"title": "neu", "tags": ["rot"]}) == "Successfully updated"
    card = server.data("list_cards")["cards"][0]
    assert (card["title"], card["tags"]) == ("neu", [])
    assert "c-1" in server.failure("update", id="c-1", fields={})


def test_get_takes_it_out(start):
    server = start("cases/get_takes_it_out")
    first = server.data("list_tray")["letters"][0]
    assert server.data("get_letter")["letter"] == first
    assert first not in server.data("list_tray")["letters"]


def test_insert_marked_read_only(start, tmp_path, monkeypatch):
    (tmp_path / "notes.txt").write_text("bread\n")
    monkeypatch.chdir(tmp_path)
    server = start("cases/insert_marked_read_only")
    server.text("insert_at", file="notes.txt", text="soap")
    assert (tmp_path / "notes.txt").read_text() == server.text("read_file", file="notes.txt") == "bread\nsoap\n"
    assert all(tool["annotations"]["readOnlyHint"] for tool in server.tools())
    assert "no.txt" in server.failure("insert_at", file="no.txt", text="soap")


@pytest.mark.parametrize("name", [*CLEAN, *CASES])
def test_no_argument_brings_a_fixture_down(start, name):
    server = start(name)
    for tool in server.every_tool():
        offered = {**required(tool)} if name in CLEAN else {}
        for argument in [*tool.get("inputSchema", {}).get("properties", {}), "nonsense"]:
            for odd in (None, "x", "", 1.5, 2.0, -1, 0, 10**9, True, [], ["a"], {}, {"a": 1}, "x" * 5_000):
                assert server.call(tool["name"], **{**offered, argument: odd})
    assert server.request("ping", {})["result"] == {}


def test_definitions_fill_the_window_as_they_say(start):
    lengths = sorted(len(tool["description"]) for tool in start("cases/fills_the_window").tools())
    assert lengths[1:] == [914] * 157 + [20_000]


def test_names_are_as_long_as_the_clients_limits_ask_for(start):
    names = [tool["name"] for tool in start("cases/names_clients_refuse").tools()]
    assert sorted(map(len, names)) == [9, 9, 9, 40, 70]
    assert len("mcp__enterprise-database-management__") + 40 == 77
    assert names.count("plan_show") == 2


def test_a_text_takes_three_values_and_says_so_in_an_error_only(start):
    server = start("cases/same_flags_undescribed")
    counts = [len(server.data("machine_get", level=level)["parts"]) for level in ("low", "normal", "high")]
    assert counts == [1, 3, 5]
    assert "low, normal, high" in server.failure("machine_get", level="x")
