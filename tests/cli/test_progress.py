"""The line that says how far a run is: server, tool, experiment, calls made and expected, time; on a terminal only."""

import io
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from running import odd, on_a_terminal

from tool_audit.cli.progress import Progress
from tool_audit.model import Probe, ServerSpec, Subject, TransportKind

PROBE = Probe(subject=Subject(tool="list_things"), arguments={"limit": 1000}, experiment="limit")


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True

    @property
    def lines(self) -> list[str]:
        """What stood there, one after the other."""
        return [line for line in self.getvalue().split("\r\x1b[K") if line]


def spec(name="bank"):
    return ServerSpec(name=name, transport=TransportKind.STDIO)


def test_it_names_the_server_the_tool_the_experiment_and_how_many_calls_are_expected():
    stream = Terminal()
    Progress(stream=stream).calling(spec(), PROBE, 31, 52)
    assert re.fullmatch(r'bank  list_things  limit  \{"limit":1000\}  call 31 of about 52   00:00', stream.lines[-1])


def test_more_calls_than_expected_are_as_many_as_expected():
    stream = Terminal()
    Progress(stream=stream).calling(spec(), PROBE, 60, 52)
    assert "call 60 of about 60" in stream.lines[-1]


def test_of_several_servers_all_calls_count_and_how_many_servers_are_done():
    stream = Terminal()
    progress = Progress(3, stream=stream)
    progress.calling(spec("a"), PROBE, 2, 10)
    progress.calling(spec("b"), PROBE, 5, 20)
    assert "call 7 of about 30   0 of 3 servers done" in stream.lines[-1]
    progress.finished(spec("a"))
    progress.calling(spec("b"), PROBE, 6, 20)
    assert "call 8 of about 22   1 of 3 servers done" in stream.lines[-1]


def test_threads_do_not_write_into_each_others_lines():
    stream = Terminal()
    progress = Progress(4, stream=stream)

    def work(name):
        for number in range(200):
            progress.calling(spec(name), PROBE, number, 200)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, "abcd"))
    assert len(stream.lines) == 800
    assert all(re.match(r"[abcd]  list_things .*\d\d:\d\d$", line) for line in stream.lines)


@pytest.mark.parametrize("quiet", [True, False])
def test_nothing_is_written_where_it_is_not_wanted_or_is_no_terminal(quiet):
    stream = Terminal() if quiet else io.StringIO()
    progress = Progress(quiet=quiet, stream=stream)
    progress.connecting(spec())
    progress.calling(spec(), PROBE, 1, 2)
    progress.finished(spec())
    progress.clear()
    assert stream.getvalue() == ""


def test_on_a_terminal_the_line_moves_and_is_gone_at_the_end(tmp_path):
    seen = on_a_terminal(tmp_path, "probe", "--no-config", "--output", "json=a.json", *odd(tmp_path, "list_things"))
    assert re.search(r"odd  list_things  limit  .*call \d+ of about \d+   00:0\d", seen)
    first = int(re.search(r"of about (\d+)", seen)[1])
    made = int(re.findall(r"call (\d+) of", seen)[-1])
    assert made / 3 < first < made * 3, "what is expected at the start is of the right size"
    assert "\r\x1b[K" in seen[-60:]
