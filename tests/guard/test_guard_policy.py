"""What a policy may say, and how a mistake in it is told."""

import pytest
from guard.policies import MODELS, document, policy

from tool_audit.errors import UsageError
from tool_audit.guard.load import load_policy, policy_of


def told(document_):
    with pytest.raises(UsageError) as raised:
        policy_of(document_, "guard.toml")
    return f"{raised.value.message} | {raised.value.hint}"


def tool(**more):
    return document(tools={"list_mental_models": {**MODELS, **more}})


WRONG = {
    "another schema": (document(schema="x"), 'schema = "tool-audit/guard/1"'),
    "an unknown key": (document(refuse_whith="error"), "there is no key refuse_whith | did you mean refuse_with?"),
    "an unknown key of a tool": (
        tool(line={}),
        "[tools.list_mental_models]: there is no key line | did you mean lines?",
    ),
    "an unknown key of a line": (
        tool(lines={"limit": {"max": 5}}),
        "[tools.list_mental_models.lines.limit]: there is no key max",
    ),
    "a line of no argument": (
        tool(lines={"detial": {"required": True}}),
        "a line for detial, which is none of its arguments | did you mean detail?",
    ),
    "nothing that fits": (
        tool(lines={"detail": {"allowed": []}}),
        "allowed is empty, so that the tool could never answer",
    ),
    "bounds that cross": (tool(lines={"limit": {"most": 0}}), "list_mental_models could never answer"),
    "an empty line": (tool(lines={"limit": {}}), "says nothing"),
    "two kinds of line": (tool(lines={"limit": {"most": 5, "allowed": [1]}}), "has allowed and most"),
    "a text for a number": (tool(lines={"limit": {"most": "50"}}), "most must be a number"),
    "true for a number": (tool(lines={"limit": {"most": True}}), "most must be a number"),
    "no cap": (document(ceiling={}), "has no cap"),
    "a cap of none": (document(ceiling={"cap_tokens": 0}), "cap_tokens must be 1 at least"),
    "a way that is none": (document(refuse_with="errors"), "refuse_with is 'errors' | did you mean error?"),
    "an own ceiling without a reason": (tool(ceiling={"cap_tokens": 90_000}), "has no reason"),
    "a measured call without a size": (tool(measured=[{"arguments": {}}]), "lacks chars, tokens, on"),
    "a list for a table": (document(tools=[]), "tools must be a table"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named(name):
    document_, words = WRONG[name]
    assert words in told(document_)


def test_a_tool_may_have_a_ceiling_of_its_own_with_a_reason():
    made = policy(tools={"x": {"ceiling": {"cap_tokens": 90_000, "reason": "one page of a book"}}})
    assert made.of("x").ceiling.cap_tokens == 90_000
    assert made.of("x").ceiling.warn_tokens == 500


def test_a_file_that_is_no_toml_or_not_there_is_told(tmp_path):
    with pytest.raises(UsageError, match="there is no file"):
        load_policy(tmp_path / "guard.toml")
    (tmp_path / "guard.toml").write_text("schema = ")
    with pytest.raises(UsageError, match="is not TOML"):
        load_policy(tmp_path / "guard.toml")


def test_the_smallest_fitting_calls_come_first():
    fitting = policy().of("list_mental_models").fitting("detail")
    assert [value for value, _ in fitting] == ["metadata", "summary"]
