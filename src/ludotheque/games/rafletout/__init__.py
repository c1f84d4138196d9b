"""Rafletout: rules, words, equipment and rulings."""

SHELF = 4  # its place on the shelf, where the easiest come first
AGE = 8  # from which one can play, in our opinion
