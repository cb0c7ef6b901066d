import json

from builders import hits, tool_run
from pretend import LIMIT, OFFSET, RefusalError, audited

from tool_audit.model import Confidence, Severity
from tool_audit.rules.silent_clamp import silent_clamp

ROWS = [{"id": f"r{n}"} for n in range(1, 141)]
OPEN = {"type": "integer", "minimum": 1, "default": 10}


def clamped(limit=10, offset=0, **more):
    return json.dumps({"rows": ROWS[offset : offset + min(limit, 20)], **more})


def test_a_limit_that_is_lowered_without_a_word_is_an_error_where_the_schema_states_no_maximum():
    (hit,) = hits(silent_clamp, audited(clamped, {"limit": OPEN, "offset": OFFSET}))
    assert hit.severity is Severity.ERROR
    assert hit.confidence is Confidence.PROVEN
    assert hit.message.startswith(
        "limit=100 returned 20 of at least 60 items and said nothing: r21, r22, r23 and others"
    )


def test_it_is_an_error_where_the_stated_maximum_is_not_served():
    (hit,) = hits(silent_clamp, audited(clamped, {"limit": {**OPEN, "maximum": 100}, "offset": OFFSET}))
    assert hit.severity is Severity.ERROR


def test_above_the_stated_maximum_it_is_a_warning():
    (hit,) = hits(silent_clamp, audited(clamped, {"limit": {**OPEN, "maximum": 20}, "offset": OFFSET}))
    assert hit.severity is Severity.WARNING
    assert hit.message.startswith("limit=21 returned 20 of at least")


def test_just_the_maximum_for_more_than_the_maximum_is_seen_where_no_call_shows_more():
    (hit,) = hits(silent_clamp, audited(lambda limit=10: clamped(limit), {"limit": {**OPEN, "maximum": 20}}))
    assert hit.severity is Severity.WARNING
    assert hit.confidence is Confidence.SEEN


def test_a_limit_that_falls_back_to_the_default_is_lowered_too():
    def falls_back(limit=10):
        return json.dumps(ROWS[: limit if limit <= 100 else 10])

    (hit,) = hits(silent_clamp, audited(falls_back, {"limit": OPEN}))
    assert hit.message.startswith("limit=1,000 returned 10 of at least 100 items")


def test_a_clamp_that_is_announced_is_silent():
    for said in ({"limit_applied": 20}, {"total": 140}, {"has_more": True}, {"truncated": True}):
        run = audited(lambda said=said, **given: clamped(**given, **said), {"limit": OPEN, "offset": OFFSET})
        assert not hits(silent_clamp, run)


def test_an_echo_of_what_was_sent_announces_nothing():
    def echoing(limit=10, offset=0):
        return clamped(limit, offset, page_size=limit)

    run = audited(echoing, {"limit": OPEN, "offset": OFFSET})
    assert hits(silent_clamp, run)


def test_fewer_items_because_there_are_no_more_is_no_clamp():
    def whole(limit=10, offset=0):
        return json.dumps(ROWS[:12][offset : offset + limit])

    assert not hits(silent_clamp, audited(whole, {"limit": OPEN, "offset": OFFSET}))


def test_a_larger_limit_that_is_refused_is_in_order():
    def strict(limit=10, offset=0):
        if limit > 20:
            raise RefusalError(f"limit must be 20 or less, not {limit}")
        return clamped(limit, offset)

    assert not hits(silent_clamp, audited(strict, {"limit": {**OPEN, "maximum": 20}, "offset": OFFSET}))


def test_a_limit_that_never_has_an_effect_is_another_flaw():
    def ignored(limit=10, offset=0):
        return json.dumps(ROWS[offset : offset + 30])

    assert not hits(silent_clamp, audited(ignored, {"limit": LIMIT, "offset": OFFSET}))


def test_how_many_items_must_be_hidden_is_an_option():
    def nearly(limit=10, offset=0):
        return json.dumps(ROWS[:21][offset : offset + min(limit, 20)])

    run = audited(nearly, {"limit": OPEN, "offset": OFFSET})
    assert hits(silent_clamp, run)
    assert not hits(silent_clamp, run, missing=2)


def test_without_calls_there_is_nothing_to_say():
    assert not hits(silent_clamp, tool_run())
