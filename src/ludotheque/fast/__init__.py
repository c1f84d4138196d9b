"""Many games at compiled speed: what needs NumPy and Numba."""
