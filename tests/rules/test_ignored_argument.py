import json

import pytest
from builders import call, hits, tool, tool_run
from pretend import audited

from tool_audit.model import Confidence, Severity, Subject
from tool_audit.rules.ignored_argument import ignored_argument

ROWS = [{"id": n, "kind": "even" if n % 2 == 0 else "odd", "note": "as it was found " * 14} for n in range(1, 13)]
NUMBER = {"type": "integer"}


def rows(entries=ROWS, **around):
    return json.dumps({**around, "rows": list(entries)})


def seen(properties, replies, default=None, experiment="limit", **schema):
    """A tool that answered these values of its first argument; `replies` maps value -> text."""
    [name, *_] = properties
    base = call(default if default is not None else rows())
    again = call(base.measurement.text, attempt=1)
    calls = [call(text, arguments={name: value}, experiment=experiment) for value, text in replies]
    return tool_run(base, repeat=again, calls=calls, spec=tool(properties=properties, **schema))


def found(*args, **kwargs):
    return hits(ignored_argument, seen(*args, **kwargs))


def test_a_limit_that_always_gives_all_is_an_error():
    [hit] = found({"limit": NUMBER}, [(1, rows()), (5, rows()), (50, rows())])
    assert hit.argument == "limit"
    assert hit.severity is Severity.ERROR
    assert "12 items" in hit.message
    assert len(hit.calls) == 4


def test_an_echoed_limit_is_no_effect():
    assert len(found({"limit": NUMBER}, [(1, rows(limit=1)), (5, rows(limit=5))], default=rows(limit=25))) == 0
    assert len(found({"limit": NUMBER}, [(1, rows(limit=1)), (5, rows(limit=5))], default=rows())) == 1


def test_a_limit_that_works_once_is_not_ignored():
    assert found({"limit": NUMBER}, [(1, rows(ROWS[:1])), (50, rows())]) == []


def test_limits_above_the_number_of_items_prove_nothing():
    assert found({"limit": NUMBER}, [(50, rows()), (100, rows())]) == []
    assert found({"limit": NUMBER}, [(12, rows()), (100, rows())]) == []
    assert len(found({"limit": NUMBER}, [(11, rows()), (100, rows())])) == 1


def test_one_record_with_a_list_in_it_is_no_list_of_records():
    one = json.dumps({"results": [{"id": 1, "tags": ["a", "b", "c", "d"]}]})
    assert found({"limit": NUMBER}, [(1, one), (5, one)], default=one) == []
    fields = "- name: Ito\n- town: Oslo\n- trade: baker\n- since: 1999"
    assert found({"limit": NUMBER}, [(1, fields), (5, fields)], default=fields) == []


def test_a_list_beside_the_rows_is_not_what_a_limit_bounds():
    for few in ([], [["x", 1, 2]]):
        table = json.dumps({"columns": ["name", "size", "age"], "rows": few})
        assert found({"limit": NUMBER}, [(1, table), (5, table)], default=table) == []


def test_the_lines_of_one_file_are_not_its_items():
    path = {"head": NUMBER, "path": {"type": "string"}}
    base, sent = {"path": "a.json"}, [call(rows(), arguments={"path": "a.json", "head": n}) for n in (1, 5)]
    run = tool_run(
        call(rows(), arguments=base),
        repeat=call(rows(), arguments=base, attempt=1),
        calls=sent,
        spec=tool("read_file", path, required=["path"]),
    )
    assert hits(ignored_argument, run) == []


def test_a_limit_on_something_inside_the_items_proves_nothing():
    assert found({"max_comments": NUMBER}, [(1, rows()), (5, rows())]) == []
    assert len(found({"max_rows": NUMBER}, [(1, rows()), (5, rows())])) == 1


def test_a_default_that_changes_by_itself_is_no_base():
    run = tool_run(
        call(rows()),
        repeat=call(rows(ROWS[3:]), attempt=1),
        calls=[call(rows(ROWS[:4]), arguments={"limit": 1}), call(rows(ROWS[2:]), arguments={"limit": 5})],
        spec=tool(properties={"limit": NUMBER}),
    )
    assert hits(ignored_argument, run) == []


LONG = "The harbour was rebuilt after the flood, and ships came back one by one. " * 100


def test_a_budget_far_below_the_reply_is_ignored():
    assert len(found({"max_tokens": NUMBER}, [(256, LONG), (1024, LONG)], default=LONG)) == 1
    assert found({"max_tokens": NUMBER}, [(2048, LONG), (4096, LONG)], default=LONG) == []


def test_a_budget_for_each_part_is_held_against_the_parts():
    snippets = json.dumps({"hits": [{"id": n, "text": "x" * 200} for n in range(60)]})
    assert found({"max_chars": NUMBER}, [(256, snippets), (1024, snippets)], default=snippets) == []
    each = {"max_tokens": {"type": "integer", "description": "Tokens of each hit."}}
    assert found(each, [(256, snippets), (1024, snippets)], default=snippets) == []


LEVELS = {"detail": {"type": "string", "enum": ["low", "high"]}}


def test_a_level_of_detail_without_effect_is_an_error():
    [hit] = found(LEVELS, [("low", rows()), ("high", rows())], experiment="detail")
    assert hit.severity is Severity.ERROR


def test_levels_of_an_empty_store_or_a_short_row_prove_nothing():
    for little in ("[]", rows([]), json.dumps({"rows": [{"id": 1}]})):
        assert found(LEVELS, [("low", little), ("high", little)], default=little, experiment="detail") == []


def test_how_long_a_reply_must_be_is_an_option():
    run = seen(LEVELS, [("low", rows()), ("high", rows())], experiment="detail")
    assert hits(ignored_argument, run, detail_chars=100_000) == []


def test_a_flag_is_proven_by_what_it_should_leave_out():
    flag = {"include_note": {"type": "boolean"}}
    [hit] = found(flag, [(False, rows()), (True, rows())], experiment="detail")
    assert hit.confidence is None
    flag = {"include_archived": {"type": "boolean"}}
    [hit] = found(flag, [(False, rows()), (True, rows())], experiment="detail")
    assert hit.confidence is Confidence.INDICATED


TREE = {"name": "a", "children": [{"name": "b", "children": [{"name": "c", "children": [{"name": "d"}]}]}]}


def test_a_depth_is_proven_by_the_levels_of_the_reply():
    deep, flat = json.dumps(TREE), rows()
    indented = "- hall\n  - shelf\n    - box\n      - screws"
    assert len(found({"max_depth": NUMBER}, [(1, deep), (5, deep)], default=deep, experiment="detail")) == 1
    assert len(found({"max_depth": NUMBER}, [(1, indented), (5, indented)], default=indented, experiment="detail")) == 1
    assert found({"max_depth": NUMBER}, [(1, flat), (5, flat)], default=flat, experiment="detail") == []


def test_a_filter_by_values_that_occur_is_an_error():
    kind = {"kind": {"type": "string"}}
    assert len(found(kind, [("odd", rows()), ("even", rows())], experiment="filter")) == 1
    assert found(kind, [("odd", rows(ROWS[::2])), ("even", rows(ROWS[1::2]))], experiment="filter") == []
    assert found(kind, [("odd", rows())], experiment="filter") == []


def test_a_date_that_no_item_lies_behind_is_a_filter():
    since = {"since": {"type": "string", "format": "date"}}
    dated = rows([{**row, "made": f"2026-01-{row['id']:02}"} for row in ROWS])
    assert len(found(since, [("2037-12-31", dated)], default=dated, experiment="filter")) == 1
    assert found(since, [("2026-01-01", dated)], default=dated, experiment="filter") == []
    older = dated.replace("2026-01-03", "2038-01-03")
    assert found(since, [("2037-12-31", older)], default=older, experiment="filter") == []


def test_an_offset_that_passes_nothing_over_is_an_error():
    assert len(found({"offset": NUMBER}, [(12, rows())], experiment="paging")) == 1
    assert found({"offset": NUMBER}, [(12, rows([]))], experiment="paging") == []


def test_a_page_beyond_the_only_one_may_be_the_only_one():
    assert found({"page": NUMBER}, [(2, rows())], experiment="paging") == []


def test_two_formats_that_look_alike_are_a_warning():
    formats = {"format": {"type": "string", "enum": ["json", "markdown", "text"]}}
    [hit] = found(formats, [("json", rows()), ("markdown", rows())], experiment="serialization")
    assert hit.severity is Severity.WARNING
    assert found(formats, [("text", rows()), ("markdown", rows())], experiment="serialization") == []


def test_two_directions_with_one_order_are_a_warning():
    order = {"order": {"type": "string", "enum": ["asc", "desc"]}}
    [hit] = found(order, [("asc", rows()), ("desc", rows())], experiment="filter")
    assert hit.severity is Severity.WARNING
    alike = rows([{"id": 1, "name": "x"}] * 5)
    assert found(order, [("asc", alike), ("desc", alike)], default=alike, experiment="filter") == []


@pytest.mark.parametrize("name", ["query", "region", "reverse_lookup"])
def test_arguments_of_which_nothing_is_known_are_left_alone(name):
    assert found({name: {"type": "string"}}, [("a", rows()), ("b", rows())]) == []


def test_pictures_that_differ_are_an_effect():
    def shot(level, size):
        blocks = [{"type": "text", "text": "A picture of the harbour. " * 30}, {"type": "image", "data": "A" * size}]
        return call(content=blocks, arguments={"detail": level} if level else {})

    base = shot(None, 900)
    run = tool_run(
        base, repeat=shot(None, 900), calls=[shot("low", 100), shot("high", 900)], spec=tool(properties=LEVELS)
    )
    assert hits(ignored_argument, run) == []


def test_a_member_that_the_items_do_not_keep_to_is_ignored_whatever_the_field_is_called():
    port = {"port": {"type": "string", "enum": ["odd", "even", "prime"]}}
    assert len(found(port, [("odd", rows())], experiment="bad_input")) == 1
    assert found({"port": {"type": "string", "enum": ["left", "right"]}}, [("left", rows())]) == []
    alike = rows(ROWS[::2])
    assert found(port, [("odd", alike)], default=alike, experiment="bad_input") == []


def test_what_stands_in_the_one_thing_that_is_read_is_no_list_for_a_page_size_to_bound():
    note = "# Plans\n\n" + "\n".join(f"- water tree {n} on Monday" for n in range(14))
    pages = {"page_size": {"type": "integer", "default": 10}, "identifier": {"type": "string"}}

    def run(name):
        return audited(lambda identifier, page_size=10: note, pages, name=name, filled={"identifier": "plans"})

    assert not hits(ignored_argument, run("read_note"))
    assert hits(ignored_argument, run("list_chores"))


def test_values_that_are_no_scalars_are_compared_too():
    spec = tool(properties={"kind": {"type": "array", "items": {"type": "object"}}})
    base = call(rows(), tool=spec.name)
    sent = [call(rows(), arguments={"kind": value}, experiment="filter") for value in ([{"a": 1}], {"b": 2}, None)]
    assert not hits(ignored_argument, tool_run(base, spec=spec, repeat=call(rows(), attempt=1), calls=sent))


def test_a_switch_is_held_against_the_field_of_its_name():
    kept = rows([{"id": n, "archived": n % 3 == 0} for n in range(9)])
    none = rows([{"id": n, "archived": False} for n in range(9)])
    both = [(False, kept), (True, kept)]
    for name in ("include_archived", "exclude_archived", "archived_only", "archived", "isArchived"):
        [hit] = found({name: {"type": "boolean"}}, both, default=kept)
        assert hit.severity is Severity.ERROR, name
        assert hit.confidence is None, name
    for name in ("include_archived", "exclude_archived", "archived"):
        assert found({name: {"type": "boolean"}}, [(False, none), (True, none)], default=none) == [], name


PRICES = rows([{"id": n, "price_eur": n * 2.5} for n in range(1, 9)])


def test_a_bound_that_items_do_not_reach_is_a_filter():
    assert len(found({"min_price": {"type": "number"}}, [(20, PRICES)], default=PRICES)) == 1
    assert len(found({"price_to": {"type": "number"}}, [(3, PRICES)], default=PRICES)) == 1
    assert found({"min_price": {"type": "number"}}, [(2.5, PRICES)], default=PRICES) == []
    assert found({"min_weight": {"type": "number"}}, [(20, PRICES)], default=PRICES) == []


TAGGED = rows([{"id": 1, "tags": ["old", "red"]}, {"id": 2, "tags": ["new"]}, {"id": 3, "tags": []}])


def test_a_list_of_what_items_have_is_a_filter():
    tags = {"tags": {"type": "array", "items": {"type": "string"}}}
    assert len(found(tags, [(["old"], TAGGED), (["red"], TAGGED)], default=TAGGED)) == 1
    assert found(tags, [(["blue"], TAGGED)], default=TAGGED) == []
    kinds = {"only": {"type": "array", "items": {"type": "string", "enum": ["odd", "even"]}}}
    assert len(found(kinds, [(["odd"], rows())])) == 1


def test_a_choice_of_fields_leaves_the_others_out():
    fields = {"fields": {"type": "array", "items": {"type": "string", "enum": ["id", "kind", "note"]}}}
    assert len(found(fields, [(["id"], rows()), (["kind"], rows())])) == 1
    assert len(found({"columns": {"type": "string"}}, [("id", rows()), ("kind", rows())])) == 1
    lone = rows([{"id": n} for n in range(5)])
    assert found(fields, [(["id"], lone)], default=lone) == []


TEXT = "- A-1 [open] north door\n- A-2 [closed] south door\n- A-3 [open] roof\n- A-4 [closed] wall"


def test_members_are_found_in_texts_that_hold_one_each():
    state = {"phase": {"type": "string", "enum": ["open", "closed"]}}
    assert len(found(state, [("open", TEXT)], default=TEXT)) == 1
    assert found(state, [("open", TEXT.replace("[open]", "[open, was closed]"))] * 1, default=TEXT) == []
    mixed = TEXT.replace("[open]", "[open, was closed]")
    assert found(state, [("open", mixed), ("closed", mixed)], default=mixed) == []


def test_two_states_cannot_have_the_same_items():
    bare = rows([{"id": n} for n in range(6)])
    enum = {"type": "string", "enum": ["open", "closed", "all"]}
    assert len(found({"status": enum}, [("open", bare), ("closed", bare)], default=bare)) == 1
    assert found({"status": enum}, [("open", bare), ("all", bare)], default=bare) == []
    assert found({"engine": enum}, [("open", bare), ("closed", bare)], default=bare) == []


def test_a_level_may_hold_all_that_is_above_it():
    level = {"level": {"type": "string", "enum": ["info", "warn", "error"]}}
    logged = rows([{"id": n, "level": ("warn", "error")[n % 2]} for n in range(8)])
    assert found(level, [("info", logged), ("warn", logged)], default=logged) == []
    assert len(found(level, [("warn", logged), ("error", logged)], default=logged)) == 1


def test_an_order_by_a_field_can_be_checked():
    sort = {"sort_by": {"type": "string", "enum": ["id", "height", "name"]}}
    hills = rows([{"id": n, "height": n * 7 % 5, "name": "hill"} for n in range(8)])
    [hit] = found(sort, [("id", hills), ("height", hills)], default=hills)
    assert hit.severity is Severity.WARNING
    assert "order of height" in hit.message
    assert len(found(sort, [("-height", hills)], default=hills)) == 0  # none of its members
    grown = rows([{"id": n, "height": n * n} for n in range(8)])
    assert found(sort, [("id", grown), ("height", grown)], default=grown) == []


def test_a_search_that_finds_everything_finds_nothing():
    hills = rows([{"id": n, "name": name} for n, name in enumerate(["Alder", "Birch", "Cedar", "Elm", "Fir", "Oak"])])
    query = {"query": {"type": "string"}}
    assert len(found(query, [("oak", hills), ("tool-audit-no-such-value", hills)], default=hills)) == 1
    assert found(query, [("oak", hills)], default=hills) == []
    assert found(query, [("zzz", hills), ("tool-audit-no-such-value", hills)], default=hills) == []


def test_numbers_are_not_the_same_in_two_units():
    week = json.dumps({"city": "Oslo", "days": [{"high": 9, "low": 1}, {"high": 12, "low": 3}]})
    units = {"units": {"type": "string", "enum": ["celsius", "fahrenheit"]}}
    [hit] = found(units, [("celsius", week), ("fahrenheit", week)], default=week)
    assert hit.severity is Severity.WARNING
    assert hit.message.endswith(", and its 4 numbers cannot be right in both celsius and fahrenheit.")
    count = json.dumps({"city": "Oslo", "count": 3, "year": 2026})
    assert found(units, [("celsius", count), ("fahrenheit", count)], default=count) == []
    other = {"units": {"type": "string", "enum": ["all", "some"]}}
    assert found(other, [("all", week), ("some", week)], default=week) == []


def test_an_argument_of_an_action_tool_may_serve_another_action():
    spec = tool(properties={"kind": {"type": "string"}, "limit": NUMBER})
    for name, values, sure in (("kind", ("odd", "even"), False), ("limit", (1, 5), True)):
        calls = [call(rows(), arguments={name: value}, experiment="filter") for value in values]
        run = tool_run(call(rows()), repeat=call(rows(), attempt=1), calls=calls, spec=spec)
        object.__setattr__(run, "subject", Subject(tool=spec.name, argument="action", member="list"))
        [hit] = hits(ignored_argument, run)
        assert (hit.confidence is None) is sure


def test_what_is_to_be_left_out_and_is_there_is_a_filter():
    lists = {"type": "array", "items": {"type": "string"}}
    for name in ("exclude_tags", "without_tag", "include_tags", "any_of_tags"):
        assert len(found({name: lists}, [(["old"], TAGGED)], default=TAGGED)) == 1, name
        assert found({name: lists}, [(["blue"], TAGGED)], default=TAGGED) == [], name
    kind = {"exclude_kind": {"type": "string"}}
    assert len(found(kind, [("odd", rows()), ("even", rows())])) == 1


def test_a_moment_that_no_item_lies_behind_is_a_filter():
    until = {"until": {"type": "string", "format": "date-time"}}
    dated = rows([{**row, "made": f"2026-01-{row['id']:02}T08:30:00Z"} for row in ROWS])
    assert len(found(until, [("1990-01-01T00:00:00Z", dated)], default=dated, experiment="filter")) == 1


def test_an_argument_inside_an_object_is_held_to_what_it_says():
    options = {"options": {"type": "object", "properties": {"limit": NUMBER, "kind": {"type": "string"}}}}
    for key, values in (("limit", (1, 5)), ("kind", ("odd", "even"))):
        calls = [call(rows(), arguments={"options": {key: value}}, experiment="limit") for value in values]
        run = tool_run(call(rows()), repeat=call(rows(), attempt=1), calls=calls, spec=tool(properties=options))
        [hit] = hits(ignored_argument, run)
        assert hit.argument == f"options.{key}"


def test_the_language_of_a_reply_is_not_that_of_its_items_unless_it_has_their_name():
    books = rows([{**row, "lang": ("en", "fr", "de")[row["id"] % 3]} for row in ROWS])
    tongues = {"type": "string", "enum": ["en", "fr", "de"]}
    for name, count in (("label_lang", 0), ("ui_language", 0), ("lang", 1), ("label", 1)):
        assert len(found({name: tongues}, [("en", books), ("fr", books), ("de", books)], default=books)) == count, name
