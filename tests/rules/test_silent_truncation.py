import json
from itertools import count

import pytest
from builders import hits, tool_run
from pretend import BUDGET, CURSOR, LIMIT, OFFSET, audited

from tool_audit.model import Confidence, Severity, Status
from tool_audit.rules.silent_truncation import silent_truncation

ROWS = [{"id": f"r{n}", "what": f"row {n}"} for n in range(1, 41)]


def listing(limit=10, **more):
    return json.dumps({"rows": ROWS[:limit], **more})


def budgeted(max_tokens=1_000):
    return json.dumps({"hits": [row for n, row in enumerate(ROWS, 1) if n * 60 <= max_tokens]})


def test_a_default_limit_that_hides_items_without_a_word_is_proven_by_a_larger_one():
    (hit,) = hits(silent_truncation, audited(listing, {"limit": LIMIT}))
    assert hit.message.startswith(
        "Leaving limit out (its default is 10) returned 10 of at least 40 items and said nothing"
    )
    assert "30 that were left out: r11, r12, r13 and others." in hit.message
    assert hit.argument == "limit"
    assert hit.confidence is Confidence.PROVEN
    assert silent_truncation.severity is Severity.ERROR
    default, fuller = hit.calls
    assert (dict(default.arguments), fuller.arguments["limit"]) == ({}, 100)
    assert hit.send[0].arguments["limit"] == 100


def test_items_that_are_told_apart_by_a_long_content_are_named_by_its_beginning():
    lines = [f"Entry {n:02}: {'what happened then ' * 8}" for n in range(30)]
    run = audited(lambda limit=10: json.dumps(lines[:limit]), {"limit": LIMIT})
    (hit,) = hits(silent_truncation, run)
    assert "were left out: Entry 10: what happened then" in hit.message


def test_a_budget_that_costs_items_is_found_with_their_number():
    (hit,) = hits(silent_truncation, audited(budgeted, {"max_tokens": BUDGET}))
    assert hit.argument == "max_tokens"
    assert "returned 16 of at least 40 items and said nothing" in hit.message
    assert "24 that were left out" in hit.message


def test_a_budget_said_aloud_that_costs_items_is_found_where_the_default_has_them_all():
    (hit,) = hits(silent_truncation, _roomy())
    assert hit.message.startswith(
        "max_tokens=1,024 returned 17 of at least 40 items and said nothing; the default shows"
    )


def _roomy():
    return audited(lambda max_tokens=4_000: budgeted(max_tokens), {"max_tokens": {"type": "integer"}})


def test_a_number_of_items_said_aloud_is_what_was_asked_for():
    whole = audited(lambda limit=100: listing(limit), {"limit": {**LIMIT, "default": 100}})
    assert not hits(silent_truncation, whole)
    needed = audited(listing, {"limit": LIMIT}, filled={"limit": 3})
    assert needed.default.arguments == {"limit": 3}
    assert not hits(silent_truncation, needed)


def test_every_sign_that_there_is_more_is_a_sign():
    said = (
        {"has_more": True},
        {"truncated": True},
        {"next_cursor": "r11"},
        {"total": 40},
        {"limit_applied": 10},
        {"note": "Showing 10 of 40 rows."},
    )
    for sign in said:
        assert not hits(
            silent_truncation, audited(lambda limit=10, sign=sign: listing(limit, **sign), {"limit": LIMIT})
        )


def test_a_count_of_what_is_there_is_no_sign():
    counted = audited(lambda limit=10: listing(limit, count=len(ROWS[:limit])), {"limit": LIMIT})
    assert hits(silent_truncation, counted)


def test_replies_that_claim_to_be_all_are_left_to_the_rules_on_lies():
    for lie in ({"has_more": False}, {"next_cursor": None}):
        assert not hits(silent_truncation, audited(lambda limit=10, lie=lie: listing(limit, **lie), {"limit": LIMIT}))
    total = audited(lambda limit=10: listing(limit, total=len(ROWS[:limit])), {"limit": LIMIT})
    assert not hits(silent_truncation, total)


def test_a_text_that_says_how_many_it_found_and_means_the_page_is_silent_truncation():
    def found(limit=10):
        return f"Found {len(ROWS[:limit])} rows:\n" + "\n".join(f"- {row['what']}" for row in ROWS[:limit])

    assert hits(silent_truncation, audited(found, {"limit": LIMIT}))


def test_a_list_shorter_than_the_default_is_whole():
    assert not hits(silent_truncation, audited(lambda limit=10: json.dumps(ROWS[:8][:limit]), {"limit": LIMIT}))
    exactly = audited(lambda limit=10: json.dumps(ROWS[:10][:limit]), {"limit": LIMIT})
    assert not hits(silent_truncation, exactly)
    one_more = audited(lambda limit=10: json.dumps(ROWS[:11][:limit]), {"limit": LIMIT})
    assert hits(silent_truncation, one_more)


def test_items_left_out_are_counted_against_the_option():
    one_more = audited(lambda limit=10: json.dumps(ROWS[:11][:limit]), {"limit": LIMIT})
    assert not hits(silent_truncation, one_more, missing=2)


def test_another_selection_is_no_fuller_reply():
    def other(limit=10):
        return json.dumps(ROWS[:limit] if limit <= 10 else ROWS[5:35])

    assert not hits(silent_truncation, audited(other, {"limit": LIMIT}))


def test_a_further_page_of_new_items_shows_what_the_first_left_out():
    def paged(offset=0):
        return json.dumps(ROWS[offset : offset + 10])

    (hit,) = hits(silent_truncation, audited(paged, {"offset": OFFSET}))
    assert hit.argument == "offset"
    assert "10 of at least 20 items" in hit.message


def test_a_cursor_in_the_reply_is_a_sign():
    def paged(cursor="0"):
        start = int(cursor) if cursor.isdigit() else 0
        return json.dumps({"rows": ROWS[start : start + 10], "next_cursor": str(start + 10)})

    assert not hits(silent_truncation, audited(paged, {"cursor": CURSOR}))


def test_a_text_cut_by_the_default_budget_is_found_and_a_shorter_budget_said_aloud_is_not():
    text = "".join(f"Sentence {n} of the report says a little. " for n in range(80))

    def report(max_chars=1_000):
        return text[:max_chars]

    (hit,) = hits(silent_truncation, audited(report, {"max_chars": BUDGET}))
    left = len(text.strip()) - len(text[:1_000].strip())
    assert f"shows that {left:,} characters of the text were left out" in hit.message
    whole = audited(lambda max_chars=100_000: text[:max_chars], {"max_chars": {"type": "integer"}})
    assert not hits(silent_truncation, whole)


def test_text_with_a_mark_at_its_end_is_marked():
    text = "".join(f"Sentence {n} of the report says a little. " for n in range(80))

    def report(max_chars=1_000):
        return text[:max_chars] + ("\n[output truncated]" if max_chars < len(text) else "")

    assert not hits(silent_truncation, audited(report, {"max_chars": BUDGET}))


def test_a_list_that_changes_by_itself_is_only_indicated():
    ticks = count()

    def growing(limit=10):
        next(ticks)
        newest = 40 + next(ticks)
        return json.dumps([{"id": f"r{n}"} for n in range(newest, newest - limit, -1)] + [{"id": "base"}])

    for hit in hits(silent_truncation, audited(growing, {"limit": LIMIT})):
        assert hit.confidence is Confidence.INDICATED
        assert "may have changed" in hit.message


def test_what_is_made_when_it_is_asked_for_is_not_left_out():
    numbers = audited(
        lambda count=10: json.dumps([f"n{n}" for n in range(count)]), {"count": LIMIT}, name="generate_numbers"
    )
    assert not hits(silent_truncation, numbers)


def test_a_tool_that_was_not_measured_is_silent():
    assert not hits(silent_truncation, tool_run(status=Status.REFUSED))
    assert not hits(silent_truncation, tool_run(status=Status.UNMEASURED))


def test_what_was_left_out_is_named_by_what_a_person_would_call_it():
    trees = [{"score": n / 7, "plain_name": f"Baum {n}", "note": "lang " * 30} for n in range(40)]
    (hit,) = hits(silent_truncation, audited(lambda limit=10: json.dumps(trees[:limit]), {"limit": LIMIT}))
    assert "Baum 10, Baum 11, Baum 12 and others" in hit.message


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("get_top_scores", "Scores of the game."),
        ("leaderboard", "Who leads."),
        ("get_scores", "The best n scores, best first."),
        ("list_scores", "Gives the first limit scores."),
    ],
)
def test_the_best_few_are_what_was_asked_for(name, description):
    limit = "n" if "n scores" in description else "limit"
    run = audited(lambda **given: listing(*given.values()), {limit: LIMIT}, name=name, description=description)
    assert not hits(silent_truncation, run)


def test_the_top_k_of_a_search_are_a_part_of_what_it_found():
    def answer(query, k=10):
        return listing(k)

    properties = {"query": {"type": "string"}, "k": LIMIT}
    found = audited(answer, properties, filled={"query": "a"}, description="Returns the top k hits.")
    assert hits(silent_truncation, found)


def test_a_text_of_lines_may_be_cut_in_the_midst_of_one():
    log = "\n".join(f"[{n:04}] step {n} was done" for n in range(200))
    run = audited(lambda max_chars=1_000: log[:max_chars], {"max_chars": BUDGET}, name="get_job_log")
    (hit,) = hits(silent_truncation, run)
    assert "1,000 characters and said nothing" in hit.message
