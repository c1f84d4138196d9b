"""Tables without a server: the same requests, answered on the device of whoever plays.

Nothing here needs more than the standard library, so that it runs in a browser; what is kept is
kept by a `Store`, which a page has in its database.  All people at such a table share a screen.
"""

from __future__ import annotations
