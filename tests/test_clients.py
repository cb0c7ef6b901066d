"""Client profiles as data, and the lines that follow from them for one tool."""

from dataclasses import replace
from datetime import date

import pytest

from tool_audit.clients import (
    client_names,
    declared_keys,
    limits_of_clients,
    lines_for,
    load_client,
    notes_on_tools,
)
from tool_audit.errors import UsageError
from tool_audit.model import Action, Certainty, Construct, Measurement, ToolSpec
from tool_audit.settings import CapOverride

META = "anthropic/maxResultSizeChars"


def tool(name="list_items", **meta):
    return ToolSpec(name=name, description="", input_schema={}, meta=meta)


def declared(value):
    return tool(**{META: value})


def test_the_profile_of_claude_code_has_both_caps_the_warning_line_and_the_ceiling():
    profile = load_client("claude-code")
    assert (profile.cap_tokens, profile.cap_chars, profile.warn_tokens) == (25_000, 50_000, 10_000)
    assert (profile.meta_cap_key, profile.meta_cap_ceiling) == (META, 500_000)
    assert profile.description_chars == 2_048
    assert profile.would == "put it into a file and show the model its first 2 KB"


@pytest.mark.parametrize("name", client_names())
def test_every_profile_has_a_cap_or_refuses_something_and_has_an_action_a_source_and_a_date(name):
    profile = load_client(name)
    assert profile.name == name
    [limits] = [limits for limits in limits_of_clients() if limits.client == name]
    assert profile.cap_tokens or profile.cap_chars or profile.cap_bytes or limits.refuses or limits.name_chars
    assert profile.would
    assert "https://" in profile.source
    assert date.fromisoformat(profile.checked)


def test_the_bundled_profiles_are_those_of_which_something_is_published():
    assert client_names() == (
        "antigravity",
        "claude-code",
        "claude-desktop",
        "codex",
        "codex-0.56",
        "copilot-cli",
        "crush",
        "cursor",
        "gemini-cli",
        "goose",
        "langchain-deepagents",
        "opencode",
        "pi",
        "qwen-code",
        "vscode-copilot",
    )


def test_users_add_profiles_and_change_fields_of_bundled_ones():
    own = load_client("ours", {"ours": {"cap_tokens": 5_000, "action": "drop it"}})
    assert (own.name, own.cap_tokens, own.cap_chars, own.would, own.source) == (
        "ours",
        5_000,
        None,
        "drop it",
        "the settings",
    )
    changed = load_client("claude-code", {"claude-code": {"cap_tokens": 60_000}})
    assert (changed.cap_tokens, changed.cap_chars) == (60_000, 50_000)


@pytest.mark.parametrize(
    ("name", "extra", "message", "hint"),
    [
        ("claud-code", {}, "there is no client 'claud-code'", "did you mean claude-code?"),
        ("zzz", {}, "there is no client 'zzz'", "known: antigravity, claude-code"),
        ("ours", {"ours": {"cap": 1}}, "[clients.ours] has no setting 'cap'", "cap_"),
        ("ours", {"ours": {"cap_token": 1}}, "[clients.ours] has no setting 'cap_token'", "did you mean cap_tokens?"),
        ("ours", {"ours": {"cap_tokens": True}}, "cap_tokens: True is not a whole number of 1 or more", ""),
        ("ours", {"ours": {"cap_tokens": 0}}, "cap_tokens: 0 is not a whole number of 1 or more", ""),
        ("ours", {"ours": {"action": 1}}, "action: 1 is not a text", ""),
        ("ours", {"ours": {"action": "fil"}}, "action: 'fil' is not one of error, file, head", "did you mean file?"),
        ("ours", {"ours": {"action": "head and tail"}}, "action: 'head and tail' is not one of", "mean head-and-tail?"),
        ("ours", {"ours": {"action": " "}}, "action: '' is not one of", "known: "),
        ("ours", {"ours": {"counted": "each"}}, "counted: 'each' is not one of reply, each-part", "mean each-part?"),
        ("ours", {"ours": {"counted": 3}}, "counted: 3 is not one of reply", "known: reply"),
        ("ours", {"ours": {"shows": "structurd"}}, "shows: 'structurd' is not one of", "did you mean structured?"),
        ("ours", {"ours": {"confidence": "godo"}}, "confidence: 'godo' is not one of", "did you mean good?"),
        ("ours", {"ours": {"certainty": "good"}}, "[clients.ours] has no setting 'certainty'", "known: "),
        ("ours", {"ours": {"marked": "yes"}}, "marked: 'yes' is not true or false", ""),
        ("ours", {"ours": {"saves": 1}}, "saves: 1 is not true or false", ""),
        ("ours", {"ours": {"cap_lines": "9"}}, "cap_lines: '9' is not a whole number of 1 or more", ""),
        ("ours", {"ours": {"tool_count": 0}}, "tool_count: 0 is not a whole number of 1 or more", ""),
        ("ours", {"ours": {"head_share": 20}}, "head_share: 20 is not a share between 0 and 1", "0.2 keeps a fifth"),
        ("ours", {"ours": {"head_share": True}}, "head_share: True is not a share", ""),
        ("ours", {"ours": {"checked": "lately"}}, "checked: 'lately' is not a date", "2027-01-31"),
        ("ours", {"ours": {"checked": 3}}, "checked: 3 is not a text", ""),
        ("ours", {"ours": {"head_share": 0.2}}, "head_share says something of another action", '"head-and-tail"'),
        ("goose", {"goose": {"saves": True}}, "saves says something of another action", '"head" or'),
        ("codex", {"codex": {"preview_bytes": 9}}, "preview_bytes says something of another action", '"file"'),
        ("ours", {"ours": {"meta_cap_ceiling": 9}}, "meta_cap_ceiling has no key", "meta_cap_key"),
        (
            "ours",
            {"ours": {"action": "none", "cap_chars": 9}},
            "cap_chars is a cap of a client that cuts nothing",
            "two",
        ),
    ],
)
def test_a_profile_that_cannot_be_meant_is_refused(name, extra, message, hint):
    with pytest.raises(UsageError) as caught:
        load_client(name, extra)
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_a_profile_of_the_users_own_takes_every_field_that_the_bundled_ones_have():
    fields = {
        "cap-bytes": 9_000,
        "cap_lines": 90,
        "counted": "each-part",
        "action": "head-and-tail",
        "head_share": 1,
        "saves": True,
        "marked": False,
        "shows": "both",
        "meta_cap_key": "ours/max",
        "meta_cap_ceiling": 90_000,
        "description_chars": 900,
        "tool_count": 9,
        "checked": date(2026, 11, 30),
        "confidence": "second-hand",
        "note": "from a talk",
    }
    own = load_client("ours", {"ours": fields})
    assert (own.cap_bytes, own.cap_lines, own.counted, own.action) == (9_000, 90, "each-part", "head-and-tail")
    assert (own.head_share, own.saves, own.marked, own.shows) == (1.0, True, False, "both")
    assert (own.checked, own.certainty, own.note) == ("2026-11-30", "second-hand", "from a talk")
    assert own.would == "drop its middle without a sign and put the whole into a file"


def test_a_client_that_is_told_to_use_files_says_so_once():
    changed = load_client("gemini-cli", {"gemini-cli": {"action": "file"}})
    assert changed.would == "put it into a file and show the model the path"


def test_an_action_of_several_words_is_told_as_it_stands():
    own = load_client("codex", {"codex": {"action": "cut it where it likes, marked"}})
    assert (own.action, own.would) == (Action.OTHER, "cut it where it likes, marked")


def test_a_client_that_is_told_to_cut_nothing_has_no_cap():
    off = load_client("gemini-cli", {"gemini-cli": {"action": "none"}})
    assert (off.cap_chars, lines_for(off, None).caps) == (None, ())


@pytest.mark.parametrize("name", client_names())
def test_a_bundled_profile_says_what_its_action_leaves_and_how_well_it_is_known(name):
    profile = load_client(name)
    lines = lines_for(profile, None)
    assert (profile.action is Action.OTHER) <= (not lines.caps)
    assert profile.certainty is Certainty.GOOD or profile.note or not lines.caps or name == "codex-0.56"


def test_a_client_that_takes_fewer_tools_says_how_many_are_listed():
    tools = [tool(f"t{index}") for index in range(41)]
    assert notes_on_tools(load_client("cursor"), tools, ()) == (
        "cursor takes 40 tools of all servers together (unverified): 41 are listed here",
    )
    assert notes_on_tools(load_client("cursor"), tools[:40], ()) == ()
    assert notes_on_tools(load_client("ours", {"ours": {"tool_count": 3}}), tools, ()) == (
        "ours takes 3 tools of all servers together: 41 are listed here",
    )


def test_a_declared_size_that_a_client_does_not_go_by_is_told_with_its_tools():
    tools = [tool("a", **{META: 200_000}), tool("b", **{META: 200_000}), tool("c"), tool("d", **{META: "much"})]
    assert declared_keys() == (META,)
    assert notes_on_tools(load_client("codex"), tools, declared_keys()) == (
        f"codex does not go by the 200,000 characters that a tool declares as {META} (a, b)",
        f"codex does not go by what a tool declares as {META}: it is no number of characters (d)",
    )
    assert notes_on_tools(load_client("claude-code"), tools, declared_keys()) == (
        f"claude-code does not go by what a tool declares as {META}: it is no number of characters (d)",
    )


def test_the_cap_in_lines_and_that_of_each_part_are_held_against_a_reply():
    text = "x\n" * 2_001
    measured = Measurement(bytes=1, chars=len(text), tokens=1, text=text)
    assert lines_for(load_client("opencode"), tool()).over_cap(measured)
    assert lines_for(load_client("pi"), tool()).over_cap(measured)
    blocks = ("x" * 150_000, "x" * 150_000)
    parts = Measurement(bytes=1, chars=300_001, tokens=1, text="\n".join(blocks), blocks=blocks)
    assert not lines_for(load_client("goose"), tool()).over_cap(parts)
    assert lines_for(load_client("goose"), tool()).over_cap(replace(parts, blocks=()))
    assert not lines_for(load_client("gemini-cli"), tool()).over_cap(parts)


def test_an_override_may_be_in_any_unit():
    override = CapOverride(tool="*", reason="ours", cap_bytes=10, cap_lines=3)
    assert dict(lines_for(load_client("pi"), tool(), (override,)).caps) == {"bytes": 10, "lines": 3}


@pytest.mark.parametrize(
    ("value", "cap_chars", "cap_tokens", "raised_by"),
    [
        (200_000, 200_000, None, "the tool declares 200,000 characters in its _meta"),
        (500_000, 500_000, None, "the tool declares 500,000 characters in its _meta"),
        (
            900_000,
            500_000,
            None,
            "the tool declares 900,000 characters in its _meta; claude-code goes up to 500,000",
        ),
        (50_000, 50_000, 25_000, ""),
        (100, 50_000, 25_000, ""),
        (-1, 50_000, 25_000, ""),
        ("200000", 50_000, 25_000, ""),
        (True, 50_000, 25_000, ""),
        (None, 50_000, 25_000, ""),
    ],
)
def test_a_tools_own_declaration_raises_the_cap_and_never_lowers_it(value, cap_chars, cap_tokens, raised_by):
    lines = lines_for(load_client("claude-code"), declared(value))
    assert (lines.cap_chars, lines.cap_tokens, lines.raised_by) == (cap_chars, cap_tokens, raised_by)
    assert (lines.client, lines.warn_tokens) == ("claude-code", 10_000)


@pytest.mark.parametrize("name", [name for name in client_names() if name != "claude-code"])
def test_a_client_that_does_not_honour_the_declaration_keeps_its_cap(name):
    profile = load_client(name)
    assert lines_for(profile, declared(400_000)) == lines_for(profile, tool())


def test_overrides_fit_by_name_or_glob_and_the_last_one_wins_field_by_field():
    profile = load_client("claude-code")
    overrides = (
        CapOverride(tool="*", reason="all of ours", cap_tokens=30_000),
        CapOverride(tool="export_*", reason="an export", cap_tokens=90_000, cap_chars=300_000),
        CapOverride(tool="export_all", reason="the big one", warn_tokens=80_000),
    )
    plain = lines_for(profile, tool(), overrides)
    assert (plain.cap_tokens, plain.cap_chars) == (30_000, 50_000)
    assert plain.raised_by == "the settings say so: all of ours"
    big = lines_for(profile, tool("export_all"), overrides)
    assert (big.cap_tokens, big.cap_chars, big.warn_tokens) == (90_000, 300_000, 80_000)
    assert big.raised_by.endswith("the big one")


def test_a_setting_stands_over_the_tools_own_declaration():
    lines = lines_for(
        load_client("claude-code"),
        declared(200_000),
        (CapOverride(tool="list_items", reason="ours", cap_chars=60_000),),
    )
    assert lines.cap_chars == 60_000
    assert lines.raised_by == "the tool declares 200,000 characters in its _meta; the settings say so: ours"


def test_what_belongs_to_no_tool_has_the_clients_lines_and_the_overrides_for_all():
    profile = load_client("claude-code")
    overrides = (CapOverride(tool="a*", reason="x", cap_tokens=1), CapOverride(tool="*", reason="all", warn_tokens=5))
    lines = lines_for(profile, None, overrides)
    assert (lines.cap_tokens, lines.warn_tokens) == (25_000, 5)


@pytest.mark.parametrize(("letters", "over"), [(17_066, False), (17_067, True)])
def test_a_cap_in_bytes_counts_the_text_as_utf8(letters, over):
    lines = lines_for(load_client("opencode"), tool())
    text = "가" * letters
    assert lines.over_cap(Measurement(bytes=1, chars=letters, tokens=1, text=text)) is over


@pytest.mark.parametrize("limits", limits_of_clients(), ids=lambda limits: limits.client)
def test_whatever_a_client_is_said_to_refuse_has_a_source_and_a_date(limits):
    assert all("https://" in source for source in limits.refuses.values())
    assert "https://" in limits.names_source or not (limits.name_pattern or limits.name_chars)
    assert (limits.property_pattern is not None) == (Construct.PROPERTY_NAME in limits.refuses)
    assert date.fromisoformat(limits.checked)


def test_every_construct_is_refused_by_some_client():
    assert {construct for limits in limits_of_clients() for construct in limits.refuses} == set(Construct)


def test_users_add_and_change_what_a_client_takes_of_definitions():
    own = {
        "ours": {"definitions": {"name-chars": 40, "refuses": {"tuple-items": "our own test"}}},
        "claude-code": {"description_chars": 100, "definitions": {"name_prefix": "x-"}},
    }
    limits = {limits.client: limits for limits in limits_of_clients(own)}
    assert (limits["ours"].name_chars, limits["ours"].refuses) == (40, {Construct.TUPLE_ITEMS: "our own test"})
    changed = limits["claude-code"]
    assert (changed.name_prefix, changed.name_chars, changed.description_chars) == ("x-", 64, 100)
    assert load_client("claude-code", own).cap_chars == 50_000


@pytest.mark.parametrize(
    ("definitions", "message"),
    [
        (5, "[clients.ours.definitions] is not a table"),
        ({"name_char": 40}, "has no setting 'name_char'"),
        ({"name_chars": True}, "name_chars: True is not a whole number"),
        ({"name_prefix": "{srv}__"}, "has other braces than {server}"),
        ({"name_prefix": "{"}, "has other braces than {server}"),
        ({"name_prefix": 5}, "name_prefix: 5 is not a text"),
        ({"name_pattern": "["}, "name_pattern: '[' is not a pattern"),
        ({"refuses": ["tuple-items"]}, "refuses is not a table"),
        ({"refuses": {"tuples": "seen"}}, "refuses knows no 'tuples'"),
        ({"refuses": {"tuple-items": 1}}, "refuses tuple-items: 1 is not a text"),
    ],
)
def test_what_is_wrong_in_the_definitions_of_a_client_is_told(definitions, message):
    with pytest.raises(UsageError) as raised:
        limits_of_clients({"ours": {"definitions": definitions}})
    assert message in str(raised.value)
