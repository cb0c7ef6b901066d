"""A server may crash, hang, flood or refuse to die: the call gets its outcome, the next one a fresh process."""

import math
import sys
import time
from dataclasses import replace

import anyio
import pytest
from hostile_servers import HOSTILE, QUICK, call, hostile, is_running, within

from tool_audit.connect.connection import connect
from tool_audit.connect.limits import ConnectLimits
from tool_audit.model import Disconnected, Replied, TimedOut, TooLarge

SHORT = replace(QUICK, call_timeout=0.5)


def after(tool, limits=QUICK, arguments=None):
    """What came of a call, of the one after it, and how often the server was started again."""

    async def story(connection):
        first = await connection.call_tool(tool, arguments or {})
        second = await connection.call_tool("next", {})
        return first, second, connection.restarts

    return within(hostile("ends"), story, limits)


@pytest.mark.parametrize(
    ("tool", "reason", "code"),
    [
        ("crash", "it exited with 3", 3),
        ("killed", "it was ended by signal 9", -9),
        ("partial_line", "it exited with 0", 0),
        ("closes_stdout", "it closed its output and went on running", None),
    ],
)
def test_an_end_in_a_call_is_its_outcome_and_the_next_call_gets_a_fresh_process(tool, reason, code):
    first, second, restarts = after(tool)
    assert isinstance(first.outcome, Disconnected)
    assert (first.outcome.reason, first.outcome.exit_code) == (reason, code)
    assert isinstance(second.outcome, Replied)
    assert restarts == 1


def test_the_last_lines_of_stderr_come_with_a_crash():
    assert call(hostile("ends"), "crash").outcome.stderr == ("Traceback: it broke",)


@pytest.mark.parametrize("tool", ["silent", "hang"])
def test_no_answer_is_a_timeout_and_the_next_call_gets_a_fresh_process(tool):
    first, second, restarts = after(tool, SHORT)
    assert first.outcome == TimedOut(limit=0.5)
    assert 0.4 < first.seconds < 5
    assert isinstance(second.outcome, Replied)
    assert restarts == 1


@pytest.mark.parametrize(("tool", "arguments"), [("endless", {}), ("large", {"size": 3_000_000})])
def test_a_reply_over_the_limit_is_not_read_further(tool, arguments):
    limits = replace(QUICK, max_reply_bytes=2_000_000)
    first, second, restarts = after(tool, limits, arguments)
    assert first.outcome == TooLarge(limit=2_000_000)
    assert first.seconds < 10
    assert isinstance(second.outcome, Replied)
    assert restarts == 1


def test_a_reply_just_under_the_limit_is_read_whole():
    limits = replace(QUICK, max_reply_bytes=2_000_000)
    reply = call(hostile("ends"), "large", {"size": 1_999_000}, limits)
    assert len(reply.outcome.result["content"][0]["text"]) == 1_999_000


def test_a_server_that_ended_is_noticed_though_a_child_holds_its_pipes():
    first, second, restarts = after("orphan")
    assert restarts == 1
    assert first.outcome.reason == "it exited with 0"
    assert first.seconds < 10
    assert isinstance(second.outcome, Replied)


def test_nothing_is_left_of_a_server_that_ignores_everything():
    reply = call(hostile("stubborn"), "pids")
    pids = [int(pid) for pid in reply.outcome.result["content"][0]["text"].split()]
    assert len(pids) == 2
    assert not any(is_running(pid) for pid in pids)


def test_nothing_is_left_when_the_caller_is_cancelled_in_a_call():
    async def story():
        async with connect(hostile("ends"), QUICK) as connection:
            reply = await connection.call_tool("pid", {})
            pids.append(int(reply.outcome.result["content"][0]["text"]))
            with anyio.move_on_after(0.2):
                await connection.call_tool("hang", {})
            cancelled.append(True)
            with anyio.CancelScope() as scope:
                scope.cancel()
                await connection.call_tool("hang", {})

    pids, cancelled = [], []
    anyio.run(story)
    assert cancelled
    assert not is_running(pids[0])


def test_nothing_is_left_when_the_whole_audit_is_cancelled():
    async def audit(pids, told):
        async with connect(hostile("stubborn"), QUICK) as connection:
            reply = await connection.call_tool("pids", {})
            pids += [int(pid) for pid in reply.outcome.result["content"][0]["text"].split()]
            told.set()
            await anyio.sleep(math.inf)

    async def story():
        pids, told = [], anyio.Event()
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(audit, pids, told)
            with anyio.fail_after(20):
                await told.wait()
            tasks.cancel_scope.cancel()
        return pids

    assert not any(is_running(pid) for pid in anyio.run(story))


def test_the_callers_own_exception_comes_out_as_it_was_raised():
    async def story(connection):
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        within(hostile("ends"), story)


def test_a_server_that_starts_only_every_second_time_is_started_again(tmp_path):
    async def story(connection):
        outcomes = [await connection.call_tool("x", {}) for _ in range(3)]
        return outcomes, connection.restarts

    outcomes, restarts = within(hostile("greeting", "half", str(tmp_path / "mark")), story)
    assert [reply.outcome.reason for reply in outcomes] == ["it exited with 1"] * 3
    assert restarts == 2


def test_a_server_that_never_starts_again_is_given_up_and_every_call_says_so(tmp_path):
    script = tmp_path / "once.py"
    script.write_text(
        f"import os, sys\nsys.path.insert(0, {str(HOSTILE)!r})\nimport wire\nmark = {str(tmp_path / 'mark')!r}\n"
        "if os.path.exists(mark): sys.exit(7)\n"
        "open(mark, 'w').close()\n"
        "wire.serve(lambda request, name, arguments: os._exit(1))\n"
    )
    spec = replace(hostile("ends"), command=(sys.executable, str(script)))

    async def story(connection):
        return [await connection.call_tool("x", {}) for _ in range(4)]

    replies = within(spec, story)
    assert replies[0].outcome.reason == "it exited with 1"
    for reply in replies[1:]:
        assert "could not be started again" in reply.outcome.reason
        assert "exited with 7" in reply.outcome.reason
    assert replies[3].seconds < 0.1


def test_calls_at_the_same_time_get_their_own_replies():
    async def story(connection):
        replies = {}

        async def one(name):
            replies[name] = await connection.call_tool(name, {})

        async with anyio.create_task_group() as tasks:
            for number in range(10):
                tasks.start_soon(one, f"call-{number}")
        return replies

    for name, reply in within(hostile("ends"), story).items():
        assert reply.outcome.result["content"][0]["text"] == name


def test_a_crash_among_calls_at_the_same_time_costs_only_the_one_that_caused_it():
    names = ("a", "b", "crash", "c", "d", "killed", "e")

    async def story(connection):
        replies = {}

        async def one(name):
            replies[name] = await connection.call_tool(name, {})

        async with anyio.create_task_group() as tasks:
            for name in names:
                tasks.start_soon(one, name)
        return replies

    replies = within(hostile("ends"), story)
    for name in names:
        kind = Disconnected if name in {"crash", "killed"} else Replied
        assert isinstance(replies[name].outcome, kind), name


def test_nothing_is_left_of_what_left_the_servers_own_group():
    reply = call(hostile("ends"), "stray")
    first, _, _ = after("stray_and_end")
    for pid in (reply.outcome.result["content"][0]["text"], first.outcome.stderr[-1]):
        until = time.monotonic() + 10  # it was killed; that it is gone nobody tells us
        while is_running(int(pid)):
            assert time.monotonic() < until
            time.sleep(0.01)


@pytest.mark.hostile
def test_a_reply_of_48_mib_is_received_whole():
    reply = call(hostile("ends"), "large", {"size": 48 * 2**20}, ConnectLimits(call_timeout=60))
    assert len(reply.outcome.result["content"][0]["text"]) == 48 * 2**20


@pytest.mark.hostile
def test_an_endless_reply_ends_at_the_default_limit():
    assert call(hostile("ends"), "endless", {}, ConnectLimits(call_timeout=60)).outcome == TooLarge(limit=64 * 2**20)
