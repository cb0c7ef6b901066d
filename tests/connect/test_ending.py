"""How a server lived and ended is known afterwards: what outlived it, what it printed, how it was started."""

import os
import sys
import time
from dataclasses import replace

import anyio
import pytest
from hostile_servers import HOSTILE, QUICK, hostile, is_running, within

from tool_audit.connect.connection import connect
from tool_audit.connect.process import hurry
from tool_audit.errors import NotAuditedError
from tool_audit.model import Disconnected, Noise, Replied, Survivor, TimedOut

SHORT = replace(QUICK, call_timeout=0.5)


def ended(spec, story=None, limits=QUICK):
    """The connection when all is over; `story` is awaited with it before."""

    async def run(connection):
        if story is not None:
            await story(connection)
        return connection

    return within(spec, run, limits)


def whole(mode, folder):
    return hostile("whole", mode, str(folder / "memory"))


def script(folder, text):
    """A server that does this before, or instead of, serving."""
    path = folder / "server.py"
    path.write_text(
        f"import os, signal, subprocess, sys, time\nsys.path.insert(0, {str(HOSTILE)!r})\nimport wire\n{text}"
    )
    return replace(hostile("ends"), command=(sys.executable, str(path)))


ECHO = "wire.serve(lambda request, name, arguments: wire.text(request, name))\n"


@pytest.mark.parametrize(
    ("mode", "survivor"),
    [
        ("well", None),
        ("needs_sigterm", None),
        ("stubborn", Survivor.SERVER),
        ("wrapper", Survivor.CHILD),
        ("stray", Survivor.STRAY),
        ("daemon", None),
    ],
)
def test_what_outlived_an_idle_server_is_known(mode, survivor, tmp_path):
    connection = ended(whole(mode, tmp_path))
    assert connection.left_a_process is (mode in {"stray", "daemon"})
    assert connection.survivor is survivor
    assert connection.needed_sigterm is (mode in {"needs_sigterm", "stubborn"})


def test_what_hangs_in_a_call_is_not_judged(tmp_path):
    async def story(connection):
        assert isinstance((await connection.call_tool("hang", {})).outcome, TimedOut)

    text = "signal.signal(15, signal.SIG_IGN)\nwire.serve(lambda *_: time.sleep(3600))\n"
    connection = ended(script(tmp_path, text), story, SHORT)
    assert (connection.survivor, connection.needed_sigterm) == (None, False)


def test_it_is_judged_when_a_fresh_process_takes_the_place_of_an_idle_one(tmp_path):
    async def story(connection):
        await connection.call_tool("list_boats", {})
        connection.renew()
        await connection.call_tool("list_boats", {})
        assert connection.survivor is Survivor.SERVER
        assert connection.restarts == 0

    ended(whole("stubborn", tmp_path), story)


def test_a_child_that_ended_and_was_not_waited_for_outlives_nothing(tmp_path):
    text = f"subprocess.Popen(['true'])\n{ECHO}os._exit(0)\n"
    assert ended(script(tmp_path, text)).survivor is None


def test_a_child_that_ends_on_sigterm_outlives_nothing(tmp_path):
    text = f"subprocess.Popen(['sleep', '3600'])\n{ECHO}"
    assert ended(script(tmp_path, text)).survivor is None


def test_a_server_in_a_hurry_is_killed_at_once_and_not_judged(tmp_path):
    async def run():
        async with connect(whole("stubborn", tmp_path), replace(QUICK, stop_grace=20)) as connection:
            reply = await connection.call_tool("list_boats", {})
            assert isinstance(reply.outcome, Replied)
            began.append(time.monotonic())
            hurry()
        return connection

    began = []
    connection = anyio.run(run)
    assert time.monotonic() - began[0] < 10
    assert connection.survivor is None


async def _twice(connection):
    for _ in range(2):
        await connection.call_tool("list_boats", {})


def test_noise_is_counted_by_whether_the_server_had_greeted(tmp_path):
    noise = ended(whole("chatty", tmp_path), _twice).noise
    assert (noise.at_start, noise.later) == (2, 2)
    assert noise.lines[0] == "Server ready ⚓"
    assert noise.lines[1] == "\\x1b[32mlistening\\x1b[0m"


def test_a_restarted_server_says_nothing_new_when_it_starts_and_nobody_hears_it_end(tmp_path):
    async def story(connection):
        await connection.call_tool("list_boats", {})
        connection.renew()
        await connection.call_tool("list_boats", {})

    noise = ended(whole("chatty", tmp_path), story).noise
    assert (noise.at_start, noise.later) == (2, 2)
    assert ended(whole("goodbye", tmp_path), _twice).noise.later == 0


def test_a_log_line_that_quotes_a_request_is_noise_and_no_answer_to_it(tmp_path):
    async def story(connection):
        assert isinstance((await connection.call_tool("list_boats", {})).outcome, Replied)

    assert "handling" in ended(whole("chatty", tmp_path), story).noise.lines[2]


def test_what_is_broken_but_was_meant_as_a_message_is_no_noise(tmp_path):
    text = (
        'wire.raw(b\'{"jsonrpc":"2.0","method":\\n\')\n'
        'wire.raw(b\'{"jsonrpc":"2.0","id":99}\\n\')\n'
        "wire.raw(b'\\n   \\n')\n" + ECHO
    )
    connection = ended(script(tmp_path, text), _twice)
    assert connection.noise == Noise()
    assert set(connection.remarks) == {
        "a message that could not be read",
        "a message without method, result or error",
    }


def test_json_that_is_no_message_is_noise(tmp_path):
    text = 'wire.raw(b\'{"level":"info","msg":"up"}\\n[1]\\n\')\n' + ECHO
    assert ended(script(tmp_path, text)).noise.at_start == 2


def test_a_first_start_that_fails_is_tried_once_more(tmp_path):
    connection = ended(whole("half_start", tmp_path))
    assert connection.failed_start == "exited with 9"
    assert connection.restarts == 0
    assert (tmp_path / "memory").read_text() == "x"


def test_the_noise_of_a_start_that_failed_is_not_counted(tmp_path):
    mark = tmp_path / "mark"
    once = f"if not os.path.exists({str(mark)!r}):\n    open({str(mark)!r}, 'w'); sys.exit(1)\n"
    connection = ended(script(tmp_path, "print('banner', flush=True)\n" + once + ECHO))
    assert connection.noise == Noise(lines=("banner",), at_start=1)


def test_a_command_that_is_none_is_tried_once(tmp_path):
    started = tmp_path / "started"
    text = f"open({str(started)!r}, 'a').write('x')\ntime.sleep(3600)\n"
    with pytest.raises(NotAuditedError, match="did not answer"):
        ended(script(tmp_path, text), limits=replace(QUICK, start_timeout=1.5))
    assert started.read_text() == "x"


def test_input_that_is_never_read_is_a_timeout_and_the_next_call_works(tmp_path):
    mark = tmp_path / "mark"
    text = (
        "def call(request, name, arguments):\n"
        f"    wire.text(request, name)\n    if not os.path.exists({str(mark)!r}):\n"
        f"        open({str(mark)!r}, 'w').close(); time.sleep(3600)\n"
        "wire.serve(call)\n"
    )

    async def story(connection):
        first = await connection.call_tool("a", {})
        second = await connection.call_tool("b", {"text": "x" * 5_000_000})
        third = await connection.call_tool("c", {})
        return [first.outcome, second.outcome, third.outcome]

    first, second, third = within(script(tmp_path, text), story, replace(QUICK, call_timeout=1))
    assert isinstance(first, Replied)
    assert second == TimedOut(limit=1)
    assert isinstance(third, Replied)


def test_progress_that_is_told_of_is_counted_with_the_call(tmp_path):
    text = (
        "def call(request, name, arguments):\n"
        "    token = request['params']['_meta']['progressToken']\n"
        "    for step in range(3):\n"
        "        wire.send({'jsonrpc': '2.0', 'method': 'notifications/progress', 'params': {'progressToken': token,"
        " 'progress': step}})\n"
        "wire.serve(call)\n"
    )

    async def story(connection):
        return (await connection.call_tool("a", {})).outcome

    assert within(script(tmp_path, text), story, SHORT) == TimedOut(limit=0.5, progress=3)


def test_a_call_can_be_made_in_the_process_that_did_not_answer_the_last_one(tmp_path):
    text = (
        "seen = []\n"
        "def call(request, name, arguments):\n"
        "    seen.append(name)\n"
        "    if name != 'mute':\n"
        "        wire.text(request, ' '.join(seen))\n"
        "wire.serve(call)\n"
    )

    async def story(connection):
        replies = []
        for name, prepare in (("a", None), ("mute", None), ("b", connection.stay), ("mute", None), ("c", None)):
            if prepare is not None:
                prepare()
            replies.append(await connection.call_tool(name, {}))
        return [r.outcome.result["content"][0]["text"] for r in replies if isinstance(r.outcome, Replied)]

    assert within(script(tmp_path, text), story, SHORT) == ["a", "a mute b", "c"]


def test_a_process_that_is_gone_cannot_be_stayed_in():
    async def story(connection):
        first = await connection.call_tool("crash", {})
        connection.stay()
        return first.outcome, (await connection.call_tool("pid", {})).outcome

    first, second = within(hostile("ends"), story)
    assert isinstance(first, Disconnected)
    assert isinstance(second, Replied)


def test_a_fresh_process_is_only_started_where_the_present_one_was_called():
    async def story(connection):
        pids = []
        for _ in range(2):
            connection.renew()
            pids.append(int((await connection.call_tool("pid", {})).outcome.result["content"][0]["text"]))
        return pids

    first, second = within(hostile("ends"), story)
    assert first != second
    assert not is_running(first)
    assert os.getpid() not in (first, second)


def test_the_arguments_may_be_no_object():
    async def story(connection):
        return [(await connection.call_tool("arguments", sent)).outcome for sent in ("x", None)]

    text, none = within(hostile("shapes"), story)
    assert text.result["structuredContent"] == {"sent": "x"}
    assert none.result["structuredContent"] == {"sent": None}


def test_a_secret_among_the_last_words_of_a_server_that_does_not_start_is_masked(tmp_path):
    text = "print('no such tenant', os.environ['ACME_KEY'], file=sys.stderr)\nsys.exit(1)\n"
    with pytest.raises(NotAuditedError) as caught:
        ended(replace(script(tmp_path, text), env={"ACME_KEY": "xK29-qpQ7zz"}))
    assert caught.value.detail == ("last lines of its stderr:", "  no such tenant ***********")
