"""Exact values, where a game can be solved."""
