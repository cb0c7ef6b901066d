"""A policy that is made again keeps what a person changed, and follows the figures in all else."""

import re

import pytest
from guard.reports import report, saved, server, sweep, swept, tool
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tool_audit.cli.guard_init import init
from tool_audit.errors import UsageError
from tool_audit.guard.decide import refusal_of
from tool_audit.guard.edit import changed_policy
from tool_audit.guard.facts import facts_of
from tool_audit.guard.load import load_policy, policy_of
from tool_audit.guard.policy import Line, plain_name
from tool_audit.guard.write import new_policy
from tool_audit.settings.texts import toml_of


def models(full=883_735, metadata=941, summary=16_769):
    members = ["full", "summary", "metadata"]
    calls = [swept("full", full), swept("summary", summary), swept("metadata", metadata)]
    return tool("list_models", full, sweep("detail", "detail", *calls, members=members))


def notes(chars=3_000, **values):
    sizes = {"1": 300, "10": 3_000, "100": 90_000} | values
    return tool("list_notes", chars, sweep("limit", "count", *(swept(int(name), size) for name, size in sizes.items())))


@pytest.fixture
def policy(tmp_path, capsys):
    """A file that is made, changed by hand and made again; `said` is what the last time was told."""

    class File:
        path = tmp_path / "guard.toml"
        said = ""

        def make(self, *tools, **more):
            capsys.readouterr()
            document = more if "servers" in more else report(server(*(tools or (models(), notes()))), **more)
            init(saved(tmp_path, document), self.path, None)
            self.said = capsys.readouterr().err
            return self

        def edit(self, old, new):
            assert self.text.count(old) == 1, (self.text.count(old), self.text)
            self.path.write_text(self.text.replace(old, new), encoding="utf-8")
            return self

        @property
        def text(self):
            return self.path.read_text(encoding="utf-8")

        def lines(self, name):
            return {line.argument: line for line in load_policy(self.path).tools[name].lines}

    return File().make()


def test_new_figures_change_the_lines_that_the_old_ones_made_and_the_comments_beside_them(policy):
    before = policy.text
    policy.make(models(full=700_000, metadata=1_200, summary=60_000), notes(), date="2026-12-05")
    assert policy.lines("list_models") == {"detail": Line(argument="detail", required=True, allowed=("metadata",))}
    assert "883,735" not in policy.text
    assert (
        "# detail, over the ceiling: left out: 700,000 characters, about 175,000 tokens; full: 700,000; summary"
        in policy.text
    )
    assert "# With what is required only: 700,000 characters, about 175,000 tokens on 2026-12-05" in policy.text
    assert len(policy.text.splitlines()) == len(before.splitlines())
    assert load_policy(policy.path).tools["list_models"].measured[0].date == "2026-12-05"


def test_a_line_that_is_not_needed_any_more_goes_and_comes_back(policy):
    before = policy.text
    policy.make(models(full=4_000, summary=3_000), notes())
    assert policy.lines("list_models") == {}
    assert "lines.detail" not in policy.text
    policy.make()
    assert list(policy.lines("list_models")) == ["detail"]
    assert policy.text == before


def test_a_line_that_a_person_changed_stays_with_new_figures_beside_it(policy):
    policy.edit("most = 10", "most = 5").make(models(), notes(**{"10": 60_000}))
    assert policy.lines("list_notes") == {"limit": Line(argument="limit", most=5)}
    assert "# limit, over the ceiling: 10: 60,000 characters, about 15,000 tokens; 100: 90,000.\n" in policy.text
    assert (
        "the line of list_notes for limit was changed by hand and stays so; the figures would make it most 1\n"
        in policy.said
    )


def test_a_line_that_a_person_deleted_stays_deleted(policy):
    policy.path.write_text(
        re.sub(r"(?s)\n\[tools\.list_notes\.lines\.limit\].*?(?=\n\[|\Z)", "\n", policy.text), encoding="utf-8"
    )
    policy.make(models(), notes(**{"10": 4_000}))
    assert policy.lines("list_notes") == {}
    assert (
        "the line of list_notes for limit was deleted and stays so; the figures would make it most 10\n" in policy.said
    )


def test_a_line_that_a_person_added_stays(policy):
    policy.edit('arguments = ["limit"]', 'arguments = ["limit", "tag"]')
    policy.path.write_text(
        policy.text + '\n[tools.list_notes.lines.tag]\nallowed = ["ops"] # the others are private\n', encoding="utf-8"
    )
    policy.make()
    assert policy.lines("list_notes")["tag"].allowed == ("ops",)
    assert "# the others are private" in policy.text
    assert load_policy(policy.path).tools["list_notes"].arguments == ("limit", "tag")


def test_nothing_is_required_in_place_of_an_argument_that_a_person_let_off(policy):
    both = [
        sweep("detail", "detail", swept("brief", 300), members=["brief", "full"]),
        sweep("limit", "count", swept(1, 200)),
    ]
    policy.make(tool("get", 90_000, *both), models(), notes())
    policy.path.write_text(
        re.sub(r"(?s)\n\[tools\.get\.lines\.detail\].*?(?=\n\[|\Z)", "\n", policy.text), encoding="utf-8"
    )
    policy.make(tool("get", 90_000, sweep("limit", "count", swept(1, 200))), models(), notes())
    assert policy.lines("get") == {}


def test_comments_order_and_settings_stay(policy):
    policy.edit("[ceiling]\n", "# ours\n[ceiling] # agreed with ops\n")
    policy.edit('refuse_with = "result"', 'refuse_with = "error"').edit(
        "refuse_unknown_arguments = true", "refuse_unknown_arguments   = false"
    )
    policy.edit("[tools.list_notes]\n", "# the notes\n[tools.list_notes]\n# asked for by hand\n")
    policy.edit("{arguments = {}, chars = 883735,", "{arguments={},  chars = 883735,")
    before = policy.text
    policy.make(models(metadata=950), notes())
    kept = [line for line in before.splitlines() if "941" not in line]
    assert [line for line in policy.text.splitlines() if "950" not in line] == kept
    assert policy.said.endswith("2 of 2 measured tools have lines\n")


def test_a_ceiling_that_a_person_raised_is_what_the_lines_follow(policy):
    policy.edit("cap_chars = 50000", "cap_chars = 100000").edit("cap_tokens = 25000", "cap_tokens = 50000").make()
    assert policy.lines("list_notes") == {}
    assert policy.lines("list_models")["detail"].allowed == ("summary", "metadata")
    assert "keeps its own [ceiling], which is not that of the report\n" in policy.said


def test_a_ceiling_that_a_person_lowered_makes_lines_that_were_not_there(policy):
    policy.make(tool("tree", 500, sweep("depth", "detail", swept(1, 100), swept(5, 20_000))), models(), notes())
    assert policy.lines("tree") == {}
    policy.edit("cap_chars = 50000", "cap_chars = 10000").make(
        tool("tree", 500, sweep("depth", "detail", swept(1, 100), swept(5, 20_000))), models(), notes()
    )
    assert policy.lines("tree") == {"depth": Line(argument="depth", most=1)}
    assert policy.lines("list_models")["detail"].allowed == ("metadata",)


def test_a_tool_s_own_ceiling_is_what_its_lines_follow(policy):
    policy.path.write_text(
        policy.text + '\n[tools.list_notes.ceiling]\ncap_chars = 200000\nreason = "exports are read by a program"\n',
        encoding="utf-8",
    )
    policy.make()
    assert policy.lines("list_notes") == {}
    assert load_policy(policy.path).tools["list_notes"].ceiling.raised_by == "exports are read by a program"


def test_figures_that_are_counted_in_another_way_are_said_to_be(policy):
    policy.edit('tokenizer = "o200k_base"', 'tokenizer = "o200k_base" # as the client counts').make(
        models(), notes(), tokenizer="cl100k_base, exact"
    )
    assert load_policy(policy.path).tokenizer == "cl100k_base"
    assert "# as the client counts" in policy.text


def test_the_last_tool_of_the_file_gets_its_line_without_an_empty_line_at_the_end(policy):
    policy.make(models(), notes(**{"100": 4_000}))
    assert policy.lines("list_notes") == {}
    before = policy.text
    policy.make()
    assert policy.text.startswith(before[: before.index("[tools.list_notes]")])
    assert policy.text.endswith("]\n\n[tools.list_notes.lines.limit]\n" + policy.text.rpartition("limit]\n")[2])
    assert policy.text.endswith("most = 10\n")


def test_a_tool_that_is_gone_stays_and_that_is_said(policy):
    before = policy.lines("list_notes")
    policy.make(models())
    assert policy.lines("list_notes") == before
    assert "not measured in this report, kept as they are: list_notes\n" in policy.said
    assert "1 of 1 measured tools has lines" in policy.said


def test_a_new_tool_is_added_behind_the_others(policy):
    before = policy.text
    policy.make(models(), notes(), tool("ping", 76))
    assert policy.text.startswith(before)
    assert list(load_policy(policy.path).tools) == ["list_models", "list_notes", "ping"]


def test_an_argument_that_the_server_takes_now_is_taken_and_that_is_said(policy):
    policy.make(models(), {**notes(), "declared": ["limit", "since"]})
    assert load_policy(policy.path).tools["list_notes"].arguments == ("limit", "since")
    assert "list_notes takes since now, too\n" in policy.said


def test_other_calls_than_were_measured_before_take_their_place(policy):
    policy.make(models(), notes(**{"50": 40_000}))
    assert policy.lines("list_notes")["limit"].most == 50
    assert [dict(one.arguments) for one in load_policy(policy.path).tools["list_notes"].measured] == [
        {},
        {"limit": 1},
        {"limit": 10},
        {"limit": 50},
        {"limit": 100},
    ]


def test_lines_written_as_inline_tables_are_brought_up_to_date_too(policy):
    text = re.sub(r"(?s)\n\[tools\.list_notes\.lines\.limit\].*?(?=\n\[|\Z)", "\n", policy.text)
    policy.path.write_text(
        text.replace("[tools.list_notes]\n", "[tools.list_notes]\nlines = {limit = {most = 10}}\n"), encoding="utf-8"
    )
    policy.make(models(), notes(**{"10": 60_000}))
    assert policy.lines("list_notes") == {"limit": Line(argument="limit", most=1)}


def test_lines_in_an_inline_table_go_and_new_ones_come_into_it(policy):
    sized = sweep("max_tokens", "size", swept(256, 200), swept(4_096, 60_000))
    both = [sweep("limit", "count", swept(1, 200), swept(10, 60_000)), sweep("max_tokens", "size", swept(256, 200))]
    policy.make(tool("get", 300, *both), models(), notes())
    text = re.sub(r"(?s)\n\[tools\.get\.lines\.limit\].*?(?=\n\[|\Z)", "\n", policy.text)
    policy.path.write_text(
        text.replace("[tools.get]\n", "[tools.get]\nlines = {limit = {most = 1}}\n"), encoding="utf-8"
    )
    policy.make(tool("get", 300, both[0], sized), models(), notes())
    assert list(policy.lines("get")) == ["limit", "max_tokens"]
    policy.make(tool("get", 300), models(), notes())
    assert policy.lines("get") == {}


def test_a_number_that_may_mean_no_limit_is_not_let_through_by_a_higher_ceiling(policy):
    calls = [swept(10, 400), swept(100, 5_000_000), swept(-1, 900_000)]
    policy.make(tool("all", 300, sweep("limit", "count", *calls)), models(), notes())
    policy.edit("cap_chars = 50000", "cap_chars = 1000000").edit("cap_tokens = 25000", "cap_tokens = 1000000")
    policy.make(tool("all", 300, sweep("limit", "count", *calls)), models(), notes())
    assert policy.lines("all") == {"limit": Line(argument="limit", most=10)}


def test_a_policy_laid_out_in_a_way_of_its_own_is_left_alone_and_that_is_said(policy):
    before = 'schema = "tool-audit/guard/1"\nserver = "notes"\nceiling = {cap_chars = 50000}\ntools = {ping = {}}\n'
    policy.path.write_text(before, encoding="utf-8")
    with pytest.raises(UsageError, match="laid out in a way that cannot be brought up to date"):
        policy.make(models())
    assert policy.text == before


def test_the_policy_of_another_server_is_not_overwritten(policy):
    with pytest.raises(UsageError, match="is the policy of notes, and not of other"):
        policy.make(
            servers=[server(tool("ping", 76), name="other")], **{k: v for k, v in report().items() if k != "servers"}
        )


SIZE = st.one_of(st.integers(0, 60_000), st.integers(0, 5_000_000))
NUMBERS = st.dictionaries(st.integers(-2, 2_000), SIZE, min_size=1, max_size=6)
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)


@st.composite
def tools(draw):
    sweeps = []
    for name in draw(st.lists(NAMES, max_size=3, unique_by=plain_name)):
        kind = ("detail", "format", "count", "size")[len(name) % 4]
        if kind in ("count", "size"):
            # what grows with its argument, as a server's reply does
            values = draw(NUMBERS)
            sizes = sorted(values.values())
            calls = [swept(value, size) for value, size in zip(sorted(values), sizes, strict=True)]
            sweeps.append(sweep(name, kind, *calls))
        else:
            members = draw(st.dictionaries(st.one_of(NAMES, st.booleans()), SIZE, min_size=1, max_size=4))
            sweeps.append(
                sweep(name, kind, *(swept(value, size) for value, size in members.items()), members=list(members))
            )
    return tool(draw(NAMES), draw(SIZE), *sweeps)


SERVERS = st.lists(tools(), min_size=1, max_size=4, unique_by=lambda one: plain_name(one["name"]))


def read(text):
    return policy_of(toml_of(text, "guard.toml"), "guard.toml")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(SERVERS)
def test_every_policy_loads_and_passes_what_fits_and_refuses_the_default_that_does_not(made):
    policy = read(new_policy(facts_of(report(server(*made)), "report.json", None)).text)
    for name, one in policy.tools.items():
        default = one.measured[0]
        required = [line.argument for line in one.lines if line.required]
        assert len(required) <= 1
        if not default.fits(policy.ceiling):
            assert (refusal_of(policy, name, {}) is not None) == bool(required)
        for call in one.measured:
            refused = refusal_of(policy, name, dict(call.arguments))
            # where one argument is required, calls without it are refused with the default one
            if call.fits(policy.ceiling) and all(each in call.arguments for each in required):
                assert refused is None, (call, one.lines)
            elif (
                not call.fits(policy.ceiling)
                and one.lines
                and all(each in {line.argument for line in one.lines} for each in call.arguments)
            ):
                assert refused is not None, (call, one.lines)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(SERVERS, SERVERS)
def test_made_again_nobody_s_change_makes_the_lines_of_a_new_one(before, after):
    old, new = (facts_of(report(server(*made)), "report.json", None) for made in (before, after))
    first = new_policy(old).text
    assert changed_policy(first, "guard.toml", old).text == first
    again, fresh = (
        read(
            changed_policy(first, "guard.toml", new).text if set(names(old)) & set(names(new)) else new_policy(new).text
        ),
        read(new_policy(new).text),
    )
    for name in names(new):
        assert set(again.tools[name].lines) == set(fresh.tools[name].lines)
        assert again.tools[name].measured == fresh.tools[name].measured


def names(facts):
    return [one.name for one in facts.tools]


def commented(text, places):
    """Put a comment behind lines of the text, but not within the measured calls: other calls take their place whole."""
    made, within, added = [], False, []
    for place, line in enumerate(text.splitlines()):
        made.append(line)
        within = line == "measured = [" or (within and line != "]")
        if place in places and not within:
            added.append(f"# by hand {place}")
            made.append(added[-1])
    return "\n".join(made) + "\n", added


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sets(st.integers(0, 45)), SIZE, SIZE, SIZE, SIZE, SIZE, st.integers(1, 5_000), st.booleans())
def test_whatever_the_new_figures_are_comments_and_lines_by_hand_stay(
    places, full, few, short, some, many, most, deleted
):
    first = new_policy(facts_of(report(server(models(), notes(), tool("ping", 76))), "report.json", None)).text
    text, added = commented(first, places)
    by_hand = re.sub(r"(?s)\n\[tools\.list_notes\.lines\.limit\].*?(?=\n\[|\Z)", "\n", text) if deleted else text
    by_hand = by_hand.replace("most = 10\n", f"most = {most}\n")
    new = facts_of(report(server(models(full, few, short), notes(some, **{"10": many}))), "report.json", None)
    made = changed_policy(by_hand, "guard.toml", new).text
    again = read(made)
    if deleted:
        assert again.tools["list_notes"].lines == ()
    elif most != 10:
        assert again.tools["list_notes"].lines == (Line(argument="limit", most=most),)
    fresh = read(new_policy(new).text)
    assert again.tools["list_models"].lines == fresh.tools["list_models"].lines
    assert again.tools["list_models"].measured == fresh.tools["list_models"].measured
    # within a table that was cut out whole, they went with it
    assert kept(by_hand, added) == kept(made, added)


def kept(text, comments):
    return sorted(line for line in text.splitlines() if line in comments)
