"""Every link within the repository leads to a file, and to a heading where it names one."""

import re
from pathlib import Path

import pytest
from docs.pages import PAGES
from docs.places import ROOT

EVERY = [*PAGES, ROOT / "ARCHITECTURE.md", ROOT / "CHANGELOG.md"]


def without_code(text):
    return re.sub(r"(?ms)^(```+).*?^\1$", "", text)


def anchors_of(page):
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.+)$", without_code(page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links_in(page):
    found = re.findall(r"\]\(([^)\s]+)\)", without_code(page.read_text(encoding="utf-8")))
    return [link for link in found if "://" not in link]


@pytest.mark.parametrize("page", EVERY, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    wrong = []
    for link in links_in(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors_of(target)):
            wrong.append(link)
    assert wrong == []


def test_every_page_is_reached_from_the_readme():
    seen, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page: Path = waiting.pop()
        seen.add(page)
        linked = [(page.parent / link.partition("#")[0]).resolve() for link in links_in(page)]
        waiting += [each for each in linked if each.suffix == ".md" and each.is_file() and each not in seen]
    assert set(PAGES) <= seen
