"""The built-in strategies of Tarneeb."""
