"""The tables online: HTTP, sockets, the database and the bots' processes."""
