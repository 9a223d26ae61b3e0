"""Compiled with Numba: cards, legality, the hand loop, scoring, sampling, the solver. No I/O here."""
