"""Playing in a terminal, line by line: works with a keyboard, a pipe or a screen reader."""
