"""ignores-shutdown: something of the server outlives its closed stdin and SIGTERM."""

from dataclasses import replace

import pytest
from builders import hits, server_run

from tool_audit.model import Survivor
from tool_audit.rules.ignores_shutdown import ignores_shutdown


@pytest.mark.parametrize("survivor", Survivor)
def test_whatever_outlives_it_is_one_finding_that_says_what(survivor):
    (hit,) = hits(ignores_shutdown, replace(server_run(), survivor=survivor))
    assert ("process that the server had started" in hit.message) is (survivor is not Survivor.SERVER)
    assert "had to be killed" in hit.message


def test_a_server_that_ends_is_silent():
    assert hits(ignores_shutdown, server_run()) == []
