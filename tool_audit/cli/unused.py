"""What was given for tools which nobody lists: said, and not passed over."""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from tool_audit.cli.console import note
from tool_audit.model import Listing
from tool_audit.schema import arguments_of
from tool_audit.settings import Probing, closest
from tool_audit.settings.arguments import tool_and_argument


def note_unused(probing: Probing, given: Sequence[str], listings: Sequence[Listing]) -> None:
    """Note what of the settings, and of what `--arg` said (`given`), fits no tool or argument of these listings."""
    for line in (*unused_arguments(given, listings), *unused_globs(probing, given, listings)):
        note(f"note: {line}")


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


def unused_globs(probing: Probing, given: Sequence[str], listings: Sequence[Listing]) -> Iterator[str]:
    """Yield a sentence for each name or glob of the settings that fits no tool; not for those of `--arg` (`given`)."""
    tools = [tool.name for listing in listings for tool in listing.tools]
    told = {tool_and_argument(text)[0] for text in given}
    named = {"--tool": probing.tools, "--allow": probing.allow, "--deny": probing.deny}
    named["arguments for"] = tuple(pattern for pattern in probing.args if pattern not in told)
    for option, patterns in named.items() if tools else ():
        for pattern in patterns:
            if not any(tool == pattern or fnmatchcase(tool, pattern) for tool in tools):
                yield f"{option} {pattern} has no effect: no tool is called so{_near(pattern, tools)}"


def _near(name: str, known: Sequence[str]) -> str:
    near = closest(name, known)
    return f"; did you mean {near}?" if near else ""
