"""A server that cannot be started, or is none, gets one clear message; a sloppy one is greeted all the same."""

import stat
import sys

import pytest
from hostile_servers import HOSTILE, hostile, within

from tool_audit.connect.limits import ConnectLimits
from tool_audit.connect.session import Announced
from tool_audit.errors import NotAuditedError
from tool_audit.model import ServerSpec, TransportKind

BRIEF = ConnectLimits(start_timeout=1.5, call_timeout=20, stop_grace=0.1)


def failure(spec, limits=BRIEF):
    """The error that connecting ends in."""

    async def story(connection):
        raise AssertionError("it was let in")

    with pytest.raises(NotAuditedError) as caught:
        within(spec, story, limits)
    return caught.value


def command(*words, **fields):
    return ServerSpec(name="x", transport=TransportKind.STDIO, command=words, **fields)


def test_no_such_command_says_so_and_names_the_nearest():
    error = failure(command("pythn3"))
    assert error.message == "there is no command `pythn3`."
    assert error.hint in {"did you mean `python3`?", "is it installed, and on the PATH?"}


def test_a_misspelled_path_names_the_nearest_file(tmp_path):
    (tmp_path / "server").touch()
    assert failure(command(str(tmp_path / "servr"))).hint == f"did you mean `{tmp_path / 'server'}`?"


def test_a_file_that_is_not_executable_says_how_to_make_it_so(tmp_path):
    script = tmp_path / "server.py"
    script.write_text("print()")
    error = failure(command(str(script)))
    assert error.message == f"`{script}` is not executable."
    assert f"chmod +x {script}" in error.hint


def test_a_script_whose_interpreter_is_missing_says_so(tmp_path):
    script = tmp_path / "server"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    assert "the interpreter that its first line names does not exist" in failure(command(str(script))).message


def test_a_file_that_is_no_program_says_so(tmp_path):
    script = tmp_path / "server"
    script.write_bytes(b"\x00\x01")
    script.chmod(0o755)
    assert failure(command(str(script))).message == f"`{script}` cannot be run: Exec format error."


def test_a_folder_that_does_not_exist_is_named():
    error = failure(command(sys.executable, cwd="/no/such/folder"))
    assert error.message == "the server cannot be started in /no/such/folder: there is no such folder."


def test_an_exit_at_once_comes_with_its_code_and_the_last_lines_of_stderr():
    error = failure(hostile("greeting", "exits"))
    assert error.message.startswith("the server did not start: `")
    assert "exited with 1 after 0." in error.message
    assert error.message.endswith("s, before it said anything.")
    assert error.detail == ("last lines of its stderr:", "  Error: ACME_TOKEN is not set")
    assert "--env" in error.hint


def test_a_program_that_prints_and_exits_is_shown_with_what_it_printed():
    error = failure(hostile("greeting", "banner"))
    assert "exited with 0" in error.message
    assert "without speaking MCP" in error.message
    assert error.detail == ("first lines of its stdout:", "  Usage: acme COMMAND")


def test_a_program_that_only_chatters_is_no_server():
    error = failure(hostile("greeting", "chatter"))
    assert "prints lines that are no MCP messages" in error.message
    assert error.detail == ("first lines of its stdout:", "  Listening on port 8000")


def test_a_mute_program_is_given_the_start_timeout_and_no_more():
    error = failure(hostile("greeting", "mute"))
    assert "within 2 s it said nothing on stdout" in error.message
    assert "--start-timeout" in error.hint


def test_a_program_that_echoes_our_words_is_no_server():
    assert "no MCP messages" in failure(hostile("greeting", "echo")).message


def test_an_error_in_answer_to_the_greeting_is_told():
    assert (
        "answered our greeting with an error: no licence (-32603)." in failure(hostile("greeting", "refuses")).message
    )


@pytest.mark.parametrize(
    ("mode", "name", "version", "protocol"),
    [
        ("bare", "", "", "2025-11-25"),
        ("nulls", "", "", "2025-11-25"),
        ("list", "", "", "2025-11-25"),
        ("old", "old", "", "2023-01-01"),
        ("future", "new", "3", "2099-01-01"),
    ],
)
def test_a_sloppy_greeting_is_taken_and_calls_work(mode, name, version, protocol):
    async def story(connection):
        return connection.identity, await connection.call_tool("hello", {})

    identity, reply = within(hostile("greeting", mode), story)
    assert (identity.name, identity.version, identity.protocol) == (name, version, protocol)
    assert reply.outcome.result["content"][0]["text"] == "hello"


def test_a_server_that_speaks_only_the_newest_protocol_is_asked_in_its_way():
    async def story(connection):
        return connection.identity, await connection.call_tool("x", {})

    identity, reply = within(hostile("greeting", "modern"), story)
    assert (identity.name, identity.version, identity.protocol) == ("modern", "9", "2026-07-28")
    assert identity.instructions == "be brief"
    assert reply.outcome.result["structuredContent"]["io.modelcontextprotocol/protocolVersion"] == "2026-07-28"


def test_what_a_server_asks_of_us_is_answered_politely_and_noted(tmp_path):
    async def story(connection):
        reply = await connection.call_tool("ask", {})
        return reply.outcome.result["structuredContent"], connection.asked

    answers, asked = within(hostile("asks", cwd=str(tmp_path)), story)
    assert answers["roots"]["result"] == {"roots": []}
    assert "error" in answers["sampling"]
    assert "error" in answers["elicitation"]
    assert asked == {"sampling/createMessage": 1, "elicitation/create": 1, "roots/list": 1}


@pytest.mark.parametrize("announced", [Announced(roots=False), Announced(sampling=True, elicitation=True)])
def test_what_we_announce_is_what_the_server_sees(announced, tmp_path):
    script = tmp_path / "server.py"
    script.write_text(
        f"import sys, json\nsys.path.insert(0, {str(HOSTILE)!r})\nimport wire\n"
        "said = json.loads(sys.stdin.buffer.readline())\n"
        "wire.reply(said, {'instructions': json.dumps(said['params']['capabilities'])})\n"
        "wire.serve(None)\n"
    )

    async def story(connection):
        return connection.identity.instructions

    said = within(command(sys.executable, str(script)), story, announced=announced)
    assert ("roots" in said, "sampling" in said, "elicitation" in said) == (
        announced.roots,
        announced.sampling,
        announced.elicitation,
    )


def test_the_environment_is_only_what_is_needed_and_what_was_given(tmp_path, monkeypatch):
    monkeypatch.setenv("PRIVATE_MATTER", "mine")
    script = tmp_path / "server.py"
    script.write_text(
        f"import os, sys\nsys.path.insert(0, {str(HOSTILE)!r})\nimport wire\n"
        "wire.serve(lambda request, name, arguments: wire.reply(request, dict(os.environ)))\n"
    )
    spec = command(sys.executable, str(script), env={"GIVEN": "this"})
    seen = within(spec, lambda connection: connection.call_tool("x", {})).outcome.result
    assert "PRIVATE_MATTER" not in seen
    assert seen["GIVEN"] == "this"
    assert "PATH" in seen
