"""Rolit Junior: rules, words, equipment and rulings."""

SHELF = 3  # its place on the shelf
