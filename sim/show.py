"""One game, told trick by trick: on a screen with `Story.render`, as an object with `Story.as_dict`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from bazas.sim import defaults
from bazas.sim.errors import UsageError
from bazas.sim.page import Page
from bazas.sim.page_lines import print_lines
from bazas.sim.rules import guinote
from bazas.sim.spec import players_at, seats_of
from bazas.sim.tarneeb.rules import TarneebRules
from bazas.sim.tricks import Hand, Pair, read_hands

if TYPE_CHECKING:
    from rich.console import Console

    from bazas.sim.player import Player
    from bazas.sim.rules import Rules
    from bazas.sim.script_statements import Script
    from bazas.sim.switches import RuleSet
    from bazas.sim.tracing import Trace

    P = TypeVar("P", bound=Player)

HANDS = ("first", "vueltas", "both")
"""What `Story.render` can be asked to draw."""


@dataclass(frozen=True)
class Story:
    """A game as it was played: `strategies` one label per seat, `switches` the rules in full.

    A scripted game has a title and an explanation (paragraphs with an empty line between two), and no number.
    `match`: the match that the game belongs to, where matches are played. `script`: the one that the game follows.
    """

    game: int | None
    seed: int
    rules: str
    switches: dict[str, Any]
    strategies: tuple[str, ...]
    hands: tuple[Hand, ...]
    title: str | None = None
    explanation: str | None = None
    match: int | None = None
    script: Script | None = None

    @property
    def winner(self) -> int | None:
        """The side that won: 0 for a, 1 for b."""
        return self.hands[-1].winner

    @property
    def decided(self) -> str | None:
        """How the game was decided, as in the column of that name."""
        return self.hands[-1].decided

    @property
    def points(self) -> Pair:
        """The score at the end."""
        return self.hands[-1].score

    @property
    def name(self) -> str:
        """What the game is called: its number, after that of its match, or the script's title."""
        if self.title is not None:
            return f"{self.title!r}"
        return f"game {self.game}" if self.match is None else f"match {self.match}, game {self.game}"

    def as_dict(self) -> dict[str, Any]:
        """The game as `--json` prints it: seats and sides as numbers, cards as short codes, suits by name."""
        return {
            "title": self.title,
            "explanation": self.explanation,
            "match": self.match,
            "game": self.game,
            "seed": self.seed,
            "rules": self.rules,
            "switches": self.switches,
            "strategies": list(self.strategies),
            "hands": [hand.as_dict() for hand in self.hands],
            "winner": self.winner,
            "decided": self.decided,
            "points": list(self.points),
        }

    def render(self, console: Console, *, ascii: bool = False, hand: str = "both", rest: bool = False) -> None:
        """Draw the game on a console of rich, 80 columns wide or more.

        `ascii`: without colour, accents and drawn lines; so too on a console that cannot show them. `hand` chooses
        the first hand, the vueltas or both. `rest`: also what a script leaves out, before its section and after its
        end; a hand that is chosen by name is drawn in any case, and to its end where the script has no section for
        it. Raises UsageError for another word, and for the vueltas of a game that was won in one hand.
        """
        if hand not in HANDS:
            raise UsageError(f"hand cannot be {hand!r}: choose one of {', '.join(HANDS)}")
        if hand == "vueltas" and not self.hands[1:]:
            raise UsageError(f"{self.name} has no vueltas: it was won in the first hand")
        print_lines(console, Page(self, console.width, rest).lines(hand), ascii)


def show(
    strategy: str | Player | None = None,
    game: int | None = None,
    *,
    match: int | None = None,
    seed: int | None = None,
    rules: str | RuleSet | None = None,
    rule: Sequence[str] = (),
    vs: str | Player | None = None,
    seats: str | Sequence[str | Player] | None = None,
    script: str | Path | None = None,
) -> Story | Any:
    """Play a game and tell it: number `game` (default: 0) of a run or of a match in one, or what a script tells.

    It is told by the `Story` of its game: the one of this module, or that of `bazas.sim.tarneeb.show`.

    `strategy` (default: careful) plays side a, and side b too unless `vs` does; or `seats` names the strategy of each
    seat, in their order. `match`: the match of a run of matches that the game belongs to. `seed` and `rules` are those
    of a run unless given; `rule` changes switches, as `deck=48`. `script`: a file of `bazas.sim.script` or of
    `bazas.sim.tarneeb.script`; only `strategy` may stand beside it, instead of the one that answers what the script
    leaves open.

    Raises UsageError for names and numbers that do not fit and for a script that does not hold, StrategyError where a
    strategy fails.
    """
    if script is not None:
        given = {
            "game": game,
            "match": match,
            "seed": seed,
            "rules": rules,
            "rule": rule or None,
            "vs": vs,
            "seats": seats,
        }
        return _scripted(script, strategy, [name for name, value in given.items() if value is not None])
    from bazas.sim.sheets import rules_of
    from bazas.sim.spec import MAX_GAMES, Arm, Spec
    from bazas.sim.tracing import trace_game

    game = 0 if game is None else game
    seed = defaults.SEED if seed is None else seed
    for unit, number in (("game", game), ("match", match or 0)):
        if not 0 <= number < MAX_GAMES:
            many = "matches" if unit == "match" else "games"
            raise UsageError(f"{unit} {number} is out of range: {many} are numbered from 0 to {MAX_GAMES - 1}")
    sheet = rules_of(defaults.RULES if rules is None else rules, rule)
    players = players_at(sheet, defaults.chosen(strategy, seats), vs, seats)
    spec = Spec("show", sheet, seed, (Arm(players),), matches=match is not None)
    if isinstance(sheet, TarneebRules):
        from bazas.sim.tarneeb.show import show as show_tarneeb

        return show_tarneeb(spec, game)
    trace = trace_game(spec, 0, *((game,) if match is None else (match, game)))
    story = _story(game, seed, guinote(sheet), [player.label for player in players], trace)
    return replace(story, match=match)


def _story(game: int | None, seed: int, rules: Rules, strategies: Sequence[str], trace: Trace) -> Story:
    from bazas.sim.sheets import rules_name

    hands = tuple(read_hands(trace.events, rules.twenty_named))
    return Story(game, seed, rules_name(rules), rules.as_dict(), tuple(strategies), hands)


def _scripted(path: str | Path, strategy: str | Player | None, given: Sequence[str]) -> Story | Any:
    """The story of a script; `given`: what was said beside it and makes no sense there."""
    if given:
        raise UsageError(f"a script says by itself what is played: give it without {' and '.join(given)}")
    from bazas.sim.rule_files import read_some
    from bazas.sim.script_text import game_of
    from bazas.sim.strategy import Strategy
    from bazas.sim.tarneeb.strategy import TarneebStrategy

    file = Path(path)
    content = read_some(file)
    if game_of(file, content) is TarneebRules.GAME:
        from bazas.sim.tarneeb.show import show_script

        return show_script(file, content, _fitting(strategy, TarneebStrategy))
    from bazas.sim.script import read_script
    from bazas.sim.script_player import play_script

    played = play_script(read_script(file, content), _fitting(strategy, Strategy))
    script = played.script
    strategies = [played.strategy.label] * script.rules.players
    story = _story(None, script.seed, script.rules, strategies, played.trace)
    return replace(story, title=script.title, explanation=script.explanation, script=script)


def _fitting(strategy: str | Player | None, kind: type[P]) -> str | P | None:
    """The strategy that answers what a script leaves open; raises UsageError for one of another game."""
    if strategy is None or isinstance(strategy, str):
        return strategy
    (player,) = seats_of(1, strategy, kind=kind)
    assert isinstance(player, kind)
    return player
