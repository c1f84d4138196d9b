"""Rolit Junior: rules, words, equipment and rulings."""
