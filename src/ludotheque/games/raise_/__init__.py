"""Raise: rules, words, equipment and rulings."""
