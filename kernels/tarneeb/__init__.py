"""Tarneeb: cards, auction, the round and its scoring, whole games, sampled worlds."""
