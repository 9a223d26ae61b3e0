"""Scripts for tests: games written down with all that can be said of them, and what would be false instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bazas.kernels.cards import DECKS
from bazas.kernels.records import DECIDED
from bazas.sim.notation import SUITS, card_short, cards_of
from bazas.sim.playing import Array
from bazas.sim.rules import Rules
from bazas.sim.script_player import Played
from bazas.sim.script_statements import (
    CHECKS,
    Asked,
    End,
    Holds,
    Legal,
    Mano,
    Score,
    Script,
    Statement,
    Wins,
)
from bazas.sim.sheets import rules_name
from bazas.sim.spec import Spec
from bazas.sim.tracing import Trace
from bazas.sim.tricks import read_events
from tracing import Event


def written(events: Sequence[Event], rules: Rules) -> str:
    """The script of a game that says every card, every answer and every check at each of its places.

    A renuncio must be a card that was held, or a suit.
    """
    writer = _Writer(rules)
    for kind, seat, value, legal, a, b in events:
        writer.take(kind, seat, value, legal, (a, b))
    rules_line = rules_name(rules).replace(" with ", " ").replace(",", "")
    header = ["title: A whole game", f"rules: {rules_line}", f"mano: {events[0][1]}"]
    return "\n".join([*header, *writer.lines, ""])


def codes(cards: int) -> str:
    return " ".join(map(card_short, cards_of(cards)))


class _Writer:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.lines: list[str] = []
        self.held: dict[int, int] = {}
        self.laid: list[str] = []  # the cards of the trick on the table
        self.legal: list[str] = []
        self.drawn: list[str] = []
        self.asked: list[str] = []
        self.playing = True

    def take(self, kind: str, seat: int, value: int, legal: int, points: tuple[int, int]) -> None:
        score = f"score: {points[0]} {points[1]}"
        if kind == "hand":
            vueltas = any(line.startswith("[") for line in self.lines)
            self.lines += ["", "[vueltas]" if vueltas else "[first hand]"]
            self.lines += [f"muestra: {card_short(value)}", *([f"mano: {seat}"] if vueltas else [])]
            self.playing = True
        elif kind == "dealt":
            self.held[seat] = legal
            self.lines.append(f"seat {seat}: {codes(legal)}")
        elif kind == "play" or (kind == "renuncio" and (self.playing or legal == self.held[seat])):
            self.lead()
            self.laid.append(card_short(value))
            self.legal.append(f"legal {seat}: {codes(legal)}")
            self.held[seat] &= ~(1 << value)
        elif kind == "trick":
            self.close()
            self.lines.append(f"wins {seat}: {value}")
        elif kind == "last":
            self.lines.append(score)
        elif kind == "draw":
            self.draw(seat, value)
        elif kind == "end":
            self.lead()
            self.close()
            winner = f"side {'ab'[seat]}, {DECIDED[value].replace('_', ' ')}" if seat >= 0 else "nobody"
            self.lines += [f"end: {winner}", score]
        else:
            self.ask("sing" if kind == "renuncio" else kind, seat, value, legal)
            self.lines.append(score)

    def lead(self) -> None:
        """The questions between two tricks are over."""
        if not self.playing:
            self.lines.append(f"asked: {', '.join(self.asked) or 'nobody'}")
            self.playing, self.asked = True, []

    def close(self) -> None:
        """The cards on the table, and what else could have been laid."""
        if self.laid:
            self.lines += ["", f"trick: {' '.join(self.laid)}", *self.legal]
        self.laid, self.legal, self.playing = [], [], False

    def draw(self, seat: int, card: int) -> None:
        self.drawn.append(card_short(card))
        self.held[seat] |= 1 << card
        if len(self.drawn) == self.rules.players:
            self.lines.append(f"draw: {' '.join(self.drawn)}")
            self.lines += [f"holds {seat}: {codes(self.held[seat])}" for seat in range(self.rules.players)]
            self.drawn = []

    def ask(self, kind: str, seat: int, value: int, legal: int) -> None:
        self.asked.append(f"{kind} {seat}")
        if kind == "sing":
            self.lines.append(f"sing {seat}: {SUITS[value] if value >= 0 else 'no'}")
        else:
            self.lines.append(f"{kind} {seat}: {'yes' if value else 'no'}")
        if kind == "swap" and value:
            self.held[seat] ^= legal


def events_of(played: Played) -> list[Event]:
    """The events of a scenario, as the tests of the kernel have them."""
    return [(e.kind, e.seat, e.value, e.legal, *e.score) for e in read_events(played.trace.events)]


def remembered(trace: Callable[..., Trace]) -> Callable[..., Trace]:
    """`bazas.sim.playing.trace_game` for scripts that are played over and over: each game is played once."""
    known: dict[Any, Trace] = {}

    def look_up(spec: Spec, arm: int, unit: int, *, mano: int, decks: Array, script: Sequence[int]) -> Trace:
        players = tuple(player.label for player in spec.arms[arm].strategies)
        key = spec.rules, spec.seed, players, mano, decks.tobytes(), tuple(script)
        if key not in known:
            known[key] = trace(spec, arm, unit, mano=mano, decks=decks, script=script)
        return known[key]

    return look_up


def checks(script: Script) -> list[Statement]:
    """The statements that only check."""
    return [
        told
        for section in script.sections
        for told in (section.statements if section is not None else ())
        if isinstance(told, CHECKS)
    ]


def falsified(script: Script, told: Statement) -> Iterator[Script]:
    """The script with this statement made false, in several ways."""
    for false in falsehoods(told, script.rules):
        first, vueltas = (
            section and replace(section, statements=tuple(false if one is told else one for one in section.statements))
            for section in script.sections
        )
        yield replace(script, sections=(first, vueltas))


def falsehoods(told: Statement, rules: Rules) -> list[Statement]:
    """What a true statement could have said instead."""
    other = (told.seat + 1) % rules.players if isinstance(told, Wins | Mano) else 0
    match told:
        case Wins():
            return [replace(told, seat=other), replace(told, points=told.points + 1)]
        case Legal() | Holds():
            missing = DECKS[rules.deck] & ~told.cards
            fewer, more = told.cards & (told.cards - 1), told.cards | missing & -missing
            return [replace(told, cards=cards) for cards in (fewer, more) if cards != told.cards]
        case Asked():
            added = replace(told, questions=(*told.questions, ("swap", 0)))
            return [added, replace(told, questions=told.questions[:-1])] if told.questions else [added]
        case Score():
            a, b = told.points
            return [replace(told, points=(a + 1, b)), replace(told, points=(a, b + 1))]
        case Mano():
            return [replace(told, seat=other)]
        case End():
            if told.side is None:
                return [replace(told, side=0, decided="hand")]
            how = DECIDED[(DECIDED.index(told.decided or "") + 1) % len(DECIDED)]
            return [replace(told, side=1 - told.side), replace(told, decided=how), End(told.line, None, None)]
    raise AssertionError(f"{told} does not check")
