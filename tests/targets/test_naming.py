"""Names that a reader recognises, for servers that were named by a command or a URL."""

import pytest

from tool_audit.targets.naming import command_name, unique, url_name

NAMES = [
    ("npx -y @acme/server", "@acme/server"),
    ("npx -y @acme/server@1.2.3 /data", "@acme/server"),
    ("npx acme-mcp@latest", "acme-mcp"),
    ("npx -p @acme/tools serve", "serve"),
    ("npm run mcp", "mcp"),
    ("pnpm dlx @acme/server", "@acme/server"),
    ("uvx acme-mcp==2.0 --repo .", "acme-mcp"),
    ("uvx --from git+https://git.example.com/acme acme-mcp", "acme-mcp"),
    ("uv run --with mcp server.py", "server"),
    ("uv run python -m acme.server", "acme.server"),
    ("uv --directory /srv/acme run acme", "acme"),
    ("pipx run acme-mcp", "acme-mcp"),
    ("python -m acme", "acme"),
    ("/usr/bin/python3.12 -u -m acme.mcp --x", "acme.mcp"),
    ("python3 -u /srv/acme_server.py", "acme_server"),
    ("python -c print()", "python"),
    ("node build/index.js", "index"),
    ("node -r ./hook.js dist/acme.mjs", "acme"),
    ("docker run -i --rm -e TOKEN -v /a:/b ghcr.io/acme/mcp-server:1.2", "mcp-server"),
    ("env A=1 B=2 npx -y @acme/server", "@acme/server"),
    ("/opt/acme/bin/acme-server --stdio", "acme-server"),
    ("./server", "server"),
    (r"C:\Tools\acme.exe serve", "acme"),
    ("npx", "npx"),
]


@pytest.mark.parametrize(("command", "name"), NAMES)
def test_a_command_is_named_after_what_it_starts(command, name):
    assert command_name(command.split(" ")) == name


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://mcp.example.com/mcp?key=secret", "mcp.example.com"),
        ("http://127.0.0.1:8000/sse", "127.0.0.1:8000"),
        ("https://user:secret@mcp.example.com/", "mcp.example.com"),
    ],
)
def test_a_url_is_named_after_its_host_and_no_secret(url, name):
    assert url_name(url) == name


def test_a_name_that_is_taken_gets_the_next_number():
    assert unique("git", []) == "git"
    assert unique("git", ["git", "git-2"]) == "git-3"
