import json
import uuid

import pytest
from builders import call, hits, tool, tool_run

from tool_audit.rules.identifier_noise import identifier_noise


def uid(number):
    return str(uuid.UUID(int=number * 7_919 + 2**120))


def found(value, name="list_jobs", **options):
    text = value if isinstance(value, str) else json.dumps(value)
    return hits(identifier_noise, tool_run(call(text), spec=tool(name)), **options)


def link(number):
    return f"https://api.example.com/v2/jobs/{number}/related"


JOBS = [{"id": n, "name": f"job {n}", "links": {f"l{m}": link(m) for m in range(20)}} for n in range(7)]
ASSETS = [
    {"name": f"picture {n}", "uid": uid(n), "mime": "image/png", "size": "1920x1080", "sha": f"{n:064x}"}
    for n in range(40)
]


@pytest.mark.parametrize("value", [JOBS, ASSETS, {"jobs": JOBS, "total": 7}, json.dumps(JOBS, indent=2)])
def test_a_reply_that_is_mostly_identifiers_is_found(value):
    assert len(found(value)) == 1


def test_each_kind_is_counted():
    [hit] = found(ASSETS)
    for part in ("40 hashes (2,560)", "40 UUIDs (1,440)", "40 MIME types (360)", "40 pixel sizes (360)"):
        assert part in hit.message


def test_escaped_slashes_do_not_hide_links():
    assert len(found(json.dumps(JOBS).replace("/", "\\/"))) == 1


def test_one_identifier_for_each_item_is_what_the_next_call_needs():
    assert found([{"id": uid(n), "name": f"job {n}"} for n in range(100)]) == []
    assert found([{"title": f"page {n}", "url": link(n)} for n in range(100)], "web_search") == []
    assert found("\n".join(f"{n}. page {link(n)}" for n in range(100)), "web_search") == []


def test_how_many_identifiers_an_item_may_have_is_an_option():
    rows = [{"id": uid(n), "name": f"job {n}"} for n in range(100)]
    assert len(found(rows, each=0.5)) == 1


@pytest.mark.parametrize("name", ["list_urls", "get_links", "hash_files", "sitemap", "list_image_sizes"])
def test_a_tool_whose_purpose_they_are_is_left_alone(name):
    assert found(JOBS, name) == []


def test_prose_with_some_links_is_left_alone():
    assert (
        found("The account is closed, see https://example.com/a and https://example.com/b. " + "So it is. " * 300) == []
    )


def test_numbers_and_words_are_no_identifiers():
    assert found([{"count": n * 10**12, "text": "deadbeef cafe image text/notes"} for n in range(200)]) == []


def test_a_short_reply_is_left_alone():
    text = json.dumps(ASSETS[:10])
    assert len(text) < 2_500
    assert found(text, chars=len(text)) == []
    assert len(found(text, chars=len(text) - 1)) == 1


def test_the_share_is_an_option():
    rows = [{"a": uid(n), "b": uid(n + 1), "text": "x" * 200} for n in range(50)]
    assert found(rows) == []
    assert len(found(rows, share=0.2)) == 1


def test_of_a_very_long_reply_the_beginning_is_read():
    [hit] = found(JOBS * 200)
    assert "the first 1,000,000 characters" in hit.message
