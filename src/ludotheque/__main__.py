"""`python -m ludotheque` is the command line."""

from __future__ import annotations

from ludotheque.cli import main

main()
