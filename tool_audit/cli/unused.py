"""Arguments that were given for tools which nobody lists: said, and not passed over."""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from tool_audit.model import Listing
from tool_audit.schema import arguments_of
from tool_audit.settings import closest
from tool_audit.settings.arguments import tool_and_argument


def unused_arguments(given: Sequence[str], listings: Sequence[Listing]) -> Iterator[str]:
    """Yield a sentence for each `--arg` that fits no tool, and for each argument that no such tool declares."""
    tools = [tool for listing in listings for tool in listing.tools]
    for text in given if listings else ():
        pattern, argument = tool_and_argument(text)
        fitting = [tool for tool in tools if tool.name == pattern or fnmatchcase(tool.name, pattern)]
        declared = [one.name for tool in fitting for one in arguments_of(tool)]
        said = f"--arg {pattern}.{argument}"
        if not fitting:
            yield f"{said} has no effect: no tool is called {pattern}{_near(pattern, [tool.name for tool in tools])}"
        elif argument not in declared:
            yield f"{said} is sent, but the schema of {pattern} has no {argument}{_near(argument, declared)}"


def _near(name: str, known: Sequence[str]) -> str:
    near = closest(name, known)
    return f"; did you mean {near}?" if near else ""
