"""A browser to test with: whichever is here, else Debian's, else a sentence."""

from __future__ import annotations

import os
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
SENTENCE = "No browser was found: install chromium or Google Chrome, then run the tests again."


def browser_path() -> str:
    """The browser's file; installed where that may be done."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update", "-qq"], ["install", "-y", "-qq", "chromium"]):
            subprocess.run(["apt-get", *words], env=quiet, capture_output=True, check=False)
        found = shutil.which("chromium")
    if found is None:
        raise AssertionError(SENTENCE)
    return found
