"""A server behind a door: what opens it is sent, what it wants is told, and nobody is taken to a login page."""

import subprocess
import sys
from pathlib import Path

import pytest
from running import FIXTURES, end_of, environment, launch

TOKEN, TENANT = "Zq7-token-4711", "Zq7-tenant-0815"


@pytest.fixture
def door(tmp_path):
    """The address of a server that wants two headers."""
    with subprocess.Popen(
        [sys.executable, str(FIXTURES / "guarded.py"), str(tmp_path)],
        env=environment(TOKEN=TOKEN, TENANT=TENANT),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.stdin.close()
            process.kill()


def requests(folder):
    """What was asked of the server."""
    return Path(folder / "requests.txt").read_text().splitlines()


HEADERS = ("--header", "Authorization: Bearer ${MY_TOKEN}", "--header", "X-Tenant: ${MY_TENANT}")


@pytest.fixture
def ours(monkeypatch):
    monkeypatch.setenv("MY_TOKEN", TOKEN)
    monkeypatch.setenv("MY_TENANT", TENANT)


@pytest.mark.usefixtures("ours")
def test_several_headers_with_variables_in_them_open_the_door(cli, door):
    ended = cli("probe", *HEADERS, "--output", "json", f"{door}/mcp")
    assert ended.json["servers"][0]["coverage"]["measured"] == 1


@pytest.mark.usefixtures("ours")
@pytest.mark.parametrize("sent", [HEADERS, HEADERS[:2]])
def test_who_sends_a_header_is_asked_for_no_login(sent, cli, door, tmp_path):
    cli("probe", *sent, f"{door}/mcp")
    assert requests(tmp_path)
    assert {line.split()[1] for line in requests(tmp_path)} == {"/mcp"}


@pytest.mark.parametrize("path", ["/mcp", "/json", "/sse"])
@pytest.mark.parametrize("command", ["probe", "plan"])
def test_a_closed_door_is_3_and_told_with_what_it_wants(command, path, cli, door):
    ended = cli(command, f"{door}{path}")
    said = " ".join(f"{ended.out} {ended.err}".split())
    assert ended.code == 3
    assert "answered 401: it wants authentication." in said
    assert 'WWW-Authenticate: Bearer realm="acme"' in said
    assert "hint: pass it with --header 'Authorization: Bearer ${TOKEN}'" in said


def test_a_token_that_does_not_fit_is_told_apart_from_none(cli, door):
    said = cli("probe", "--header", "Authorization: Bearer wrong-4711", f"{door}/mcp").out
    assert "it does not take the Authorization that was sent" in said
    assert "still valid?" in said


def test_no_browser_is_opened(door, tmp_path):
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\ntouch {tmp_path}/opened\n")
    browser.chmod(0o755)
    ended = end_of(launch(["probe", f"{door}/mcp"], tmp_path, BROWSER=f"{browser} %s", DISPLAY=":0"))
    assert ended.code == 3
    assert not (tmp_path / "opened").exists()
    assert {line.split()[1] for line in requests(tmp_path)} == {"/mcp"}


@pytest.mark.usefixtures("ours")
@pytest.mark.parametrize("sent", [HEADERS, ("--header", f"Authorization: Bearer {TENANT}"), ()])
def test_what_was_sent_is_written_nowhere_whether_it_opens_the_door_or_not(sent, cli, door, tmp_path):
    files = ("--record", "out", "--output", "json=out/a.json", "--output", "markdown=out/a.md", "--output", "terminal")
    ended = cli("probe", "--verbose", *files, *sent, f"{door}/mcp")
    written = [ended.out, ended.err, *(path.read_text() for path in Path("out").iterdir())]
    assert len(written) == 5
    assert "Zq7" not in "".join(written)
