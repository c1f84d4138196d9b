"""A browser to test with: one that is installed here, else a sentence."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
SENTENCE = "No browser was found: install chromium or Google Chrome, then run the tests again."


class NoBrowser(Exception):
    """None of the browsers that Playwright can drive is installed."""


def browser_path() -> str:
    """Find the browser's file."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise NoBrowser(SENTENCE)
    return found
