"""How the tests here run commands of the group, in this process."""

from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO

from tool_audit.cli import main


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


def guard(*words):
    """Run a command of the group."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(["guard", *map(str, words)])
    assert "Traceback" not in err.getvalue(), err.getvalue()
    return Ended(int(code), out.getvalue(), err.getvalue())
