"""La Bonne Main: rules, words, equipment and rulings."""

SHELF = 5  # its place on the shelf
