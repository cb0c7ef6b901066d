"""Installed servers and their audits, shared by all workers of a run."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from audits import Audit, over_stdio, read_audit, run_audit
from servers import installed, only_one

_SLOW = ("--call-timeout=20s", "--max-calls=25")
OPTIONS = {"code-review-graph-2.3.7": _SLOW, "code-review-graph-2.3.9": _SLOW}


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this run see."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "real-audits"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def audit_of(shared_folder: Path) -> Callable[[str], Audit]:
    """The audit of a server by its name, made by whichever test asks first."""

    def audit_of(name: str) -> Audit:
        folder = shared_folder / name
        with only_one(shared_folder / f"{name}.lock"):
            if not (folder / "result.json").exists():
                server = installed(name)
                run_audit(folder, over_stdio(server), OPTIONS.get(name, ()), server.data)
        return read_audit(folder)

    return audit_of
