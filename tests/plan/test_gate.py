from typing import Any

import pytest
from builders import tool
from gate_tools import tools

from tool_audit.effects.telling import described_effect
from tool_audit.effects.verbs import Effect, verb_of
from tool_audit.model import Json, ToolSpec
from tool_audit.plan.gate import Decision, decide
from tool_audit.settings import Probing

READERS, WRITERS = tools("readers.txt"), tools("writers.txt")


def called(*specs: ToolSpec, **probing: Any) -> list[str]:
    return [decision.subject.label for decision in decide(specs, Probing(**probing)) if decision.called]


def only(spec: ToolSpec, **probing: Any) -> Decision:
    (decision,) = decide([spec], Probing(**probing))
    return decision


def manager(
    name: str = "manage_orders", argument: str = "action", members: tuple[str, ...] = (), **more: Json
) -> ToolSpec:
    return tool(name, {argument: {"type": "string", "enum": list(members)}, **more}, required=[argument])


@pytest.mark.parametrize("spec", WRITERS, ids=lambda spec: spec.name)
def test_a_tool_that_changes_sends_pays_or_runs_something_is_not_called(spec: ToolSpec) -> None:
    assert called(spec) == []


def test_nineteen_of_twenty_readers_are_called() -> None:
    missed = sorted({spec.name for spec in READERS} - set(called(*READERS)))
    assert len(missed) <= len(READERS) / 20, missed


@pytest.mark.parametrize("spec", READERS, ids=lambda spec: spec.name)
def test_no_reader_is_called_a_writer_outright_but_where_a_hint_is_at_odds_with_its_name(spec: ToolSpec) -> None:
    assert only(spec).effect is not Effect.WRITES


@pytest.mark.parametrize("spec", READERS[::7], ids=lambda spec: spec.name)
def test_a_reader_with_a_writers_description_is_not_called(spec: ToolSpec) -> None:
    assert called(tool(spec.name, description="Deletes the record and sends a mail about it.")) == []


@pytest.mark.parametrize("spec", WRITERS[::5], ids=lambda spec: spec.name)
def test_what_the_description_claims_does_not_make_a_writer_callable(spec: ToolSpec) -> None:
    if verb_of(spec.name)[0] is Effect.WRITES:
        marked = {"readOnlyHint": True, "destructiveHint": False}
        assert called(tool(spec.name, description="This tool is read-only.", annotations=marked)) == []


@pytest.mark.parametrize(
    "description",
    [
        "Tool to create a board",
        "Use this tool to delete the cache.",
        "This tool will remove the entry.",
        "Use when the user asks to cancel a booking",
        "(Beta) Update a record",
        "\u26a0\ufe0f Permanently erase the disk",
        "**Archive** the folder",
        "[DEPRECATED] Deletes a page.",
        "Board: add a card",
        "Gets the next job. Marks it as taken.",
        "Fetch a message and delete it",
        "Reads the feed, then publishes a digest",
        "Posts a message to the channel",
        "A tool that creates boards",
        "Lets you rename a file",
        "This is irreversible.",
        "Copies the row. Overwrites what was there.",
        "Safely remove a device",
        "Update or create the record",
        "Archive un dossier",
        "Schließt ein Ticket.",
        "Pubblica un articolo",
        "Sluit de bestelling",
        "Отменяет заказ",
        "归档一条消息",
        "予約をキャンセルします",
    ],
)
def test_a_description_that_writes_is_seen(description: str) -> None:
    assert described_effect(description)[0] is Effect.WRITES


@pytest.mark.parametrize(
    "description",
    [
        "Mostra gli ordini",
        "Toont de bestellingen",
        "Listet die Akten auf",
        "Zwraca listę",
        "予約の一覧を取得します",
        "Archive of the list",
    ],
)
def test_a_description_that_reads_in_another_language_is_none_of_a_writer(description: str) -> None:
    assert only(tool("orders", description=description)).effect is not Effect.WRITES


@pytest.mark.parametrize(
    "description",
    [
        "List files that will be deleted",
        "Returns posts of a user, newest first",
        "Get comments on a page",
        "Tracks usage and returns the figures",
        "Returns the schema that is needed to create records",
        "Fetch the orders that can be cancelled",
        "Show what would be overwritten, without side effects",
        "This tool is read-only.",
        "Does not modify anything.",
        "Lists updates to the document",
        "Lists changes to a file, and comments on it",
        "Use this tool to find a product",
        "Tool to list boards",
        "Returns links. Posts are sorted by date.",
        "Get a user. Use create_user to add one.",
        "Searches the archive. Results that were removed are left out.",
    ],
)
def test_a_description_that_only_mentions_writing_is_not_taken_for_a_writers(description: str) -> None:
    assert described_effect(description)[0] is not Effect.WRITES


@pytest.mark.parametrize(
    ("name", "effect"),
    [
        ("getOrCreateUser", Effect.WRITES),
        ("get-or-set", Effect.WRITES),
        ("search_and_replace", Effect.WRITES),
        ("list.and.delete", Effect.WRITES),
        ("db.users.drop", Effect.WRITES),
        ("check_in", Effect.WRITES),
        ("checkout", Effect.WRITES),
        ("log_in", Effect.WRITES),
        ("HTTPPostMessage", Effect.WRITES),
        ("mark_as_read", Effect.WRITES),
        ("update_get_params", Effect.WRITES),
        ("run_report", Effect.UNCLEAR),
        ("sync_list", Effect.UNCLEAR),
        ("refresh", Effect.UNCLEAR),
        ("log_message", Effect.UNCLEAR),
        ("frobnicate", Effect.UNCLEAR),
        ("frobnicate_list", Effect.UNCLEAR),
        ("get_commit", Effect.READS),
        ("github_get_commit", Effect.READS),
        ("gitlab.getMergeRequest", Effect.READS),
        ("list_deleted_items", Effect.READS),
        ("git_log", Effect.READS),
        ("git_fetch", Effect.WRITES),
        ("web_search", Effect.READS),
        ("order_get", Effect.READS),
        ("list_users_tool", Effect.READS),
    ],
)
def test_the_verb_of_a_name(name: str, effect: Effect) -> None:
    assert verb_of(name)[0] is effect


def test_an_unclear_verb_is_called_only_where_the_hint_says_that_it_reads() -> None:
    assert called(tool("open_nodes")) == []
    assert called(tool("open_nodes", annotations={"readOnlyHint": True})) == ["open_nodes"]
    assert called(tool("run_nodes", annotations={"readOnlyHint": True})) == []


def test_a_thing_at_the_end_of_a_name_is_shown_where_all_signs_say_that_it_is() -> None:
    marked = {"readOnlyHint": True}
    assert called(tool("sales_report", description="Display the report", annotations=marked)) == ["sales_report"]
    assert called(tool("sales_report", description="Display the report")) == []
    assert called(tool("sales_report", description="This tool is read-only.", annotations=marked)) == []
    assert called(tool("fetch_and_store", description="Returns a page", annotations=marked)) == []
    assert called(tool("slack_post_message", description="Returns the message", annotations=marked)) == []


def test_the_title_speaks_too() -> None:
    spec = tool("gadget", description="Shows a gadget", annotations={"title": "Delete gadget"})
    assert called(spec) == []
    assert called(tool("gadget", description="Shows a gadget", annotations={"title": "Gadget"})) == ["gadget"]


def test_arguments_of_a_writer_speak_against_reading() -> None:
    assert called(tool("list_rows", {"dry_run": {"type": "boolean"}})) == []
    assert called(tool("list_rows", {"outputPath": {"type": "string"}})) == []
    assert called(tool("list_rows", {"path": {"type": "string"}})) == ["list_rows"]


def test_a_text_that_is_carried_out_is_not_sent_to_a_tool_that_does_not_say_that_it_only_reads() -> None:
    assert called(tool("query", {"sql": {"type": "string"}}, description="Query the warehouse.")) == []
    assert called(tool("query", {"sql": {"type": "string"}}, description="Run a read-only query.")) == ["query"]
    assert called(tool("query", {"sql": {"type": "string"}}, description="Runs a SELECT statement.")) == ["query"]
    assert called(tool("query_books", {"query": {"type": "string"}}, description="Search books.")) == ["query_books"]
    assert called(tool("explain_code", {"code": {"type": "string"}}, description="Explains code.")) == ["explain_code"]


def test_an_action_tool_is_judged_member_by_member() -> None:
    spec = manager(members=("list", "get_status", "delete", "run", "getOrCreate", "frob"))
    assert called(spec) == ["manage_orders[action=list]", "manage_orders[action=get_status]"]


def test_members_of_a_tool_whose_name_writes_are_writers() -> None:
    assert called(manager("update_orders", members=("list", "apply"))) == []


def test_members_may_be_named_in_the_description() -> None:
    described = {"type": "string", "description": 'One of: "list", "delete", "inspect"'}
    assert called(tool("board", {"operation": described})) == ["board[operation=list]", "board[operation=inspect]"]


def test_an_action_that_is_free_text_is_not_called() -> None:
    action = {"action": {"type": "string", "description": "What to do"}}
    assert called(tool("board", action, description="List, create and delete cards.")) == []


def test_a_method_that_is_no_verb_is_an_argument_like_any_other() -> None:
    spec = manager("calculate_correlation", "method", ("pearson", "spearman"))
    assert called(spec) == ["calculate_correlation"]


def test_check_beside_uncheck_ticks_off() -> None:
    assert called(manager("todo", members=("list", "check", "uncheck"))) == ["todo[action=list]"]
    assert "health[action=check]" in called(manager("health", members=("check", "list")))


def test_log_is_read_in_repositories_only() -> None:
    assert called(manager("git", "command", ("log", "status", "push"))) == ["git[command=log]", "git[command=status]"]
    assert called(manager("habit", members=("log", "list"))) == ["habit[action=list]"]


def test_an_action_inside_an_object_is_seen() -> None:
    def request(*members: str) -> ToolSpec:
        inner = {"type": "object", "properties": {"action": {"type": "string", "enum": list(members)}}}
        return tool("get_board", {"request": inner})

    assert called(request("list", "delete")) == []
    assert called(request("list", "get")) == ["get_board"]


ID: Json = {"id": {"type": "string"}}
READER, WRITER, VAGUE = tool("list_rows"), tool("delete_rows", ID, required=["id"]), tool("frob_rows")
EMPTIES = tool("clear_rows")


def test_deny_wins_over_everything() -> None:
    probing = {"deny": ("list_*",), "allow": ("*",), "tools": ("list_rows",), "allow_writes": True}
    assert called(READER, **probing) == []
    assert only(READER, **probing).reason == "denied (--deny)"


def test_only_selected_tools_are_called_even_where_more_is_allowed() -> None:
    assert called(READER, WRITER, VAGUE, tools=("*rows",)) == ["list_rows"]
    assert called(READER, WRITER, VAGUE, tools=("list_*",), allow_writes=True) == ["list_rows"]
    assert only(WRITER, tools=("list_*",)).consent == ""


def test_allow_names_a_tool_that_would_not_be_called() -> None:
    assert called(READER, WRITER, VAGUE, allow=("frob_*",)) == ["list_rows", "frob_rows"]
    assert only(VAGUE, allow=("frob_rows",)).reason.endswith("allowed (--allow)")


def test_allow_writes_allows_what_can_be_asked_for_a_thing_that_cannot_exist_and_nothing_else() -> None:
    assert called(READER, WRITER, VAGUE, EMPTIES, allow_writes=True) == ["list_rows", "delete_rows"]
    assert only(WRITER, allow_writes=True).only_absent
    assert only(WRITER, allow_writes=True).reason.endswith("; asked only for what cannot exist (--allow-writes)")
    assert not only(READER, allow_writes=True).only_absent


def test_a_tool_allowed_by_name_is_called_in_full_unless_it_acts_on_what_is_there() -> None:
    assert only(WRITER, allow=("delete_rows",)).only_absent
    assert (only(EMPTIES, allow=("clear_rows",)).called, only(EMPTIES, allow=("clear_rows",)).only_absent) == (
        True,
        False,
    )
    marked = tool("delete_rows", ID, required=["id"], annotations={"readOnlyHint": True})
    assert (only(marked, allow=("*",)).called, only(marked, allow=("*",)).only_absent) == (True, False)


def test_each_refusal_names_the_option_that_would_change_it() -> None:
    assert only(WRITER).consent == "--allow-writes"
    assert only(EMPTIES).consent == "--allow 'clear_rows'"
    assert only(VAGUE).consent == "--allow 'frob_rows'"
    assert only(READER).consent == ""


def test_one_member_of_an_action_tool_can_be_allowed_denied_and_selected() -> None:
    spec = manager(members=("list", "run", "stop"))
    assert called(spec, allow=("manage_orders[action=run]",)) == [
        "manage_orders[action=list]",
        "manage_orders[action=run]",
    ]
    assert called(spec, allow=("manage_orders",), deny=("manage_orders[action=stop]",)) == [
        "manage_orders[action=list]",
        "manage_orders[action=run]",
    ]
    assert called(spec, tools=("manage_orders[action=run]",)) == []
    assert called(spec, deny=("manage_orders",), allow=("manage_orders[action=list]",)) == []
    assert called(spec, allow=("*[action=st*]",)) == ["manage_orders[action=list]", "manage_orders[action=stop]"]


def test_decisions_come_in_the_order_of_the_listing() -> None:
    decisions = decide([WRITER, manager(members=("list", "stop")), READER], Probing())
    assert [d.subject.label for d in decisions] == [
        "delete_rows",
        "manage_orders[action=list]",
        "manage_orders[action=stop]",
        "list_rows",
    ]


@pytest.mark.parametrize("schema", [None, True, [], {"properties": 3}])
def test_an_unusable_schema_is_no_obstacle(schema: Json) -> None:
    spec = ToolSpec(name="list_rows", description="", input_schema=schema)
    assert called(spec) == ["list_rows"]


def test_what_opens_on_the_users_screen_is_not_called() -> None:
    reader = {"readOnlyHint": True}
    assert called(tool("open_org", description="Opens an org in the browser.", annotations=reader)) == []
    assert called(tool("open_nodes", description="Open nodes by name.", annotations=reader)) == ["open_nodes"]


def test_a_reader_is_called_though_its_description_bids_the_reader_to_start() -> None:
    assert called(tool("describe_book", description="Start here: the sheets of a book.")) == ["describe_book"]
    assert called(tool("get_ready", description="Starts the machine.")) == []


def test_reading_as_a_consumer_takes_what_is_read() -> None:
    taking = {"key": {"type": "string"}, "consumer_name": {"type": "string"}}
    assert called(tool("read_stream", taking, description="Read entries of a stream.")) == []


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("list_departures", "Next trains from a station."),
        ("list_stops", "Stops of the metro."),
        ("get_prices", "Closing prices."),
        ("get_train", "One train."),
        ("list_books", "Books on sale."),
        ("get_badge", "The text as it stands on a badge."),
    ],
)
def test_a_thing_that_is_spelled_like_a_verb_is_read(name: str, description: str) -> None:
    marked = tool(name, description=description, annotations={"readOnlyHint": True})
    assert called(marked) == [name]
    assert (
        called(tool(name, description=f"{description} Deletes the oldest one.", annotations={"readOnlyHint": True}))
        == []
    )


@pytest.mark.parametrize(
    "description",
    [
        "Stops the service.",
        "Trains a model.",
        "Comments on the issue.",
        "The delete of it all.",
        "Closing the tab.",
        "Deletes of all.",
    ],
)
def test_a_verb_in_the_third_person_writes_whatever_the_name_says(description: str) -> None:
    assert called(tool("get_state", description=description, annotations={"readOnlyHint": True})) == []


READ_ONLY: Json = {"readOnlyHint": True}


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("list_trash", "What is in the trash."),
        ("list_trash", "\u3054\u307f\u7bb1\u306e\u4e2d\u306e\u30ce\u30fc\u30c8\u3002"),
        ("list_archive", "Old notes."),
        ("list_jobs", "Jobs waiting now: the queue moves, so a later call may show others."),
        ("list_queue", "The queue as it stands."),
        ("get_queue", "Queue of the printer."),
        ("get_schedule", "The start of each shift."),
        ("get_rule", "A trigger and what it leads to."),
        ("get_file_type", "The type of a file."),
        ("get_best_move", "Best move in a position."),
        ("get_whats_new", "What came since yesterday."),
    ],
)
def test_a_noun_behind_a_reading_verb_does_not_make_a_marked_reader_unclear(name: str, description: str) -> None:
    assert called(tool(name, description=description, annotations=READ_ONLY)) == [name]


@pytest.mark.parametrize(
    "name", ["list_trash", "list_jobs", "list_queue", "get_queue", "get_file_type", "get_best_move"]
)
@pytest.mark.parametrize(
    "description",
    [
        "Deletes what is in it.",
        "Sends it to the team.",
        "Starts the next one.",
        "Queue a job.",
        "Triggers the rule.",
        "What is in it. Removes the oldest one.",
        "Shows it, and deletes it.",
        "The delete of it all.",
        "This cannot be undone.",
    ],
)
def test_a_marked_reader_is_not_called_where_its_description_says_that_it_does_something(
    name: str, description: str
) -> None:
    assert called(tool(name, description=description, annotations=READ_ONLY)) == []


@pytest.mark.parametrize(
    "name",
    ["list_add", "list_remove", "list_push", "get_or_create", "get_and_delete", "get_item_delete", "list_run", "trash"],
)
def test_a_hint_does_not_turn_a_verb_of_a_name_into_a_noun_where_it_is_none(name: str) -> None:
    assert called(tool(name, description="Of an item.", annotations=READ_ONLY)) == []


@pytest.mark.parametrize("name", ["list_trash", "list_archive", "get_file_type"])
def test_what_may_be_a_verb_is_not_called_without_the_hint(name: str) -> None:
    assert called(tool(name, description="Of an item.")) == []
