"""Rafletout: rules, words, equipment and rulings."""

SHELF = 1  # its place on the shelf
