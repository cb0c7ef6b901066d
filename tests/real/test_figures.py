"""The figures are those that anybody gets who calls the server."""

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


def test_the_communities_have_as_many_characters_as_a_direct_call_at_either_detail(audit_of):
    tool = audit_of("code-review-graph-2.3.7").tools["list_communities_tool"]
    with plain_client(installed("code-review-graph-2.3.7")) as client:
        default = text_chars(client.call("list_communities_tool"))
        minimal = text_chars(client.call("list_communities_tool", detail_level="minimal"))

    assert tool["default"]["chars"] == default > 200_000
    assert tool["smallest"]["chars"] == minimal < default / 20
    assert tool["smallest"]["arguments"] == {"detail_level": "minimal"}


def test_the_overview_has_as_many_characters_as_a_direct_call_at_its_fullest_detail(audit_of):
    largest = audit_of("code-review-graph-2.3.7").tools["get_architecture_overview_tool"]["largest"]
    with plain_client(installed("code-review-graph-2.3.7")) as client:
        direct = text_chars(client.call("get_architecture_overview_tool", detail_level="standard"))

    assert largest["arguments"] == {"detail_level": "standard"}
    assert largest["chars"] == direct > 300_000


def _is_text(tool: str) -> bool:
    return tool != "read_media_file"  # an image, which has characters only in structuredContent
