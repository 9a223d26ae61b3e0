"""The page of a told game: columns, colours, lines that fit the screen. `bazas.sim.show` says what is told."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from bazas.sim.narration import SIDES, balance, ending, event_sentence
from bazas.sim.notation import SUITS, card_name, card_short, cards_of
from bazas.sim.tricks import Hand, Trick

if TYPE_CHECKING:
    from rich.text import Text

    from bazas.sim.show import Story

SUIT_STYLES = ("yellow", "red", "bright_blue", "green")
_LABEL = 8
_SHORT_CELL = 18  # a line, a mark, "caballo espadas" (15), a mark; six short codes with their spaces are 17
_LONG_CELL = 22  # the same with "caballo de espadas", and a space
_LEGEND = "> leads, * wins, after / not legal; left: points of the trick, score a-b"


def to_ascii(text: str) -> str:
    """The text in ASCII: accents dropped, lines drawn with hyphens, `?` for what has no plain form."""
    plain = unicodedata.normalize("NFKD", text.translate(str.maketrans("─│", "-|")))
    kept = "".join(character for character in plain if not unicodedata.combining(character))
    return kept.encode("ascii", "replace").decode("ascii")


def all_hold(statements: int) -> str:
    """What a script's reader wants to know in the end: that what it says is true."""
    if statements < 2:
        return "The one statement of the script holds." if statements else ""
    return f"All {statements} statements of the script hold."


class Page:
    """The layout: a column per seat, two rows per trick (what each seat held, what it played).

    `width`: of the screen; the page takes 80 columns or more. `rest`: also what a script leaves out. `told`: tricks
    of each hand that the script tells; None without a script, or with one that tells of no hand.
    """

    def __init__(self, story: Story, width: int, rest: bool) -> None:
        from rich.text import Text

        self.text: type[Text] = Text
        self.story, self.rest = story, rest
        told = story.script.told if story.script is not None else (None, None)
        self.told = None if told == (None, None) else told
        self.seats = len(story.strategies)
        self.long = width >= _LABEL + 4 * _LONG_CELL
        self.cell = _LONG_CELL if self.long else _SHORT_CELL
        self.width = min(max(width, 40), _LABEL + 4 * self.cell)

    def lines(self, chosen: str = "both") -> Iterator[Text]:
        """The whole page with the first hand, the vueltas or both."""
        story = self.story
        if story.title is None:
            yield from self.wrapped(f"Guiñote by {story.rules}: seed {story.seed}, {story.name}", "bold", 0)
            yield from self.players()
        else:
            yield from self.scenario(story.title, story.explanation or "")
        yield from self.wrapped(_LEGEND, "dim", indent=0)
        for hand in story.hands:
            if self.wanted(hand, chosen):
                yield self.text()
                yield from self.hand(hand)
                if chosen == "both" and hand is not story.hands[-1] and self.told_whole(hand):
                    yield from self.script_end()
        if story.script is not None:
            yield from self.wrapped(all_hold(story.script.checked), "", indent=0)

    def wanted(self, hand: Hand, chosen: str) -> bool:
        """Whether a hand is drawn: the one that was chosen, or those that the script tells of."""
        if chosen != "both":
            return hand.vueltas == (chosen == "vueltas")
        return self.rest or self.told is None or self.told[hand.vueltas] is not None

    def told_whole(self, first: Hand) -> bool:
        """Whether the script ends with the end of the first hand."""
        return self.told is not None and self.told[1] is None and self.told[0] is not None and self.until(first) is None

    def until(self, hand: Hand) -> int | None:
        """The trick of a hand after which the script ends; None where that is not before the hand's last trick."""
        told = None if self.told is None else self.told[hand.vueltas]
        return told if told is not None and told < len(hand.tricks) else None

    def script_end(self) -> Iterator[Text]:
        """The line that marks it."""
        player = self.story.strategies[0]
        goes_on = f", {player} plays on" if self.rest else f"; --rest shows how {player} plays on"
        return self.wrapped(f"── the script ends here{goes_on} ".ljust(self.width, "─"), "dim", indent=0)

    def scenario(self, title: str, explanation: str) -> Iterator[Text]:
        """Title and explanation of a script, and who decides what it leaves open."""
        story = self.story
        yield from self.wrapped(title, "bold", indent=0)
        for paragraph in filter(None, explanation.split("\n\n")):
            yield self.text()
            yield from map(self.text, textwrap.wrap(paragraph, self.width))
        yield self.text()
        left = f"what the script leaves open: seed {story.seed}, strategy {story.strategies[0]}"
        yield from self.wrapped(f"Guiñote by {story.rules}; {left}", "", indent=0)

    def players(self) -> Iterator[Text]:
        """Who sits where; a line for each side, or for each seat where partners differ."""
        labels = self.story.strategies
        sides = [labels[side::2] for side in (0, 1)]
        if all(len(set(side)) == 1 for side in sides):
            for side in (0, 1):
                seats = " and ".join(str(seat) for seat in range(side, self.seats, 2))
                yield self.text(f"Side {SIDES[side]}, seat{'s' * (self.seats > 2)} {seats}: {labels[side]}")
        else:
            for seat, label in enumerate(labels):
                yield self.text(f"Seat {seat}, side {SIDES[seat & 1]}: {label}")

    def hand(self, hand: Hand) -> Iterator[Text]:
        """A hand: its heading, its tricks, the account, how it ended."""
        title = "Vueltas" if hand.vueltas else "First hand"
        carried = f", carried over: a {hand.carried[0]}, b {hand.carried[1]}" if hand.vueltas else ""
        heading = f"── {title}: mano seat {hand.mano}, muestra {card_name(hand.muestra)}{carried} "
        yield self.coloured(heading.ljust(self.width, "─"), "bold")
        yield self.heads()
        until = self.until(hand)
        for trick in hand.tricks:
            if trick.number - 1 == until:
                if until == 0 and not self.rest:
                    yield self.dealt(hand)
                yield from self.script_end()
                if not self.rest:
                    return
            yield from self.trick(trick, hand)
        yield self.text("─" * self.width, "dim")
        for line in balance(hand):
            yield self.text(" " * _LABEL + " " + line)
        yield from self.wrapped(ending(hand), "bold", indent=_LABEL + 1)

    def heads(self) -> Text:
        """Who sits in which column."""
        names = [self.text(f"seat {seat}, side {SIDES[seat & 1]}", "dim") for seat in range(self.seats)]
        return self.row("trick", names)

    def row(self, label: str, cells: Sequence[Text]) -> Text:
        """A line of the table: a label and a cell for each seat."""
        line = self.text().append(label.ljust(_LABEL), "dim")
        for cell in cells:
            cell.pad_right(self.cell - 1 - len(cell))
            line.append("│", "dim").append_text(cell)
        return line

    def trick(self, trick: Trick, hand: Hand) -> Iterator[Text]:
        """A trick, and what happened up to the next lead."""
        yield self.held(trick, hand.muestra >> 4)
        yield self.played(trick)
        drawn: dict[int, int] = {}
        told: set[str] = set()
        for event in trick.after:
            if event.kind == "draw":
                drawn[event.seat] = event.value
                if len(drawn) == self.seats:
                    yield self.drawn(drawn)
                continue
            sentence = event_sentence(event, hand, asked_in_play=trick.winner is None)
            if sentence not in told:  # who declines before the draw declines after it as a rule: once is enough
                told.add(sentence)
                yield from self.wrapped(sentence, "", indent=_LABEL + 1)

    def dealt(self, hand: Hand) -> Text:
        """The cards that each seat was dealt, where no trick shows them."""
        cells = [self.text(" " * self.long).append_text(self.codes(c, hand.muestra >> 4, "")) for c in hand.dealt]
        return self.row("dealt", cells)

    def held(self, trick: Trick, trumps: int) -> Text:
        """What each seat held; the cards to the right of / were not legal."""
        legal = {play.seat: play.legal for play in trick.plays}
        cells = []
        for seat, cards in enumerate(trick.held):
            allowed = cards & legal.get(seat, cards)
            cell = self.text(" " * self.long).append_text(self.codes(allowed, trumps, ""))
            if allowed != cards:
                cell.append("/", "dim").append_text(self.codes(cards & ~allowed, trumps, "dim"))
            cells.append(cell)
        points = f"+{trick.points}" if trick.winner is not None else ""
        return self.row(f"{trick.number:>2}{points:>5}", cells)

    def codes(self, cards: int, trumps: int, style: str) -> Text:
        """Short codes, trumps first, in each suit from the as down."""
        ordered = sorted(cards_of(cards), key=lambda card: (card >> 4 != trumps, card >> 4, -card))
        words = [self.text(card_short(card), f"{style} {SUIT_STYLES[card >> 4]}".strip()) for card in ordered]
        return self.text(" ").join(words)

    def played(self, trick: Trick) -> Text:
        """The card of each seat: > before the lead, * after the winning card."""
        cards = {play.seat: play.card for play in trick.plays}
        cells = [self.laid(cards.get(seat), seat, trick) for seat in range(self.seats)]
        score = f"{trick.score[0]}-{trick.score[1]}" if trick.winner is not None else ""
        return self.row(score.rjust(_LABEL - 1), cells)

    def laid(self, card: int | None, seat: int, trick: Trick) -> Text:
        """The cell of a card that was laid, empty where there was none."""
        if card is None:
            return self.text()
        cell = self.text(">" if seat == trick.leader else " ")
        if seat != trick.winner:
            return cell.append(self.name(card), f"bold {SUIT_STYLES[card >> 4]}")
        return cell.append(self.name(card), f"bold reverse {SUIT_STYLES[card >> 4]}").append("*", "bold")

    def drawn(self, cards: Mapping[int, int]) -> Text:
        """The card that each seat drew."""
        cells = [
            self.text().append("+", "dim").append(self.name(cards[seat]), SUIT_STYLES[cards[seat] >> 4])
            for seat in range(self.seats)
        ]
        return self.row("draw".rjust(_LABEL - 1), cells)

    def name(self, card: int) -> str:
        """A card as wide as the columns allow."""
        name = card_name(card)
        return name if self.long else name.replace(" de ", " ")

    def wrapped(self, sentence: str, style: str, indent: int) -> Iterator[Text]:
        """A sentence in as many lines as it needs."""
        lines = textwrap.wrap(sentence, self.width - indent, subsequent_indent="  ")
        return (self.coloured(" " * indent + line, style) for line in lines)

    def coloured(self, sentence: str, style: str) -> Text:
        """A sentence with the names of cards and suits in their colours."""
        line = self.text(sentence, style)
        for suit, colour in zip(SUITS, SUIT_STYLES, strict=True):
            line.highlight_regex(rf"(?:\w+ de )?\b{suit}\b", colour)
        return line
