"""The plugin of pytest: the fixture `tool_audit`, and the tools of a configured target as test items.

Every run of pytest in its environment loads it: what it needs is imported where somebody asks for it.
"""

from __future__ import annotations

import secrets
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from tool_audit.pytest_plugin.asking import ToolAudit

OPTION: Final = "--tool-audit"
INI: Final = "tool_audit_targets"
FOLDER: Final = "tool_audit_folder"
"""What workers of pytest-xdist know the folder of answers by."""

_audits = pytest.StashKey["ToolAudit"]()
_folder = pytest.StashKey[Path]()
_collects = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what names the targets that become test items."""
    parser.getgroup("tool-audit").addoption(
        OPTION,
        action="append",
        metavar="TARGET",
        help="an MCP server to audit: a command (quoted), a URL or a configuration; "
        "each of its tools and groups of rules is a test",
    )
    parser.addini(INI, f"MCP servers to audit, each as for {OPTION}", type="linelist", default=[])


@pytest.fixture(scope="session")
def tool_audit(pytestconfig: pytest.Config) -> ToolAudit:
    """Audit an MCP server, once a session: `tool_audit(["python", "server.py"]).tools["search"].default.tokens`."""
    return _tool_audit(pytestconfig)


def pytest_configure(config: pytest.Config) -> None:
    """Collect targets that the command line names, and configured ones where it does not say what to collect."""
    everything = config.args_source is not config.ArgsSource.ARGS
    if not (config.getoption(OPTION) or (everything and config.getini(INI))):
        return
    config.stash[_collects] = True
    if config.inipath is None:
        config.pluginmanager.register(_WithoutFile())
    elif not any(_holds(config.invocation_params.dir / argument, config.inipath) for argument in config.args):
        # pytest before 9 collects nothing of a folder of which it is given a file, too
        config.args.append(str(config.inipath))


def _holds(path: Path, file: Path) -> bool:
    """Whether collecting a path comes upon the file by itself."""
    return path.is_dir() and file.is_relative_to(path.resolve())


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Name the targets."""
    return [f"tool-audit: {target}" for target in _targets(config)] if _collects in config.stash else []


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Ask what there is to collect before workers are started, so that a wrong configuration is told once."""
    if _collects not in session.config.stash or hasattr(session.config, "workerinput"):
        return
    from tool_audit.pytest_plugin.asked import NoAnswerError  # noqa: PLC0415 - see the head of this file

    audits = _tool_audit(session.config)
    for target in audits.configured:
        try:
            audits.listed(target)
        except NoAnswerError as error:
            if error.usage:
                raise pytest.UsageError(f"{OPTION} {target}: {error}") from None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Find the configured targets in the file that configures pytest."""
    if file_path != parent.config.inipath or not _targets(parent.config):
        return None
    return _Targets.from_parent(parent, path=file_path)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Let a worker of pytest-xdist put its answers where the others find them."""
    node.workerinput[FOLDER] = str(_folder_of(node.config))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Delete the answers; a worker leaves that to whoever started it."""
    folder = config.stash.get(_folder, None)
    if folder is not None and str(folder) != _given_folder(config):
        shutil.rmtree(folder, ignore_errors=True)


class _Targets(pytest.File):
    def collect(self) -> Iterator[pytest.Collector]:
        from tool_audit.pytest_plugin.items import Places, servers  # noqa: PLC0415 - see the head of this file

        if not any(isinstance(plugin, Places) for plugin in self.config.pluginmanager.get_plugins()):
            self.config.pluginmanager.register(Places())
        yield from servers(self, _tool_audit(self.config))


class _WithoutFile:
    """For a project that no file configures: the targets stand beside its files."""

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """Add them to what the session has found."""
        report = yield
        if isinstance(collector, pytest.Session) and report.passed:
            targets = _Targets.from_parent(collector, path=collector.path, name="tool-audit", nodeid="tool-audit")
            report.result.append(targets)
        return report


def _tool_audit(config: pytest.Config) -> ToolAudit:
    if _audits not in config.stash:
        from tool_audit.pytest_plugin.asking import ToolAudit  # noqa: PLC0415 - see the head of this file

        # a path on the command line is meant from where that was typed, one in a file from where that file is
        cwd = config.invocation_params.dir if config.getoption(OPTION) else config.rootpath
        _folder_of(config).mkdir(mode=0o700, parents=True, exist_ok=True)
        config.stash[_audits] = ToolAudit(_targets(config), cwd=cwd, root=config.rootpath, folder=_folder_of(config))
    return config.stash[_audits]


def _targets(config: pytest.Config) -> list[str]:
    return [*(config.getoption(OPTION) or config.getini(INI))]


def _folder_of(config: pytest.Config) -> Path:
    """Return a folder that is made only where something is asked, and that nobody else can have guessed."""
    if _folder not in config.stash:
        own = Path(tempfile.gettempdir(), f"tool-audit-{secrets.token_hex(8)}")
        config.stash[_folder] = Path(_given_folder(config) or own)
    return config.stash[_folder]


def _given_folder(config: pytest.Config) -> str | None:
    return getattr(config, "workerinput", {}).get(FOLDER)
