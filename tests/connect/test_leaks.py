"""A secret that a server was given appears in nothing that leaves the connection."""

import json

import pytest
from hostile_servers import QUICK, hostile, within

from tool_audit.connect.mask import Mask, kept
from tool_audit.connect.secrets import Secret, secrets_of
from tool_audit.discover import discover
from tool_audit.errors import NotAuditedError
from tool_audit.model import Replied, ServerSpec, TransportKind

SECRET = 'S3cr&t-"김"/value'


@pytest.mark.parametrize("tool", ["error", "dies", "escaped", "nested", "key"])
def test_a_repeated_secret_is_masked_and_its_source_named(tool):
    async def story(connection):
        return await connection.call_tool(tool, {})

    reply = within(hostile("leaky", env={"ACME_KEY": SECRET}), story)
    assert SECRET not in repr(reply.outcome) + repr(getattr(reply.outcome, "result", ""))
    assert "***" in repr(reply.outcome) + repr(getattr(reply.outcome, "result", ""))
    assert reply.secrets == ("env ACME_KEY",)


def test_greeting_noise_and_stderr_are_masked_too():
    async def story(connection):
        await discover(connection)
        return connection.identity.instructions, *connection.noise.lines, *connection.stderr_tail

    for text in within(hostile("leaky", env={"ACME_KEY": SECRET}), story):
        assert SECRET not in text
        assert "*" * len(SECRET) in text


def test_a_start_error_does_not_show_a_secret_that_stands_in_the_command():
    async def story(connection):
        return None

    spec = ServerSpec(
        name="x",
        transport=TransportKind.STDIO,
        command=("false", "--key", "a-secret-of-mine-1"),
        env={"K": "a-secret-of-mine-1"},
    )
    with pytest.raises(NotAuditedError) as caught:
        within(spec, story, QUICK)
    assert "a-secret-of-mine-1" not in caught.value.message


def test_a_reply_without_a_secret_is_handed_on_as_it_is():
    async def story(connection):
        return await connection.call_tool("plain", {})

    reply = within(hostile("leaky", env={"ACME_KEY": SECRET}), story)
    assert reply.outcome == Replied(result={"content": [{"type": "text", "text": "nothing to hide"}]})
    assert reply.secrets == ()


def labels(**fields):
    spec = ServerSpec(name="x", transport=TransportKind.HTTP, **fields)
    return {secret.label: secret.value for secret in secrets_of(spec)}


def test_a_telling_name_makes_a_short_value_a_secret():
    assert labels(env={"DB_PASSWORD": "abcd", "API_TOKEN": "abc"}) == {"env DB_PASSWORD": "abcd"}


@pytest.mark.parametrize(
    "value", ["production", "/home/me", "~/x/y/z/w", "./relative/path", "C:\\Users\\me", "12345678", "8.25.2024"]
)
def test_a_plain_word_a_path_and_a_number_under_a_plain_name_are_no_secrets(value):
    assert labels(env={"MODE": value}) == {}


@pytest.mark.parametrize("name", ["AUTH_ENABLED", "SESSION_TIMEOUT", "USE_TOKENS"])
@pytest.mark.parametrize("value", ["true", "False", "3600", "none"])
def test_a_switch_or_a_small_number_under_a_telling_name_is_no_secret(name, value):
    assert labels(env={name: value}) == {}


def test_a_long_odd_value_under_a_plain_name_is_a_secret():
    assert labels(env={"ACME": "xK29-qpQ7zz"}) == {"env ACME": "xK29-qpQ7zz"}


def test_a_header_is_a_secret_with_and_without_its_scheme():
    found = secrets_of(
        ServerSpec(name="x", transport=TransportKind.HTTP, headers={"Authorization": "Bearer abc123xyz"})
    )
    assert [secret.value for secret in found] == ["Bearer abc123xyz", "abc123xyz"]


def test_the_query_and_the_password_of_a_url_are_secrets_but_not_its_host():
    found = labels(url="https://me:p%40ss1234@host.example/mcp?api_key=k-123&page=2")
    assert set(found.values()) == {"p@ss1234", "k-123"} | ({"p%40ss1234"} & set(found.values()))
    assert labels(url="https://host.example/mcp") == {}


def test_a_url_in_the_environment_hides_its_password():
    found = labels(env={"DATABASE": "postgres://me:hunter2222@db/x"})
    assert "hunter2222" in found.values() or any("hunter2222" in value for value in found.values())
    masked, _ = Mask(
        secrets_of(
            ServerSpec(name="x", transport=TransportKind.STDIO, env={"DATABASE": "postgres://me:hunter2222@db/x"})
        )
    ).json(["could not log in with hunter2222"])
    assert masked == ["could not log in with **********"]


def test_masking_keeps_lengths_order_and_everything_else():
    secrets = secrets_of(ServerSpec(name="x", transport=TransportKind.STDIO, env={"TOKEN": "abc-12"}))
    masked, found = Mask(secrets).json({"z": 1, "abc-12": ["xabc-12x", None, 2.5], "a": {"b": True}})
    assert list(masked.items()) == [("z", 1), ("******", ["x******x", None, 2.5]), ("a", {"b": True})]
    assert found == ("env TOKEN",)


@pytest.mark.parametrize(
    ("words", "secret"),
    [
        (("--api-key", "k-1234"), "k-1234"),
        (("--token=k-1234",), "k-1234"),
        (("--header", "Authorization: Bearer k-1234"), "k-1234"),
        (("API_TOKEN=k-1234", "serve"), "k-1234"),
        (("--db", "postgres://me:k-1234@db/x"), "k-1234"),
        (("https://host.example/sse?api_key=k-1234",), "k-1234"),
    ],
)
def test_a_secret_on_the_command_line_is_one_wherever_it_stands(words, secret):
    spec = ServerSpec(name="x", transport=TransportKind.STDIO, command=("npx", "-y", "acme", *words))
    assert secret in {found.value for found in secrets_of(spec)}
    assert secret not in " ".join(kept(spec).command)


def test_what_a_reference_stood_for_is_a_secret_wherever_it_stands_unless_it_is_a_plain_word():
    filled_in = {
        "DSN": "postgres://me:k-1234@db/x",
        "ACME": "K-5678-abc",
        "PLACE": "/home/me",
        "MODE": "production",
    }
    command = ("acme", *filled_in.values())
    spec = ServerSpec(name="x", transport=TransportKind.STDIO, command=command, filled_in=filled_in)
    assert kept(spec).command == ("acme", "*" * 25, "*" * 10, "/home/me", "production")
    assert kept(spec).filled_in == {}
    assert "K-5678" not in repr(Mask(secrets_of(spec)).text("it was K-5678-abc"))


def test_what_is_no_secret_on_the_command_line_stays():
    words = tuple("npx -y acme --key-file /etc/key --key-file=./key --tokens 4000 --auth --port=80 -k x".split())
    spec = ServerSpec(name="x", transport=TransportKind.STDIO, command=words)
    assert kept(spec).command == words


def test_cookies_and_basic_credentials_are_secrets_one_by_one():
    headers = {"Cookie": "theme=dark; sid=s3ss10n", "Authorization": "Basic bWU6aHVudGVyMjIy"}
    values = {
        secret.value for secret in secrets_of(ServerSpec(name="x", transport=TransportKind.HTTP, headers=headers))
    }
    assert {"s3ss10n", "me:hunter222", "hunter222", "bWU6aHVudGVyMjIy"} <= values


def test_a_spec_is_kept_without_what_only_the_server_is_to_see():
    spec = ServerSpec(
        name="x",
        transport=TransportKind.HTTP,
        url="https://me:pass@host.example/mcp?key=k-1234#part",
        headers={"X-Key": "k-5678"},
        env={"A": "b"},
    )
    assert kept(spec) == ServerSpec(name="x", transport=TransportKind.HTTP, url="https://host.example/mcp")


def test_a_secret_is_masked_in_json_in_a_text_in_json_in_a_text():
    written = SECRET
    for _ in range(3):
        written = json.dumps(written)
        masked, found = Mask([Secret("env KEY", SECRET)]).json([written])
        assert "S3cr" not in masked[0]
        assert found == ("env KEY",)


def sure(name, value):
    return [
        secret.sure for secret in secrets_of(ServerSpec(name="x", transport=TransportKind.STDIO, env={name: value}))
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("FAKE_TOKEN", "sk-test-0000"),
        ("DB_PASSWORD", "hunter2"),
        ("PGPASSWORD", "correct horse battery staple"),
        ("AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7EXAMPLE"),
        ("apiKey", "k-1234"),
        ("ACME", "xK29-qpQ7zz"),
        ("SOMETHING", "8f3a11c2-77aa-4b0e-9d1c-0aa1b2c3d4e5"),
        ("AUTH_TOKEN", "donotleakthisvalue"),
    ],
)
def test_an_odd_value_under_a_telling_name_or_a_random_one_is_surely_a_secret(name, value):
    assert sure(name, value)[-1]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PGPASSWORD", "postgres"),
        ("TZ", "Asia/Seoul"),
        ("AWS_REGION", "us-east-1"),
        ("MODEL", "gpt-4o-mini"),
        ("AUTHOR_NAME", "Kim Min-jun 2"),
        ("AUTH_TYPE", "oauth2"),
        ("TOKEN_LIMIT", "200000"),
        ("GOOGLE_APPLICATION_CREDENTIALS", "/srv/keys/one.json"),
        ("AUTH_URL", "https://login.example.com/v2"),
        ("RELEASE", "v1.2.3-rc1-2026"),
        ("PROJECT", "shop-2024-archive"),
    ],
)
def test_a_word_a_place_or_a_setting_is_masked_at_most_and_no_leak(name, value):
    secrets = secrets_of(ServerSpec(name="x", transport=TransportKind.STDIO, env={name: value}))
    _, found = Mask(secrets).json([f"it says {value}"])
    assert found == ()


def test_what_the_caller_sent_is_no_leak_when_it_comes_back():
    async def story(connection):
        return [await connection.call_tool("error", arguments) for arguments in ({}, {"key": "k-1234-odd"})]

    plain, echoed = within(hostile("leaky", env={"ACME_KEY": "k-1234-odd"}), story)
    assert (plain.secrets, echoed.secrets) == (("env ACME_KEY",), ())
    assert "k-1234" not in repr(echoed.outcome)
