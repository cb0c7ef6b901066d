"""stdout-noise: lines on stdout that are no protocol messages."""

from dataclasses import replace

from builders import call, hits, server_run, tool_run

from tool_audit.model import Noise, TransportKind
from tool_audit.rules.stdout_noise import stdout_noise


def found(noise, **listing):
    return hits(stdout_noise, replace(server_run(tool_run(call("x"), calls=[call("y")]), **listing), noise=noise))


def test_lines_are_counted_before_and_after_the_greeting_and_the_first_is_quoted():
    (hit,) = found(Noise(lines=("Server ready", "ok"), at_start=2, later=41))
    assert hit.message == (
        "On stdout, where only protocol messages may stand, came 2 lines before it had answered initialize and"
        ' 41 lines while it served 2 calls; the first: "Server ready".'
    )
    assert hit.tools == ()


def test_either_alone_is_enough():
    assert "1 line before" in found(Noise(lines=("x",), at_start=1))[0].message
    assert "before" not in found(Noise(lines=("x",), later=1))[0].message


def test_a_quiet_server_is_silent():
    assert found(Noise()) == []


def test_what_only_a_restarted_or_ending_process_said_is_not_counted():
    assert found(Noise(lines=("goodbye",))) == []


def test_over_http_there_is_no_stdout():
    assert found(Noise(lines=("x",), later=1), transport=TransportKind.HTTP) == []
