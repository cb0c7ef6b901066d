from dataclasses import replace

from builders import call, hits, refused, server_run, tool, tool_run

from tool_audit.model import Disconnected
from tool_audit.rules.secret_in_response import secret_in_response


def leaking(made, *labels):
    return replace(made, observation=replace(made.observation, secrets=labels))


def run(name, *calls):
    return tool_run(call("fine", tool=name), spec=tool(name), calls=calls)


def test_a_reply_that_held_a_secret_is_a_finding_that_names_its_source_alone():
    error = leaking(call("Authorization: Bearer ************", error=True, arguments={"url": "x"}), "env FAKE_TOKEN")
    (hit,) = hits(secret_in_response, server_run(run("fetch", error)))
    assert hit.message.startswith("The value of env FAKE_TOKEN came back from fetch, first of fetch with url=x.")
    assert hit.calls == (error,)


def test_one_secret_on_several_tools_is_one_finding_and_secrets_on_the_same_tools_share_it():
    both = ("env A_KEY", "header Authorization")
    runs = [run(name, leaking(call("x", tool=name, arguments={"n": 1}), *both)) for name in ("a", "b")]
    (hit,) = hits(secret_in_response, server_run(*runs))
    assert hit.tools == ("a", "b")
    assert "env A_KEY and header Authorization" in hit.message


def test_secrets_on_different_tools_are_findings_of_their_own():
    runs = [run(name, leaking(refused("x", tool=name), f"env {name}")) for name in ("a", "b")]
    assert [hit.tools for hit in hits(secret_in_response, server_run(*runs))] == [("a",), ("b",)]


def test_what_stood_on_stderr_when_a_server_ended_is_no_reply():
    gone = leaking(call(outcome=Disconnected(reason="gone", stderr=("****",))), "env A_KEY")
    assert not hits(secret_in_response, server_run(run("a", gone)))


def test_a_server_that_keeps_its_secrets_is_silent():
    assert not hits(secret_in_response, server_run(run("a", call("****", error=True))))
