"""Raise: rules, words, equipment and rulings."""

SHELF = 5  # its place on the shelf, where the easiest come first
AGE = 10  # from which one can play, by its box
