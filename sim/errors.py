"""What can go wrong, told to the user in one sentence: what was wrong, where, what to do."""

from __future__ import annotations


class BazasError(Exception):
    """A failure that the command line reports as one sentence; `exit_code` is the exit status."""

    exit_code = 1


class UsageError(BazasError):
    """Wrong use: an unknown name, an impossible value, an option that does not fit."""

    exit_code = 2


class StrategyError(BazasError):
    """A strategy that cannot be used, or that broke the rules or raised while it played."""


class RunError(BazasError):
    """A run folder that cannot be written, read or resumed."""
