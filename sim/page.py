"""The page of a told game: columns, colours, lines that fit the screen. `bazas.sim.show` says what is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from bazas.sim.narration import SIDES, balance, ending, event_sentence
from bazas.sim.notation import SUITS, card_name, card_short, cards_of
from bazas.sim.page_lines import LABEL, PageLines, all_hold
from bazas.sim.page_lines import to_ascii as to_ascii
from bazas.sim.tricks import Hand, Trick

if TYPE_CHECKING:
    from rich.text import Text

    from bazas.sim.show import Story

SUIT_STYLES = ("yellow", "red", "bright_blue", "green")
_LEGEND = "> leads, * wins, after / not legal; left: points of the trick, score a-b"


class Page(PageLines):
    """The layout: a column per seat, two rows per trick (what each seat held, what it played).

    `told`: tricks of each hand that the script tells; None without a script, or with one that tells of no hand.
    """

    TITLE = "Guiñote"
    SUITS: ClassVar = {rf"(?:\w+ de )?\b{suit}\b": colour for suit, colour in zip(SUITS, SUIT_STYLES, strict=True)}

    def __init__(self, story: Story, width: int, rest: bool) -> None:
        super().__init__(story, width, rest)
        self.story = story
        told = story.script.told if story.script is not None else (None, None)
        self.told = None if told == (None, None) else told
        self.seats = len(story.strategies)

    def lines(self, chosen: str = "both") -> Iterator[Text]:
        """The whole page with the first hand, the vueltas or both."""
        story = self.story
        if story.title is None:
            yield from self.wrapped(f"{self.TITLE} by {story.rules}: seed {story.seed}, {story.name}", "bold", 0)
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
            yield self.text(" " * LABEL + " " + line)
        yield from self.wrapped(ending(hand), "bold", indent=LABEL + 1)

    def heads(self) -> Text:
        """Who sits in which column."""
        names = [self.text(f"seat {seat}, side {SIDES[seat & 1]}", "dim") for seat in range(self.seats)]
        return self.row("trick", names)

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
                yield from self.wrapped(sentence, "", indent=LABEL + 1)

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
        return self.row(score.rjust(LABEL - 1), cells)

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
        return self.row("draw".rjust(LABEL - 1), cells)

    def name(self, card: int) -> str:
        """A card as wide as the columns allow."""
        name = card_name(card)
        return name if self.long else name.replace(" de ", " ")
