"""Two-player Pig, the sixth game: it lives here to show what adding a game takes."""
