"""Rafletout: rules, words, equipment and rulings."""
