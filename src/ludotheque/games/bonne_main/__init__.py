"""La Bonne Main: rules, words, equipment and rulings."""
