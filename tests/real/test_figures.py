"""The figures are those that anybody gets who calls the server."""

import json

import pytest
from plain_client import plain_client, text_chars
from servers import installed

pytestmark = [pytest.mark.real, pytest.mark.timeout(900)]


@pytest.mark.parametrize("name", ["git", "time", "sqlite", "memory", "filesystem"])
def test_every_default_call_has_as_many_characters_as_a_direct_call(audit_of, name):
    tools = audit_of(name).tools
    reported = {tool: figures["default"]["chars"] for tool, figures in tools.items() if _is_text(tool)}
    with plain_client(installed(name)) as client:
        direct = {tool: text_chars(client.call(tool, **tools[tool]["default"]["arguments"])) for tool in reported}

    assert reported
    assert reported == direct


@pytest.mark.parametrize(
    ("tool", "arguments", "at_least"),
    [
        ("list_communities_tool", {}, 200_000),
        ("list_communities_tool", {"detail_level": "minimal"}, 2_000),
        ("get_architecture_overview_tool", {"detail_level": "standard"}, 300_000),
    ],
)
def test_a_graph_s_replies_are_measured_to_the_character(audit_of, tool, arguments, at_least):
    audit = audit_of("code-review-graph-2.3.7")
    recorded = audit.outcomes(tool, **arguments)[0]["result"]["content"][0]["text"]
    with plain_client(installed("code-review-graph-2.3.7")) as client:
        direct = client.call(tool, **arguments)["content"][0]["text"]

    assert audit.chars(tool, arguments) == len(recorded) > at_least
    assert _lasting(recorded) == _lasting(direct)


def test_the_least_detail_of_the_communities_is_a_small_part_of_the_default(audit_of):
    tool = audit_of("code-review-graph-2.3.7").tools["list_communities_tool"]

    assert tool["smallest"]["arguments"] == {"detail_level": "minimal"}
    assert tool["smallest"]["chars"] < tool["default"]["chars"] / 20


def _lasting(text: str) -> dict:
    # besides its data the server tells the graph's age (_graph) and what the session has not yet called (_hints)
    return {key: value for key, value in json.loads(text).items() if not key.startswith("_")}


def _is_text(tool: str) -> bool:
    return tool != "read_media_file"  # an image, which has characters only in structuredContent
