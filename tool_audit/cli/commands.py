"""Commands and their help: what may follow `--` in the usage line, no names of Python types, imported when wanted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

import typer
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A command as the list of all shows it: the module of this folder that holds it, and its first sentence."""

    module: str
    told: str
    kind: type[Command] = Command


class Commands(Mapping[str, TyperCommand]):
    """Name -> command, whose module is imported when the command is asked for: most of them take their time."""

    def __init__(self, listed: Mapping[str, Listed]) -> None:
        self.listed = listed

    def __getitem__(self, name: str) -> TyperCommand:
        """Return the command itself. Raises KeyError."""
        entry = self.listed[name]
        found = getattr(import_module(f"{__package__}.{entry.module}"), name)
        if isinstance(found, typer.Typer):  # a group of its own
            return cast("TyperCommand", typer.main.get_command(found))
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        alone.command(name, cls=entry.kind)(found)
        return cast("TyperCommand", typer.main.get_command(alone))

    def __iter__(self) -> Iterator[str]:
        """Yield the names in the order of the list."""
        return iter(self.listed)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.listed)


def group_of(listed: Mapping[str, Listed]) -> type[TyperGroup]:
    """Return the class of a group of these commands."""

    class Group(TyperGroup):
        """All commands under one name."""

        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            every: Any = Commands(listed)
            self.commands = every

        def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the framework's
            """Return the names in the order of the list."""
            return list(listed)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - the framework's
            """Return what the list of commands shows of one; None where there is none of this name."""
            entry = listed.get(cmd_name)
            return None if entry is None else Command(cmd_name, help=entry.told)

        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            """Return the name, the command itself and the words behind it."""
            name, found, rest = super().resolve_command(ctx, args)
            return name, found if name is None else self.commands[name], rest

        def get_help_option(self, ctx: Any) -> Any:
            """Return --help, without `<bool>` beside it."""
            return _plain(super().get_help_option(ctx))

    return Group


class Inner(TyperGroup):
    """A command that is a group of commands."""

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
