"""What an audit of each fixture must report, may report and must not: rule ids, severities, tools.

Whatever is neither demanded nor allowed here, and is an error or a warning that is proven or seen, is a false alarm.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

FIXTURES = Path(__file__).parents[2] / "fixtures"

SEVERITIES = {"E": "error", "W": "warning", "I": "info"}
ANY = "EWI"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A finding that must come. `severities`: one of these letters; `tools`: all that it must name."""

    rule: str
    severities: str
    tools: tuple[str, ...] = ()
    argument: str | None = None

    def __str__(self) -> str:
        about = f".{self.argument}" if self.argument else ""
        return f"{self.rule} ({'/'.join(self.severities)}) on {', '.join(self.tools) or 'the server'}{about}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One audit. `must`: each a set of verdicts of which one is enough; `may` and `never`: a rule, or `rule@tool`.

    `once`: rules of which one finding must cover every tool. `writes`: with the consent to write. `allow`: tools that
    are called whatever their words say. `watch`: in a folder with a file, which is watched. `env`: (name, value) pairs.
    """

    server: str
    words: tuple[str, ...] = ()
    must: tuple[tuple[Verdict, ...], ...] = ()
    may: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()
    once: frozenset[str] = frozenset()
    writes: bool = False
    allow: tuple[str, ...] = ()
    watch: bool = False
    env: tuple[tuple[str, str], ...] = ()
    call_timeout: float = 30.0
    options: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """Rule -> option -> value, where the default would let a test wait."""
    tools: int = 0
    """How many must be listed, where that can go wrong."""

    @property
    def name(self) -> str:
        return "-".join(
            (
                self.server.removeprefix("cases/"),
                *self.words,
                *(("writing",) if self.writes else ()),
                *(("watched",) if self.watch else ()),
            )
        )


def must(rule: str, severities: str, *tools: str, argument: str | None = None) -> tuple[Verdict, ...]:
    return (Verdict(rule, severities, tools, argument),)


def either(*alternatives: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    return tuple(verdict for alternative in alternatives for verdict in alternative)


def rules(text: str) -> frozenset[str]:
    return frozenset(text.split())


TRUNCATION = (
    Case(
        server="cases/completed_but_cut",
        must=(
            must("marker-buried", "I", "query_parcels"),
            must("silent-truncation", "E", "list_inspections"),
        ),
        # 2,000 rows are over the warning line by design; what else is said of the hidden marker is a matter of taste
        may=rules(
            "oversized-default@query_parcels unbounded-listing@query_parcels silent-truncation@query_parcels "
            "truncated-without-continuation@query_parcels"
        ),
        # row_count counts the rows of the reply, and says so
        never=rules("total-follows-page count-contradicts-items wrong-has-more ignored-argument silent-clamp"),
    ),
    Case(
        server="cases/count_equals_cap",
        must=(
            either(
                must("possible-truncation", "I", "get_rows"),
                must("silent-clamp", "E", "get_rows"),
                must("silent-truncation", "E", "get_rows"),
            ),
            must("silent-clamp", "E", "get_visits", argument="limit"),
            either(must("silent-truncation", "E", "get_visits"), must("possible-truncation", "I", "get_visits")),
            must("undeclared-bound", "W", "get_rows", argument="limit"),
        ),
        may=rules("silent-clamp@get_rows silent-truncation@get_rows"),
        never=rules("total-follows-page ignored-argument"),
    ),
    Case(
        server="cases/total_follows_page",
        must=(
            must("total-follows-page", "E", "search_herbs"),
            must("total-follows-page", "E", "list_lamps"),
            must("wrong-has-more", "E", "list_letters"),
        ),
        may=rules("silent-truncation"),
        never=rules("count-contradicts-items silent-clamp ignored-argument overlapping-pages"),
    ),
    Case(
        server="cases/parsed_after_cut",
        must=(
            either(
                must("empty-content", "W", "get_map"),
                must("silent-truncation", "E", "get_map"),
                must("failure-looks-empty", "E", "get_map"),
            ),
            must("cut-json", "E", "get_stops"),
        ),
        may=rules(
            "empty-content@get_map silent-truncation failure-looks-empty@get_map silent-clamp "
            "payload-only-in-structured@get_map"
        ),
        never=rules("total-follows-page wrong-has-more"),
    ),
    Case(
        server="cases/cut_without_a_way_on",
        must=(
            must("truncated-without-continuation", "W", "read_essay"),
            must("truncated-without-continuation", "W", "get_readings"),
        ),
        may=rules("unbounded-listing@read_essay"),
        never=rules("silent-truncation no-way-to-page cut-json"),
    ),
)

ARGUMENTS = (
    Case(
        server="cases/misspelled_argument",
        must=(must("unknown-argument-accepted", "W", "list_symbols", "find_impact", "get_signature"),),
        once=rules("unknown-argument-accepted"),
        # a depth of 1 shows less because it was asked to
        never=rules("closed-schema-not-enforced silent-truncation ignored-argument possible-truncation"),
    ),
    Case(
        server="cases/misspelled_argument",
        words=("closed",),
        must=(must("closed-schema-not-enforced", "E", "list_symbols", "find_impact", "get_signature"),),
        once=rules("closed-schema-not-enforced"),
        never=rules("unknown-argument-accepted silent-truncation ignored-argument"),
    ),
    Case(
        server="cases/declared_never_used",
        must=(must("ignored-argument", "E", "show_context", argument="max_depth"),),
        may=rules("ignored-argument"),
        never=rules("unknown-argument-accepted silent-truncation"),
    ),
    Case(
        server="cases/detail_without_effect",
        must=(must("ignored-argument", "E", "search_recipes", argument="detail"),),
        may=rules("oversized-default@search_recipes"),
        never=rules("default-is-maximum silent-truncation total-follows-page no-size-control"),
    ),
    Case(
        server="cases/limit_ignored",
        must=(
            must("ignored-argument", "E", "list_services", argument="limit"),
            must("ignored-argument", "E", "list_changes", argument="page_size"),
            must("described-not-in-schema", "E", "find_skill"),
            must("unknown-argument-accepted", "W", "find_skill"),
        ),
        may=rules(
            "unbounded-listing@list_services truncated-without-continuation@list_changes silent-clamp@list_changes "
            "truncated-without-continuation@find_skill no-way-to-page@find_skill no-way-to-page@list_changes"
        ),
        never=rules("unknown-argument-accepted@list_services closed-schema-not-enforced total-follows-page"),
    ),
    Case(
        server="cases/bad_date_drops_filter",
        must=(must("invalid-value-ignored", "E", "list_conversations", argument="start_date"),),
        # a filter that fits every row has no effect either
        never=rules("ignored-argument unknown-argument-accepted silent-truncation boolean-coerced"),
    ),
    Case(
        server="cases/limit_clamped",
        must=(
            must("silent-clamp", "W", "list_loans", argument="pageSize"),
            must("invalid-value-ignored", "E", "list_loans", argument="pageSize"),
        ),
        may=rules("bound-not-enforced silent-truncation"),
        never=rules("negative-limit-unbounded ignored-argument total-follows-page overlapping-pages"),
    ),
    Case(
        server="cases/limit_clamped",
        words=("open",),
        must=(
            must("silent-clamp", "E", "list_loans", argument="pageSize"),
            must("invalid-value-ignored", "E", "list_loans", argument="pageSize"),
            must("undeclared-bound", "W", "list_loans", argument="pageSize"),
        ),
        may=rules("bound-not-enforced silent-truncation"),
        never=rules("negative-limit-unbounded no-upper-bound ignored-argument total-follows-page overlapping-pages"),
    ),
    Case(
        server="cases/limit_clamped",
        words=("announced",),
        must=(must("invalid-value-ignored", "E", "list_loans", argument="pageSize"),),
        may=rules("bound-not-enforced"),
        never=rules("silent-clamp silent-truncation possible-truncation negative-limit-unbounded total-follows-page"),
    ),
    Case(
        server="cases/negative_limit",
        must=(
            must("negative-limit-unbounded", "E", "search_songs", argument="limit"),
            must("count-contradicts-items", "E", "list_albums"),
            must("undeclared-bound", "W", "search_songs", argument="limit"),
        ),
        may=rules("invalid-value-ignored no-upper-bound@search_songs"),
        never=rules("silent-truncation count-contradicts-items@search_songs total-follows-page silent-clamp"),
    ),
    Case(
        server="cases/unknown_member_is_the_first",
        must=(
            must("invalid-value-ignored", "E", "get_timetable", argument="direction"),
            must("invalid-value-ignored", "E", "list_rooms", argument="wing"),
            must("closed-set-as-text", "I", "get_timetable", argument="direction"),
        ),
        never=rules("ignored-argument closed-set-as-text@list_rooms silent-truncation"),
    ),
    Case(
        server="cases/false_is_true",
        must=(must("boolean-coerced", "E", "list_alerts", argument="include_muted"),),
        may=rules("invalid-value-ignored"),
        # its total follows a filter, not the page
        never=rules("total-follows-page silent-truncation ignored-argument"),
    ),
    Case(
        server="cases/bounds_are_not_kept",
        must=(
            must("bound-not-enforced", "W", "list_ships", argument="max_results"),
            must("ignored-argument", "E", "list_ships", argument="port"),
            must("long-text-cut", "W", "get_meaning", argument="text"),
        ),
        may=rules("invalid-value-ignored@list_ships"),
        never=rules("silent-clamp negative-limit-unbounded silent-truncation"),
    ),
)

PAGING = (
    Case(
        server="cases/bogus_cursor_is_page_one",
        must=(must("invalid-cursor-accepted", "W", "list_stamps"),),
        may=rules("invalid-value-ignored@list_stamps"),
        never=rules("tools-list-repeats stuck-cursor overlapping-pages missing-items silent-truncation no-way-to-page"),
    ),
    Case(
        server="cases/last_page_for_ever",
        must=(must("stuck-cursor", "E", "get_transcript"),),
        may=rules("overlapping-pages wrong-has-more"),
        never=rules("unstable-order invalid-cursor-accepted missing-items silent-truncation"),
    ),
    Case(
        server="cases/tools_list_never_ends",
        must=(must("tools-list-repeats", "E"),),
        never=rules("duplicate-tool-name"),
    ),
    Case(
        server="cases/proxy_drops_cursor",
        must=(must("tools-list-repeats", "E"),),
        never=rules("duplicate-tool-name"),
    ),
    Case(
        server="cases/proxy_drops_cursor",
        words=("direct",),
        tools=14,
        never=rules("tools-list-repeats duplicate-tool-name"),
    ),
    Case(
        server="cases/shuffled_pages",
        must=(must("unstable-order", "E", "list_executables"),),
        may=rules("overlapping-pages missing-items"),
        never=rules("invalid-cursor-accepted stuck-cursor total-follows-page silent-truncation"),
    ),
    Case(
        server="cases/overlapping_pages",
        must=(
            must("overlapping-pages", "E", "list_stones"),
            must("missing-items", "E", "list_coins"),
        ),
        may=rules("silent-truncation@list_coins"),
        never=rules("overlapping-pages@list_coins unstable-order stuck-cursor invalid-cursor-accepted"),
    ),
    Case(
        server="cases/no_way_on",
        must=(must("no-way-to-page", "W", "search_contacts"),),
        may=rules("unbounded-listing silent-truncation"),
        never=rules("silent-clamp unstable-order ignored-argument"),
    ),
)

CONTRACT = (
    Case(
        server="cases/described_default_is_not_it",
        must=(
            must("default-differs", "E", "list_active", argument="limit"),
            must("default-differs", "E", "list_buses", argument="max_results"),
            must("undeclared-bound", "W", "list_active", argument="limit"),
            must("undeclared-bound", "W", "list_buses", argument="max_results"),
        ),
        may=rules("silent-truncation@list_buses"),
        never=rules("silent-clamp total-follows-page truncated-without-continuation"),
    ),
    Case(
        server="cases/schema_default_is_not_it",
        must=(must("default-differs", "E", "list_phenotypes", argument="limit"),),
        never=rules("silent-truncation silent-clamp total-follows-page undeclared-bound"),
    ),
    Case(
        server="cases/default_is_unpublished",
        must=(
            must("undeclared-default", "I", "list_profiles", argument="limit"),
            must("undeclared-bound", "W", "list_profiles", argument="limit"),
        ),
        may=rules("oversized-maximum"),
        never=rules("default-differs silent-truncation silent-clamp"),
    ),
    Case(
        server="cases/needed_but_optional",
        must=(
            must("required-not-declared", "E", "list_projects"),
            must("required-not-declared", "E", "list_teams"),
        ),
        may=rules("opaque-error@list_projects"),
        never=rules("schema-value-rejected@list_teams failure-looks-empty error-not-flagged"),
    ),
    Case(
        server="cases/null_is_refused",
        must=(
            must("description-contradicts", "W", "search_notes", argument="scope"),
            must("schema-value-rejected", "E", "list_notes", argument="within"),
        ),
        never=rules("required-not-declared silent-truncation default-differs ignored-argument"),
    ),
    Case(
        server="cases/digits_are_no_name",
        must=(must("schema-value-rejected", "E", "find_author", argument="name"),),
        # a text for a number is refused, and the message is clear
        never=rules("schema-value-rejected@get_chapter required-not-declared opaque-error@get_chapter"),
    ),
    Case(
        server="cases/schema_is_empty",
        must=(must("required-not-declared", "E", "list_videos"),),
        may=rules("closed-schema-not-enforced unknown-argument-accepted"),
    ),
    Case(
        server="cases/schema_is_empty",
        words=("bare",),
        must=(must("schema-invalid", "E", "list_videos"),),
        may=rules("required-not-declared unknown-argument-accepted"),
    ),
    Case(
        server="cases/promises_a_fallback",
        must=(must("description-contradicts", "W", "list_concepts", argument="limit"),),
        never=rules("default-differs silent-truncation truncated-without-continuation possible-truncation"),
    ),
    Case(
        server="cases/structure_differs",
        must=(
            must("output-schema-mismatch", "E", "get_lake"),
            must("structured-missing", "E", "get_soil"),
        ),
        never=rules("output-schema-mismatch@get_air structured-missing@get_air output-schema-mismatch@get_soil"),
    ),
)

WRITES = (
    Case(
        server="cases/remove_says_done",
        writes=True,
        must=(
            must("no-op-success", "E", "remove"),
            must("no-op-success", "E", "close_find"),
            must("no-op-success", "E", "update_find"),
            must("no-op-success", "E", "get_find"),
            must("no-op-success", "I", "forget_find"),
        ),
        never=rules("no-op-success@unlock_find read-only-hint-contradicted"),
    ),
    Case(server="cases/remove_says_done", never=rules("no-op-success")),
    Case(server="cases/partly_updated", writes=True, never=rules("no-op-success read-only-hint-contradicted")),
    Case(
        server="cases/insert_marked_read_only",
        allow=("insert_at",),
        watch=True,
        must=(must("read-only-hint-contradicted", "E", "insert_at"),),
        may=rules("read-only-hint-doubtful@insert_at"),
        never=rules("read-only-hint-contradicted@read_file read-only-hint-contradicted@list_files"),
    ),
    Case(
        server="cases/get_takes_it_out",
        must=(must("read-only-hint-contradicted", "E", "get_letter"),),
        never=rules("read-only-hint-contradicted@list_tray read-only-hint-contradicted@get_hours"),
    ),
)

ERRORS = (
    Case(
        server="cases/failures_are_successes",
        must=(
            must("error-not-flagged", "E", "open_score"),
            must("error-not-flagged", "E", "get_tempo"),
            must("error-not-flagged", "E", "get_key"),
        ),
        may=rules("opaque-error@open_score"),
        never=rules("error-not-flagged@list_mishaps no-op-success failure-looks-empty"),
    ),
    Case(
        server="cases/exceptions_are_empty_lists",
        must=(
            must("failure-looks-empty", "E", "list_items", argument="token"),
            must("failure-looks-empty", "E", "list_finds"),
        ),
        never=rules("error-not-flagged empty-content invalid-value-ignored ignored-argument"),
    ),
    Case(
        server="cases/no_block_for_no_match",
        must=(must("empty-content", "W", "search"),),
        never=rules("failure-looks-empty error-not-flagged silent-truncation"),
    ),
    Case(
        server="cases/errors_say_nothing",
        must=(
            must("opaque-error", "W", "get_attributes"),
            must("internal-error-on-bad-input", "W", "get_attributes"),
            must("no-fix-in-error", "I", "list_carriages"),
        ),
        may=rules("unknown-argument-accepted"),
        never=rules(
            "error-not-flagged opaque-error@list_carriages stack-trace-in-error no-fix-in-error@get_attributes"
        ),
    ),
    Case(
        server="cases/trace_with_a_token",
        env=(("FAKE_TOKEN", "sk-test-0000"),),
        must=(
            must("stack-trace-in-error", "W", "fetch"),
            must("oversized-error", "I", "fetch"),
            must("secret-in-response", "E", "fetch"),
        ),
        may=rules("unknown-argument-accepted@fetch opaque-error@fetch"),
        never=rules("stack-trace-in-error@get_hours error-not-flagged@get_hours secret-in-response@get_hours"),
    ),
)

LIVENESS = (
    Case(
        server="cases/arguments_left_out",
        words=("ends",),
        must=(must("crash-on-call", "E", "list_ferries"),),
        never=rules("crash-on-call@get_hours stuck-after-bad-call call-timeout"),
    ),
    Case(server="cases/arguments_left_out", words=("refuses",), never=rules("crash-on-call stuck-after-bad-call")),
    Case(
        server="cases/arguments_left_out",
        words=("stuck",),
        call_timeout=2.0,
        must=(must("stuck-after-bad-call", "E", "list_ferries"),),
        never=rules("crash-on-call call-timeout"),
    ),
    Case(
        server="cases/never_returns",
        words=("0.6",),
        call_timeout=3.0,
        options={"slow-call": {"seconds": 0.5}},
        must=(must("call-timeout", "E", "query_ledger"), must("slow-call", "I", "get_balance")),
        never=rules("slow-call@list_accounts call-timeout@get_balance crash-on-call stuck-after-bad-call"),
    ),
    Case(server="cases/talks_on_stdout", must=(must("stdout-noise", "E"),)),
    Case(server="cases/talks_on_stdout", words=("quiet",), never=rules("stdout-noise")),
)

DEFINITIONS = (
    Case(
        server="cases/fills_the_window",
        must=(
            must("oversized-definitions", "W", "valve_reset"),
            must("oversized-instructions", "W"),
            must("oversized-description", "I", "valve_reset"),
        ),
        may=rules("oversized-definitions"),
        never=rules("missing-namespace overlapping-tools undescribed-parameter ambiguous-parameter hints-missing"),
        once=rules("oversized-definitions oversized-instructions oversized-description"),
        tools=159,
    ),
    Case(
        server="cases/same_flags_undescribed",
        must=(
            must("undescribed-parameter", "I", "machine_get", "machine_adjust_1", "machine_adjust_50"),
            must("closed-set-as-text", "I", "machine_get", argument="level"),
            must("oversized-definitions", "W"),
        ),
        may=rules("oversized-definitions"),
        never=rules("missing-namespace overlapping-tools schema-invalid schema-refused-by-clients"),
        once=rules("undescribed-parameter closed-set-as-text"),
    ),
    Case(
        server="cases/names_clients_refuse",
        must=(
            must("tool-name-invalid", "E", "list_" + "a" * 65),
            must("tool-name-invalid", "W", "get.thing"),
            must("tool-name-invalid", "W", "list_columns_of_all_tables_in_the_schema"),
            must("duplicate-tool-name", "E", "plan_show"),
        ),
        may=rules("ignored-argument@plan_show unknown-argument-accepted@plan_show"),
        never=rules("tool-name-invalid@plan_show schema-invalid tools-list-repeats overlapping-tools"),
        once=rules("duplicate-tool-name"),
    ),
    Case(
        server="cases/hints_left_at_defaults",
        must=(must("hints-contradict", "W", "list_dir"), must("hints-missing", "I", "search")),
        never=rules(
            "hints-missing@list_dir hints-missing@get_schema hints-contradict@get_schema read-only-hint-doubtful "
            "missing-namespace undescribed-parameter"
        ),
    ),
    Case(
        server="cases/one_schema_for_all",
        must=(
            must("schema-invalid", "E", "lamp_find"),
            must("schema-invalid", "E", "lamp_get"),
            must("schema-invalid", "E", "lamp_count"),
            must("schema-refused-by-clients", "W", "lamp_find"),
        ),
        may=rules("unknown-argument-accepted@lamp_find unknown-argument-accepted@lamp_count"),
        never=rules("schema-invalid@lamp_list schema-refused-by-clients@lamp_list"),
        tools=4,
    ),
    Case(
        server="cases/constructs_clients_refuse",
        must=(
            must("schema-refused-by-clients", "W", "coin_put_array"),
            must("schema-refused-by-clients", "W", "coin_put_tuple"),
            must("schema-refused-by-clients", "W", "coin_put_union"),
            must("schema-refused-by-clients", "W", "coin_put_elsewhere"),
            must("schema-refused-by-clients", "I", "coin_put_prefix"),
            must("schema-refused-by-clients", "I", "coin_put_nullable"),
            must("schema-invalid", "E", "coin_put_misplaced"),
            must("schema-invalid", "E", "coin_put_misspelled"),
            must("schema-invalid", "E", "coin_put_dangling"),
        ),
        never=rules(
            "schema-invalid@coin_put_array schema-invalid@coin_put_tuple schema-invalid@coin_put_prefix "
            "schema-invalid@coin_put_nullable schema-refused-by-clients@coin_put_misspelled "
            "schema-refused-by-clients@coin_put_branches schema-invalid@coin_put_branches undescribed-parameter"
        ),
    ),
    Case(
        server="cases/hard_to_choose",
        must=(
            must("missing-namespace", "I"),
            must("overlapping-tools", "I", "save_copy", "duplicate"),
            must("too-many-parameters", "I", "adjust"),
            must("ambiguous-parameter", "I", "send_mail", "tag"),
            must("undescribed-parameter", "I", "send_mail"),
        ),
        never=rules("overlapping-tools@rotate overlapping-tools@crop ambiguous-parameter@crop hints-missing"),
        once=rules("missing-namespace overlapping-tools ambiguous-parameter undescribed-parameter"),
    ),
)

CONTROLS = (
    *(
        Case(server=path.stem)
        for path in sorted(FIXTURES.glob("clean*.py"))
        if path.stem not in {"clean_delete", "clean_search"}
    ),
    Case(server="clean_search", tools=2),  # the empty cursor of its first page leads to the second
    Case(server="clean_delete"),
    Case(server="clean_delete", writes=True),
)
"""Nothing may be found here: no error, no warning."""

CASES = (*DEFINITIONS, *TRUNCATION, *ARGUMENTS, *PAGING, *CONTRACT, *LIVENESS, *WRITES, *ERRORS)
