"""`ludotheque` and `python -m ludotheque`: the command line."""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it without a word while it is still being loaded."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from ludotheque.cli import main as run

    if "serve" not in sys.argv:  # which loads much more, and then listens itself
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


if __name__ == "__main__":
    main()
