"""What a server was given as a secret stands in no byte that a command writes."""

import json
import stat
import sys

from running import FIXTURES, web

from tool_audit.record import read_record
from tool_audit.report import RENDERERS

LEAKY = str(FIXTURES / "hostile" / "leaky.py")
SECRET = "Zq7-secret/of\"mine'"


def everything(ended, folder):
    """All that was written, to the screen and into files."""
    texts = [ended.out, ended.err, *(path.read_text() for path in folder.rglob("*") if path.is_file())]
    assert len(texts) > len(RENDERERS) + 2
    return "\n".join(texts)


def probe(cli, folder, *words):
    out = folder / "out"
    files = [word for format_ in RENDERERS for word in ("--output", f"{format_}={out}/{format_}")]
    return cli("probe", "--verbose", "--allow", "*", "--record", out, *files, "--output", "terminal", *words)


def test_a_secret_in_the_environment_is_written_nowhere(cli, tmp_path):
    ended = probe(cli, tmp_path, "--env", f"ACME_KEY={SECRET}", "--", sys.executable, LEAKY)
    written = everything(ended, tmp_path / "out")
    assert "leaky" in written
    assert "Zq7" not in written
    seen = read_record(tmp_path / "out" / "leaky.jsonl").observations
    # in a reply, in an error, and in the last words of a server that crashes: it was there, and is masked
    assert {type(one.outcome).__name__ for one in seen} >= {"Replied", "Refused", "Disconnected"}
    assert {one.secrets for one in seen} >= {("env ACME_KEY",)}


def test_a_secret_on_a_configured_command_line_is_written_nowhere(cli, tmp_path, monkeypatch):
    monkeypatch.setenv("ACME", "Zq7-fourth")
    given = ["--header", "Authorization: Bearer ${ACME}", "--api-key", "Zq7-first", "postgres://me:Zq7-second@db/x"]
    for name, script in (("runs", LEAKY), ("fails", "missing.py")):
        server = {"command": sys.executable, "args": [script, *given], "env": {"ACME_KEY": "Zq7-third"}}
        (tmp_path / f"{name}.json").write_text(json.dumps({"mcpServers": {name: server}}))
        ended = probe(cli, tmp_path, tmp_path / f"{name}.json")
        assert "Zq7" not in everything(ended, tmp_path / "out")


def test_a_secret_that_a_reference_stood_for_is_written_nowhere_wherever_in_the_configuration_it_was(
    cli, tmp_path, monkeypatch
):
    monkeypatch.setenv("ACME", "Zq7-first-4711")
    monkeypatch.setenv("ACME_KEY", "Zq7-second-4711")
    given = ["${ACME}", "--flag", "${input:asked}", "$ACME_KEY"]
    for name, script in (("runs", LEAKY), ("fails", "missing.py")):
        server = {"command": sys.executable, "args": [script, *given], "env": {"ACME_KEY": "x-${ACME_KEY}"}}
        (tmp_path / f"{name}.json").write_text(json.dumps({"mcpServers": {name: server}}))
        ended = probe(cli, tmp_path, "--input", "asked=Zq7-third-4711", tmp_path / f"{name}.json")
        assert "Zq7" not in everything(ended, tmp_path / "out")


def test_a_secret_in_a_url_or_a_header_is_written_nowhere(cli, tmp_path):
    with web() as address:
        for host in (address, "127.0.0.1:1"):
            url = f"http://me:Zq7-first@{host}/mcp?api_key=Zq7-second"
            ended = probe(cli, tmp_path, url, "--header", "X-Api-Key: Zq7-third", "--header", "Cookie: sid=Zq7-fourth")
            written = everything(ended, tmp_path / "out")
            assert "127.0.0.1" in written
            assert "Zq7" not in written


def test_a_record_is_for_its_user_alone(cli, tmp_path):
    probe(cli, tmp_path, "--env", "ACME_KEY=Zq7-secret", "--", sys.executable, LEAKY)
    (record,) = (tmp_path / "out").glob("*.jsonl")
    assert stat.S_IMODE(record.stat().st_mode) == 0o600
