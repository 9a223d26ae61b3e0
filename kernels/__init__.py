"""Compiled with Numba: cards, legality, the hand loop, scoring. No I/O here."""
