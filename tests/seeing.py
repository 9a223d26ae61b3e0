"""What everybody at the table sees of a hand, told from its events alone."""

from __future__ import annotations

from typing import Any

from bazas.kernels.cards import DECKS, REY, SOTA
from bazas.kernels.records import MAX_SEATS, MAX_TWENTIES, NONE
from bazas.sim.rules import Rules
from reference.cards import card_of, card_points, full_deck
from reference.tricks import Play, legal_cards, winning_play
from tracing import QUESTIONS, Event

CODES = {card_of(code): code for code in range(64) if DECKS[48] >> code & 1}


class Table:
    """What everybody at the table has seen; `hands`, and the suits in `secret`, are what nobody has."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.points, self.carried, self.vueltas = rules, (0, 0), (0, 0), -1

    def see(self, event: Event) -> None:
        kind, seat, value, legal, *points = event
        self.points = (points[0], points[1])
        getattr(self, f"_{kind}")(seat, value, legal)

    def _hand(self, seat: int, value: int, legal: int) -> None:
        players = self.rules.players
        self.vueltas += 1
        self.carried = self.points
        self.mano = self.leader = seat
        self.muestra, self.trumps = value, value >> 4
        self.stock = self.rules.deck - 6 * players
        self.tricks = self.stock // players + 6
        self.trick, self.winner, self.after_draw = 1, NONE, 0
        self.table: list[Play] = []
        self.leaders: list[int] = []
        self.plays: list[int] = []
        self.won = [0, 0]
        self.sung, self.cantes, self.chained = 0, 0, 0
        self.hands, self.played, self.holds, self.cannot = ([0] * MAX_SEATS for _ in range(4))
        self.secret: list[list[tuple[int, int]]] = [[] for _ in range(MAX_SEATS)]  # suits that were not named, tricks

    def _dealt(self, seat: int, value: int, legal: int) -> None:
        self.hands[seat] = legal

    def _play(self, seat: int, value: int, legal: int) -> None:
        if self.winner != NONE:  # the lead of another trick
            self.leader, self.winner, self.after_draw, self.cantes, self.table = self.winner, NONE, 0, 0, []
            self.trick += 1
        if self.stock == 0:
            self.cannot[seat] |= self._ruled_out(seat, value)
        self.table.append(Play(seat, card_of(value)))
        self.plays.append(value)
        for cards in (self.hands, self.holds):
            cards[seat] &= ~(1 << value)
        self.played[seat] |= 1 << value

    def _ruled_out(self, seat: int, card: int) -> int:
        """Cards that a seat does not hold, since with any of them the card that it played would have been illegal."""
        trumps, played, mask = card_of(self.trumps << 4).suit, card_of(card), 0
        for other in full_deck(self.rules.deck):
            if other != played and played not in legal_cards(seat, {played, other}, self.table, trumps, True):
                mask |= 1 << CODES[other]
        return mask

    def _trick(self, seat: int, value: int, legal: int) -> None:
        self.winner = seat
        self.won[seat & 1] += 1
        self.leaders.append(self.leader)

    def _last(self, seat: int, value: int, legal: int) -> None:
        pass

    _withheld = _tute = _claim = _end = _last

    def _draw(self, seat: int, value: int, legal: int) -> None:
        if self.stock % self.rules.players == 0:
            self.after_draw = 1
        self.stock -= 1
        self.hands[seat] |= 1 << value
        if self.stock == 0:
            self.holds[seat] |= 1 << value

    def _swap(self, seat: int, value: int, legal: int) -> None:
        if value:
            self.hands[seat] ^= legal
            self.holds[seat] |= 1 << self.muestra
            self.muestra = (legal & ~(1 << self.muestra)).bit_length() - 1
            self.chained = 1

    def _sing(self, seat: int, value: int, legal: int) -> None:
        if value < 0:
            return
        self.cantes += 1
        if self.names(value):
            self.sung |= 1 << value
            self.holds[seat] |= self.hands[seat] & (1 << REY | 1 << SOTA) << 16 * value
        else:
            self.secret[seat].append((value, self.trick))

    def names(self, suit: int) -> bool:
        """Whether the suit of a cante sung now is named."""
        return self.rules.twenty_named or suit == self.trumps or self.stock > 0

    def as_seen(self, asked: Event) -> dict[str, Any]:
        """Every public field of the view at a question, with lists cut to what was played."""
        kind, seat, _, legal, *_ = asked
        leads = self.winner != NONE and kind == "play"
        between = kind != "play"
        table = [] if leads else self.table
        best = winning_play(table, card_of(self.trumps << 4).suit) if table else None
        return {
            "seat": seat,
            "question": QUESTIONS.index(kind),
            "hand": self.hands[seat],
            "legal": legal,
            "rules": self.rules.record().tolist(),
            "players": self.rules.players,
            "after_draw": self.after_draw * between,
            "trick": self.trick + leads,
            "tricks": self.tricks,
            "vueltas": self.vueltas,
            "mano": self.mano,
            "deck": DECKS[self.rules.deck],
            "stock": self.stock,
            "muestra": self.muestra,
            "trumps": self.trumps,
            "leader": self.winner if leads else self.leader,
            "led": CODES[table[0].card] >> 4 if table else NONE,
            "best": CODES[best.card] if best else NONE,
            "winner": best.seat if best else NONE,
            "worth": card_points(play.card for play in table),
            "points": list(self.points),
            "carried": list(self.carried),
            "won": self.won,
            "sung": self.sung | sum(1 << suit for suit, _ in self.secret[seat]),
            "cantes": self.cantes * between,
            "chained": self.chained,
            "played": self.played,
            "holds": self.holds,
            "cannot": self.cannot,
            "unnamed": [len(songs) for songs in self.secret],
            "unnamed_tricks": [
                ([trick for _, trick in songs] + [0] * MAX_TWENTIES)[:MAX_TWENTIES] for songs in self.secret
            ],
            "table": [CODES[play.card] for play in table],
            "leaders": self.leaders,
            "plays": self.plays,
        } | ({} if between else {"position": len(table)})
