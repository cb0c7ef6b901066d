"""Calls are made in their order, or several at a time, and are always handed on in their order."""

from dataclasses import dataclass, field, replace

import anyio
import pytest

from tool_audit.connect.connection import Reply
from tool_audit.execute import execute
from tool_audit.model import Again, Disconnected, Form, Probe, Refused, Replied, Subject, TimedOut


def probes(count):
    return [Probe(subject=Subject(tool=f"t{n}"), arguments={"n": n}, experiment="default") for n in range(count)]


@dataclass
class Server:
    """Answers when it is told to: `answers[n]` is set."""

    count: int
    under_way: int = 0
    most: int = 0
    made: list = field(default_factory=list)

    def __post_init__(self):
        self.answers = [anyio.Event() for _ in range(self.count)]

    async def call_tool(self, name, arguments, patience=None):
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        self.made.append(name)
        await self.answers[arguments["n"]].wait()
        self.under_way -= 1
        return Reply(outcome=Replied(result=arguments), seconds=0.1, bytes=7, secrets=("env K",))


def run(count, concurrency, release):
    """Execute; `release(server)` lets answers come. Returns the server, what was handed on, what had been started."""

    async def story():
        server, done, starting = Server(count), [], []
        with anyio.fail_after(20):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(release, server)
                await execute(
                    probes(count),
                    server,
                    concurrency=concurrency,
                    starting=lambda probe: starting.append(probe.subject.tool),
                    done=done.append,
                )
        return server, done, starting

    return anyio.run(story)


async def backwards(server):
    for event in reversed(server.answers):
        await anyio.wait_all_tasks_blocked()
        event.set()


async def at_once(server):
    for event in server.answers:
        event.set()


@pytest.mark.parametrize("concurrency", [1, 3])
def test_observations_come_in_the_order_of_the_probes(concurrency):
    server, done, starting = run(3, concurrency, backwards)
    names = ["t0", "t1", "t2"]
    assert [seen.probe.subject.tool for seen in done] == names
    assert server.made == starting == names
    assert server.most == concurrency


def test_no_more_than_so_many_are_under_way():
    server, done, _ = run(9, 2, at_once)
    assert server.most <= 2
    assert len(done) == 9


def test_an_observation_holds_what_the_reply_held():
    _, (seen,), _ = run(1, 1, at_once)
    assert (seen.outcome, seen.seconds, seen.bytes, seen.secrets) == (Replied(result={"n": 0}), 0.1, 7, ("env K",))


@pytest.mark.parametrize("concurrency", [1, 4])
def test_what_was_observed_before_a_cancellation_has_been_handed_on(concurrency):
    async def story():
        server, done = Server(4), []
        server.answers[0].set()
        with anyio.fail_after(20), anyio.CancelScope() as scope:
            async with anyio.create_task_group() as tasks:

                async def cancel():
                    await anyio.wait_all_tasks_blocked()
                    scope.cancel()

                tasks.start_soon(cancel)
                await execute(probes(4), server, concurrency=concurrency, starting=lambda _: None, done=done.append)
        return done

    assert [seen.probe.subject.tool for seen in anyio.run(story)] == ["t0"]


def test_an_observation_behind_a_call_that_is_cancelled_is_handed_on_too():
    async def story():
        server, done = Server(3), []
        server.answers[1].set()
        server.answers[2].set()
        with anyio.CancelScope() as scope:
            async with anyio.create_task_group() as tasks:

                async def cancel():
                    await anyio.wait_all_tasks_blocked()
                    scope.cancel()

                tasks.start_soon(cancel)
                await execute(probes(3), server, concurrency=3, starting=lambda _: None, done=done.append)
        return done

    assert [seen.probe.subject.tool for seen in anyio.run(story)] == ["t1", "t2"]


def test_calls_that_went_down_with_the_server_are_made_again_one_at_a_time():
    class Fragile:
        """Ends on t1, and takes along what is under way."""

        def __init__(self):
            self.under_way = self.ended = 0

        async def call_tool(self, name, arguments, patience=None):
            self.under_way += 1
            company, before = self.under_way > 1, self.ended
            await anyio.wait_all_tasks_blocked()
            self.under_way -= 1
            self.ended += name == "t1"
            gone = name == "t1" or (company and self.ended > before)
            outcome = Disconnected(reason="it ended") if gone else Replied(result=arguments)
            return Reply(outcome=outcome, seconds=0.1)

    done = []

    async def story():
        with anyio.fail_after(20):
            await execute(probes(4), Fragile(), concurrency=4, starting=lambda _: None, done=done.append)

    anyio.run(story)
    assert [seen.probe.subject.tool for seen in done] == ["t0", "t1", "t2", "t3"]
    assert [type(seen.outcome) for seen in done] == [Replied, Disconnected, Replied, Replied]


class Scripted:
    """Answers by a function from tool and arguments; `said` is all that it was asked, in order."""

    def __init__(self, answer):
        self.answer = answer
        self.under_way = 0
        self.said = []

    def renew(self):
        self.said.append("renew")

    def stay(self):
        self.said.append("stay")

    async def call_tool(self, name, arguments, patience=None):
        self.said.append((name, arguments, patience))
        self.under_way += 1
        alone = self.under_way == 1
        await anyio.wait_all_tasks_blocked()
        self.under_way -= 1
        return Reply(outcome=self.answer(name, alone), seconds=0.1)


def executed(made, answer, **how):
    server, done = Scripted(answer), []

    async def story():
        with anyio.fail_after(20):
            await execute(made, server, **{"concurrency": 1, **how}, starting=lambda _: None, done=done.append)

    anyio.run(story)
    return server.said, [seen.outcome for seen in done]


FINE = Replied(result={})
HUNG = TimedOut(limit=1)


def test_calls_that_hung_together_are_made_again_one_at_a_time():
    _, outcomes = executed(probes(4), lambda name, alone: HUNG if name == "t1" or not alone else FINE, concurrency=4)
    assert outcomes == [FINE, HUNG, FINE, FINE]


def test_a_server_that_hangs_on_everything_is_not_waited_for_twice_as_often():
    said, outcomes = executed(probes(10), lambda *_: HUNG, concurrency=5)
    assert outcomes == [HUNG] * 10
    assert len(said) == 13


def test_what_is_to_be_alone_or_behind_another_call_is_made_so_one_at_a_time():
    first, second, third = probes(3)
    made = [replace(first, again=Again.ALONE), replace(second, again=Again.NEXT), third]
    said, _ = executed(made, lambda *_: FINE, concurrency=3)
    assert [each if isinstance(each, str) else each[0] for each in said] == ["renew", "t0", "stay", "t1", "t2"]


def test_after_each_bad_call_a_wary_audit_has_a_fresh_process():
    refused = Refused(code=-32602, message="no")
    said, _ = executed(probes(3), lambda name, _: refused if name == "t1" else FINE, wary=True, concurrency=3)
    assert [each if isinstance(each, str) else each[0] for each in said] == ["t0", "t1", "renew", "t2"]


def test_what_stands_in_place_of_the_arguments_is_sent_as_it_is():
    (probe,) = probes(1)
    said, _ = executed([replace(probe, form=form) for form in Form], lambda *_: FINE)
    assert [arguments for _, arguments, _ in said] == [{"n": 0}, None, "x"]
    assert [patience is None for *_, patience in said] == [True, True, False]


def test_what_goes_wrong_while_the_next_call_is_under_way_is_raised_and_not_lost():
    wrong, failed = [], anyio.Event()

    def fail(observation):
        wrong.append(observation.probe.subject.tool)
        failed.set()
        if wrong == ["t0"]:
            raise ZeroDivisionError

    async def story():
        server = Server(2)

        async def release():
            server.answers[0].set()
            await failed.wait()  # the first observation is handed on while the second call is under way
            server.answers[1].set()

        with anyio.fail_after(20):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(release)
                with pytest.raises(ZeroDivisionError):
                    await execute(probes(2), server, concurrency=1, starting=lambda _: None, done=fail)

    anyio.run(story)
    assert wrong[0] == "t0"
