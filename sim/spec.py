"""What a run plays: rules, strategies seat by seat, seed. Two runs of one identity give the same rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bazas.kernels.compiling import kernel_hash, package_version
from bazas.sim.errors import UsageError
from bazas.sim.player import Player
from bazas.sim.strategy import Strategy, strategy
from bazas.sim.switches import RuleSet

if TYPE_CHECKING:
    from bazas.sim.games import Game

MAX_SEED = 2**63 - 1
MAX_GAMES = 2**62


@dataclass(frozen=True)
class Arm:
    """One way to play every game of a run: a strategy for each seat, what a study changes, the rules.

    `variation`: one of those that the rules know (`RuleSet.VARIATIONS`). `rules`: those of the run where it is None.
    """

    strategies: tuple[Player, ...]
    variation: str = "none"
    rules: RuleSet | None = None

    def as_dict(self) -> dict[str, Any]:
        """Strategies with parameters and the hash of their source, what is changed, rules of its own."""
        return {
            "strategies": [
                {"name": s.name, "parameters": parameters_of(s), "source_hash": s.source_hash()}
                for s in self.strategies
            ],
            "variation": self.variation,
            "rules": None if self.rules is None else self.rules.as_dict(),
        }


@dataclass(frozen=True)
class Spec:
    """The specification of a run: the command, the rules, the seed, and one or more arms on the same deals.

    A run plays units one after another: games, or with `matches` whole matches, then in one arm only, or with `deals`
    only the first hand of each game. `plays`, `hands`: store the cards in order of play, and the hands as dealt. Raises
    UsageError for arms that do not fit the rules and for a seed out of range.
    """

    command: str
    rules: RuleSet
    seed: int
    arms: tuple[Arm, ...]
    plays: bool = False
    hands: bool = False
    matches: bool = False
    deals: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= MAX_SEED:
            raise UsageError(f"seed {self.seed} is out of range: choose 0 to {MAX_SEED}")
        if not self.arms:
            raise UsageError("a run needs at least one arm")
        if self.matches and (len(self.arms) > 1 or self.arms[0].rules is not None):
            raise UsageError("a run of matches has one arm, by the rules of the run: play games to compare arms")
        for unit, possible in (("matches", self.rules.has_matches), ("deals", self.rules.has_deals)):
            if self.unit == unit and not possible:
                raise UsageError(f"no {unit} are played by these rules: count games")
        for arm in self.arms:
            players = self.rules_of(arm).players
            if len(arm.strategies) != players:
                raise UsageError(f"{len(arm.strategies)} strategies for {players} seats: name one for each seat")
            if arm.variation not in self.rules.VARIATIONS:
                known = ", ".join(self.rules.VARIATIONS)
                raise UsageError(f"variation cannot be {arm.variation!r}: choose one of {known}")

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.rules.GAME

    @property
    def unit(self) -> str:
        """What a run counts: "games", "matches" or "deals"."""
        return "matches" if self.matches else "deals" if self.deals else "games"

    @property
    def longest(self) -> int:
        """Games of a unit at most."""
        return self.rules.longest_match if self.matches else 1

    def rules_of(self, arm: Arm) -> RuleSet:
        """The rules of an arm."""
        return self.rules if arm.rules is None else arm.rules

    def identity(self) -> dict[str, Any]:
        """All that the rows depend on but the number of units, JSON-able: equal identities, equal rows."""
        return {
            "game": self.game.name,
            "command": self.command,
            "bazas": package_version(),
            "rules": self.rules.as_dict(),
            "arms": [arm.as_dict() for arm in self.arms],
            "seed": self.seed,
            "kernel_hash": kernel_hash(),
            "plays": self.plays,
            "hands": self.hands,
            "unit": self.unit,
        }


def parameters_of(chosen: Player) -> dict[str, int]:
    """Every parameter of a strategy with its value."""
    return {p.name: chosen.values.get(p.name, p.default) for p in chosen.parameters}


def players_at(
    rules: RuleSet,
    a: str | Player | None = None,
    b: str | Player | None = None,
    seats: str | Sequence[str | Player] | None = None,
) -> tuple[Player, ...]:
    """A strategy for each seat at the table of some rules: `seats_of` with the strategies of their game."""
    return seats_of(rules.players, a, b, seats, kind=rules.GAME.strategies)


def seats_of(
    players: int,
    a: str | Player | None = None,
    b: str | Player | None = None,
    seats: str | Sequence[str | Player] | None = None,
    *,
    kind: type[Player] = Strategy,
) -> tuple[Player, ...]:
    """A strategy for each seat: `a` for side a and `b` (else `a` too) for side b, or all `seats` one by one.

    Names as `bazas.sim.strategy.strategy` takes them, of strategies of the class `kind`; `seats` may be one text with
    commas. Raises UsageError where both ways are used, or neither, or the number of seats is wrong.
    """
    if seats is not None:
        if a is not None or b is not None:
            raise UsageError("seats name every player: give either seats, or strategy with or without vs")
        chosen = split_seats(seats) if isinstance(seats, str) else list(seats)
        if len(chosen) != players:
            raise UsageError(f"seats name {len(chosen)} strategies for a table of {players}: name one for each seat")
        return tuple(_strategy(one, kind) for one in chosen)
    if a is None:
        raise UsageError("no strategy chosen: name one with strategy, or all with seats")
    sides = _strategy(a, kind), _strategy(a if b is None else b, kind)
    return tuple(sides[seat & 1] for seat in range(players))


def split_seats(text: str) -> list[str]:
    """The strategies of a list with commas, as in parameters: `careful:draw_from=3,draw_all=0,random` names two."""
    chosen: list[str] = []
    for part in text.split(","):
        if chosen and "=" in part and ":" not in part:
            chosen[-1] += f",{part}"
        else:
            chosen.append(part.strip())
    return chosen


def _strategy(chosen: str | Player, kind: type[Player]) -> Player:
    if isinstance(chosen, str):
        return strategy(chosen, kind)
    if not isinstance(chosen, kind):
        raise UsageError(f"{chosen.label} plays {chosen.GAME.title}, not {kind.GAME.title}: choose rules of that game")
    return chosen
