"""Tables as logs: what happens at a table, what each seat may see of it, and its evidence.

Nothing here reads a file, a clock or a socket; the server does, and `ludotheque verify`
needs no server.
"""

from __future__ import annotations
