"""La Bonne Main: rules, words, equipment and rulings."""

SHELF = 3  # its place on the shelf, where the easiest come first
AGE = 7  # from which one can play, in our opinion
