"""Who speaks: the sentences of the catalogues, numbers in words, the rulebooks."""
