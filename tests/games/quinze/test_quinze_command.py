"""Options that do not go together, as a person would type them."""

from __future__ import annotations

import pytest
from commands import Run

from ludotheque.words.messages import LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_options_that_never_end_together_are_one_sentence(run: Run, lang: str) -> None:
    words = ("play", "quinze", "--option", "max_passes=1", "--option", "cards=1-3")
    done = run(*words, "--lang", lang)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "additionnez les points" in done.err or "let points add up" in done.err
    other = run(*words, "--lang", "en" if lang == "fr" else "fr")
    assert other.err != done.err
