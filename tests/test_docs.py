"""What the documentation says is so: pages are fresh, examples run, links lead somewhere."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest
from every import OURS

import ludotheque
from ludotheque import load
from ludotheque.words.messages import LANGUAGES, catalogue
from ludotheque.words.rulebook import rules_page

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]


@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_the_examples_of_a_page_run(page: str) -> None:
    results = doctest.testfile(str(ROOT / page), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0


def test_the_package_docstring_plays() -> None:
    results = doctest.testmod(ludotheque)
    assert results.attempted
    assert results.failed == 0


def test_the_examples_of_the_protocol_are_sentences_of_the_catalogues() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    keys = re.findall(r'"key": "([^"]+)"', page)
    assert keys
    for lang in LANGUAGES:
        assert set(keys) <= set(catalogue(lang))


def test_the_pages_of_the_games_are_up_to_date() -> None:
    script = [sys.executable, str(ROOT / "scripts" / "docs.py"), "--check"]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), f"make docs\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_every_rules_page_is_whole(name: str, lang: str) -> None:
    game = load(name)
    page = rules_page(game, lang)
    assert "{{" not in page
    for ruling in game.rulings:
        assert f"| {ruling.id} |" in page
    for option in game.options:
        assert f"`{option}`" in page
    credits = {"fr": "## Crédits", "en": "## Credits"}[lang]
    example = {"fr": "exemple", "en": "example"}[lang]
    assert credits in page
    assert re.search(rf"^###? .*{example}", page, re.M | re.I)
    if game.provenance == "assumed":
        assert {"fr": "suppos", "en": "assumed"}[lang] in page


def test_the_page_on_adding_a_game_has_its_ten_steps() -> None:
    text = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\d+)\. ", text, re.M) == [str(n) for n in range(1, 11)]
