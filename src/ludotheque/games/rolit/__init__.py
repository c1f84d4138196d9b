"""Rolit Junior: rules, words, equipment and rulings."""

SHELF = 2  # its place on the shelf, where the easiest come first
AGE = 4  # from which one can play, by its sheet
STARTER = True  # one to begin with
