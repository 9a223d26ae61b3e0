"""Tarneeb: rules, strategies, how its rounds are played, stored and told."""
