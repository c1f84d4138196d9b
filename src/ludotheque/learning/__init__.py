"""Learning what positions are worth, from nothing: games against oneself, fitted to their ends."""
