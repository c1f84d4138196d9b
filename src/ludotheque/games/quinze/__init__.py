"""Quitte ou Quinze: rules, words, equipment and rulings."""
