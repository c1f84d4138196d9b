"""Quitte ou Quinze: rules, words, equipment and rulings."""

SHELF = 4  # its place on the shelf
