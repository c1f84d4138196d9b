"""Quitte ou Quinze: rules, words, equipment and rulings."""

SHELF = 1  # its place on the shelf, where the easiest come first
AGE = 7  # from which one can play, in our opinion
STARTER = True  # one to begin with
