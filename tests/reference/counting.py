"""Who has won: the count after a hand, the check in the vueltas hand, and the next mano."""

from typing import NamedTuple

from .switches import Switches

ENOUGH = 101
THIRTY = 30
ULTIMAS = 10

Pair = tuple[int, int]


class Outcome(NamedTuple):
    """The side that has won the game, and how (one of `trace.DECIDED`)."""

    side: int
    decided: str


def has_101(total: int) -> bool:
    """Say whether a side's points win a game (1, Game)."""
    return total >= ENOUGH


def has_thirty(without_cantes: int) -> bool:
    """Say whether a side has 30 points from cards and últimas together (2, switch "30 rule")."""
    return without_cantes >= THIRTY


def count_first_hand(rules: Switches, totals: Pair, without_cantes: Pair, last_side: int) -> Outcome | None:
    """Decide the game after a first hand that was played out; None means vueltas (1, Game).

    `without_cantes` are cards and últimas; `last_side` won the last trick.
    """
    at_101 = [side for side in (0, 1) if has_101(totals[side])]
    if len(at_101) == 2:
        return count_both_at_101(rules, without_cantes, last_side)
    if len(at_101) == 1:
        return count_one_at_101(rules, without_cantes, at_101[0])
    return None


def count_one_at_101(rules: Switches, without_cantes: Pair, side: int) -> Outcome | None:
    """Decide where one side alone has 101 (2, switch "30 rule").

    A side short of 30 leaves the other at least 101, so `needed` never bites here; it is said all the same.
    """
    if rules.thirty == "needed" and not has_thirty(without_cantes[side]):
        return None
    return Outcome(side, "hand")


def count_both_at_101(rules: Switches, without_cantes: Pair, last_side: int) -> Outcome | None:
    """Decide where both sides have 101 after a first hand (2, switches "30 rule" and "both sides at 101")."""
    if rules.thirty == "off":
        return Outcome(last_side, "last_trick")
    if rules.thirty == "needed" and rules.both_101 == "thirty_or_vueltas":
        return Outcome(last_side, "last_trick") if has_thirty(without_cantes[last_side]) else None
    for side in (0, 1):
        if not has_thirty(without_cantes[side]):
            return Outcome(1 - side, "thirty")
    return Outcome(last_side, "last_trick")


def check_at_once(rules: Switches, totals: Pair, trick_side: int) -> Outcome | None:
    """Stop a vueltas hand if the side that won the last trick stands at 101 (2, switch "vueltas end")."""
    if rules.vueltas_end == "at_once" and has_101(totals[trick_side]):
        return Outcome(trick_side, "vueltas")
    return None


def judge_claim(totals: Pair, side: int) -> Outcome:
    """Decide the game after a claim of 101 by a side (2, switch "vueltas end")."""
    if has_101(totals[side]):
        return Outcome(side, "claim")
    return Outcome(1 - side, "false_claim")


def count_vueltas(rules: Switches, totals: Pair, last_side: int) -> Outcome:
    """Decide a vueltas hand that was played out (2, switch "vueltas end").

    Stopped at once, the last trick is one more check. Otherwise nobody claimed, and the count is that of a
    first hand without the 30 rule. Some side has 101, as the two hands give out 260 points and more.
    """
    stopped = check_at_once(rules, totals, last_side)
    if stopped:
        return stopped
    if has_101(totals[0]) and has_101(totals[1]):
        return Outcome(last_side, "last_trick")
    return Outcome(0 if has_101(totals[0]) else 1, "hand")


def next_mano(rules: Switches, mano: int, last_winner: int | None) -> int:
    """Return the mano of the next hand (2, switch "mano of the next hand").

    `last_winner` won the last finished trick; where no trick was finished, the mano moves one seat on.
    """
    if rules.mano_next == "after_mano" or last_winner is None:
        return (mano + 1) % rules.players
    return (last_winner + 1) % rules.players
