"""Raise: rules, words, equipment and rulings."""

SHELF = 2  # its place on the shelf
