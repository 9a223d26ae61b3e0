"""The page of a told game of Tarneeb: hands, auction, a row for each trick, the account of each round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from bazas.sim.page_lines import LABEL, PageLines, all_hold
from bazas.sim.tarneeb.notation import SEATS, SIDES, SUITS, bid_name, card_name, card_short, cards_of
from bazas.sim.tarneeb.tricks import Round, Trick

if TYPE_CHECKING:
    from rich.text import Text

    from bazas.sim.tarneeb.show import Story

SUIT_STYLES = ("green", "yellow", "red", "bright_blue")
_LEGEND = "> leads, * wins; left: the tricks of North/South and of East/West so far"
_INDENT = LABEL + 1


class Page(PageLines):
    """The layout: a line for each hand, then a column per seat and a row per trick."""

    TITLE = "Tarneeb"
    SUITS: ClassVar = {rf"\b{suit}\b": colour for suit, colour in zip(SUITS, SUIT_STYLES, strict=True)}

    def __init__(self, story: Story, width: int, rest: bool) -> None:
        super().__init__(story, width, rest)
        self.story = story

    def lines(self, chosen: int | None = None) -> Iterator[Text]:
        """The whole page with all rounds, or the chosen one."""
        story = self.story
        if story.title is None:
            yield from self.wrapped(f"{self.TITLE} by {story.rules}: seed {story.seed}, {story.name}", "bold")
            yield from self.players()
        else:
            yield from self.scenario(story.title, story.explanation or "")
        yield from self.wrapped(_LEGEND, "dim")
        for told in story.rounds:
            if chosen in (None, told.number):
                yield self.text()
                yield from self.round(told, self.until(told) if chosen is None else None)
        if story.script is not None:
            yield from self.wrapped(all_hold(story.script.checked))

    def until(self, told: Round) -> int | None:
        """The trick of a round after which the script ends; None where that is not before the end of the round."""
        script = self.story.script
        if script is None or not script.sections or told is not self.story.rounds[-1]:
            return None
        last = script.sections[-1].told
        return last if last is not None and last < len(told.tricks) else None

    def players(self) -> Iterator[Text]:
        """Who sits where; a line for each side, or for each seat where partners differ."""
        labels = self.story.strategies
        sides = [labels[side::2] for side in (0, 1)]
        if all(len(set(side)) == 1 for side in sides):
            return (self.text(f"{name}: {side[0]}") for name, side in zip(SIDES, sides, strict=True))
        return (self.text(f"{name}: {label}") for name, label in zip(SEATS, labels, strict=True))

    # A round

    def round(self, told: Round, until: int | None) -> Iterator[Text]:
        """A round: its heading, hands, auction, tricks, the account; `until`: the trick after which the script ends."""
        points = f", {SIDES[0]} {told.carried[0]}, {SIDES[1]} {told.carried[1]}" if any(told.carried) else ""
        heading = f"── Round {told.number}: {SEATS[told.dealer]} deals{points} "
        yield self.text(heading.ljust(self.width, "─"), "bold")
        yield from self.hands(told)
        yield from self.auction(told)
        if until != 0 or self.rest:
            yield self.row("trick", [self.text(f" {seat}", "dim") for seat in SEATS])
        for trick in told.tricks:
            if trick.number - 1 == until:
                yield from self.script_end()
                if not self.rest:
                    return
            yield self.trick(trick)
        yield self.text("─" * self.width, "dim")
        yield from self.account(told)

    def hands(self, told: Round) -> Iterator[Text]:
        """The cards that each seat was dealt, a line for each, by suits, trumps first."""
        suits = sorted(range(len(SUITS)), key=lambda suit: (suit != told.trumps, -suit))
        table = [[[card for card in cards_of(hand) if card >> 4 == suit] for suit in suits] for hand in told.dealt]
        widths = [max(3 * len(hand[i]) for hand in table) for i in range(len(suits))]
        if LABEL + sum(widths) + 2 * len(suits) > self.width:
            widths = [0] * len(suits)  # such hands do not stand below each other
        for seat, hand in zip(SEATS, table, strict=True):
            line = self.text(seat.ljust(_INDENT), "dim")
            for suit, width in zip(hand, widths, strict=True):
                words = [self.text(card_short(card), SUIT_STYLES[card >> 4]) for card in reversed(suit)]
                cell = self.text(" ").join(words)
                cell.pad_right(width + 1 - len(cell) if width else 2 * bool(words))
                line.append_text(cell)
            yield line

    def auction(self, told: Round) -> Iterator[Text]:
        """Who bid what, and what came of it."""
        calls = ", ".join(f"{SEATS[call.seat]} {bid_name(call.bid)}" for call in told.calls)
        yield from self.labelled("bids", calls)
        if told.declarer is not None and told.trumps is not None:
            forced = ", after three passes" if told.forced else ""
            contract = f"{told.bid} by {SEATS[told.declarer]}{forced}; trumps are {SUITS[told.trumps]}"
            yield from self.labelled("contract", contract, "bold")

    def labelled(self, label: str, sentence: str, style: str = "") -> Iterator[Text]:
        """A sentence with a label before it."""
        for i, line in enumerate(self.wrapped(sentence, style, _INDENT, "")):
            if i == 0:
                line = self.text(label.ljust(_INDENT), "dim").append_text(line[_INDENT:])
            yield line

    def trick(self, trick: Trick) -> Text:
        """The card of each seat: > before the lead, * after the winning card."""
        cards = {play.seat: play.card for play in trick.plays}
        cells = [self.laid(cards[seat], seat, trick) for seat in range(len(SEATS))]
        score = f"{trick.won[0]}-{trick.won[1]}"
        return self.row(f"{trick.number:>2}{score:>5}", cells)

    def laid(self, card: int, seat: int, trick: Trick) -> Text:
        """The cell of a card."""
        name = card_name(card) if self.long else card_name(card).replace(" of ", " ")
        cell = self.text(">" if seat == trick.leader else " ")
        if seat != trick.winner:
            return cell.append(name, SUIT_STYLES[card >> 4])
        return cell.append(name, f"bold reverse {SUIT_STYLES[card >> 4]}").append("*", "bold")

    def account(self, told: Round) -> Iterator[Text]:
        """Made or failed, the points of both sides, and who has won the game."""
        side = (told.declarer or 0) & 1
        result = "made" if told.made else "failed"
        sentence = f"{SIDES[side]} bid {told.bid} and took {told.won[side]}: {result}."
        yield from self.wrapped(sentence, "bold", _INDENT)
        for name, points, carried, total in zip(SIDES, told.points, told.carried, told.totals, strict=True):
            sign = "-" if points < 0 else "+"
            yield self.text(f"{' ' * _INDENT}{name:<11}  {carried:>4} {sign} {abs(points):>2} = {total:>4}")
        yield from self.wrapped(self.ending(told), "bold", _INDENT)

    def ending(self, told: Round) -> str:
        """Who has won the game, or why nobody has although both sides have enough points."""
        goal = self.story.switches["goal"]
        if told.winner is not None:
            winner, other = told.winner, 1 - told.winner
            return f"{SIDES[winner]} win the game, {told.totals[winner]} to {told.totals[other]}."
        return f"Both sides have {goal} points or more: the game goes on." if min(told.totals) >= goal else ""
