"""Commands and their help: what may follow `--` in the usage line, and no names of Python types."""

from typing import Any

from typer.core import TyperCommand, TyperGroup


class Command(TyperCommand):
    """A command."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for argument in _arguments(self):
            # newer versions of typer write the type beside the name, which says as much: `<list[Path]>`
            vars(argument)["display_type_rich"] = _no_type

    def get_help_option(self, ctx: Any) -> Any:
        """Return --help, without `<bool>` beside it."""
        return _plain(super().get_help_option(ctx))

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the framework's
        """Return the words of the usage line, written the same by every version of typer."""
        return ["[OPTIONS]", *map(_usage, _arguments(self))]


class StartsServers(Command):
    """A command whose usage line also names what may follow `--`, which is taken off before options are read."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the words of the usage line."""
        return [*super().collect_usage_pieces(ctx), "[-- COMMAND ARG...]"]


class Group(TyperGroup):
    """All commands under one name."""

    def get_help_option(self, ctx: Any) -> Any:
        """Return --help, without `<bool>` beside it."""
        return _plain(super().get_help_option(ctx))


def _arguments(command: TyperCommand) -> list[Any]:
    return [parameter for parameter in command.params if parameter.param_type_name == "argument"]


def _usage(argument: Any) -> str:
    name = argument.metavar or argument.name.upper()
    return (name if argument.required else f"[{name}]") + ("..." if argument.nargs != 1 else "")


def _no_type(ctx: Any) -> None:
    """Say nothing."""


def _plain(option: Any) -> Any:
    if option is not None:
        option.metavar = ""
    return option
