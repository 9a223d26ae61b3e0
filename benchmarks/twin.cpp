// The yardstick of the hand loop: random Guiñote by the sheet `lascuarenta` (4 players, 40 cards) in plain C++.
//
// It does what the kernel does with four random players, step by step: the same generator, shuffle, legality, questions
// between the tricks and count, so that for one seed the sums below are equal to the last digit. What it leaves out is
// what the kernel pays for being general: the rules are constants, nothing is called through a pointer, and there is no
// view, public knowledge, row or trace.
//
//     g++ -O3 -march=native -std=c++17 twin.cpp -o twin
//     ./twin SEED FIRST COUNT [REPEATS]
//
// plays the games FIRST to FIRST + COUNT - 1 and prints one JSON object a line, one line for each repeat. `seconds` is CPU
// time of the thread, for the play alone. The sums are over all hands played, first hands and vueltas; `checksum` is the
// sum over hands of cards_a + 131 * cantes_a + 7919 * (last_trick + 1) + 104729 * (swap_seat + 1), with -1 for none.

#include "twin.hpp"

namespace {

using namespace twin;

// ---- Cards: oros, copas, espadas, bastos = 0 to 3; 2 4 5 6 7 8 9 caballo sota rey 3 as = 0 to 11 (no 8 and 9 here) ----

constexpr int DECK_SIZE = 40, DEALT = 6, TRICKS = 10;
constexpr int GOAL = 101, THIRTY = 30, LAST_TRICK = 10;
constexpr int TWO = 0, SEVEN = 4, CABALLO = 7, SOTA = 8, REY = 9, TRES = 10, AS = 11;

constexpr Cards DECK = 0xF9F * ALL_LANES, REYES = ALL_LANES << REY, SOTAS = ALL_LANES << SOTA;
constexpr Word POINTS = Word{11} << 4 * AS | Word{10} << 4 * TRES | Word{4} << 4 * REY | Word{3} << 4 * SOTA |
                        Word{2} << 4 * CABALLO;

int points_of(int card) { return int(POINTS >> ((card & 15) << 2)) & 15; }

// ---- One hand ----

struct Hand {
    // The table
    uint8_t deck[DECK_SIZE];
    Cards hands[PLAYERS];
    Word noise;  // key of the answers' stream
    bool vueltas;
    int next, stock;      // place in the deck of the next card, cards to be drawn
    int muestra, trumps;  // the card, its suit
    Cards given;          // the card that may be exchanged for the muestra, or the empty set
    Cards unsung = SOTAS;
    int trick = 1, leader;
    int winner, worth;   // of the trick
    bool has_sung;       // since the last trick was won
    int points[2];       // of the game: carried, cards, cantes
    // What is added up
    int cards[2] = {0, 0}, cantes[2] = {0, 0}, tricks[2] = {0, 0};
    int last_trick = NONE, swap_seat = NONE, swaps = 0;
    bool tute = false;

    Hand(Word key, int mano, bool is_vueltas, const int carried[2])
        : noise(word(key, ANSWER_STREAM)), vueltas(is_vueltas), leader(mano), points{carried[0], carried[1]} {
        shuffle(deck, DECK, word(key, DECK_STREAM));
        deal();
    }

    void deal() {
        for (int i = 0; i < PLAYERS; ++i) {
            Cards hand = 0;
            for (int j = DEALT * i; j < DEALT * (i + 1); ++j) hand |= bit(deck[j]);
            hands[i] = hand;
        }
        muestra = deck[PLAYERS * DEALT];
        trumps = muestra >> 4;
        next = PLAYERS * DEALT + 1;
        stock = DECK_SIZE - PLAYERS * DEALT;
        given = card_given();
    }

    // Play to the end; the side that has won the game in this hand, or NONE.
    int play() {
        for (;;) {
            play_trick();
            finish_trick();
            if (trick == TRICKS) return count_points();
            if (ask_all()) return winner & 1;
            if (stock > 0) {
                draw();
                if (ask_all()) return winner & 1;
            }
            leader = winner;
            ++trick;
        }
    }

    // ---- A trick ----

    // The first of the three demands (montar, follow, fallar) that the hand can meet, or the whole hand.
    static Cards legal_cards(Cards hand, Cards montar, Cards follow, Cards fallar) {
        Cards legal = (hand & fallar) != 0 ? hand & fallar : hand;
        legal = (hand & follow) != 0 ? hand & follow : legal;
        return (hand & montar) != 0 ? hand & montar : legal;
    }

    void play_trick() {
        const bool arrastre = stock == 0;
        Cards led = 0, beat = ~Cards{0};
        winner = leader;
        worth = 0;
        for (int position = 0; position < PLAYERS; ++position) {
            const int seat = (leader + position) & 3;
            const Cards hand = hands[seat];
            Cards legal = hand;
            if (arrastre && position > 0) {
                const Cards against = ((winner ^ seat) & 1) != 0 ? beat : 0;  // nothing while the partner is winning
                legal = legal_cards(hand, against & led, led, against & suit_mask(trumps));
            }
            const int card = play_random(legal, word(noise, Word(trick * 40 + seat)));
            hands[seat] = hand ^ bit(card);
            if (position == 0) led = suit_mask(card >> 4);
            const bool takes = (beat >> card & 1) != 0;
            const Cards beating_it = beating(card, trumps);  // always computed: a branch here is mispredicted too often
            winner = takes ? seat : winner;
            beat = takes ? beating_it : beat;
            worth += points_of(card);
        }
    }

    void finish_trick() {
        const int side = winner & 1;
        points[side] += worth;
        cards[side] += worth;
        tricks[side] += 1;
        has_sung = false;
    }

    void draw() {
        for (int i = 0; i < PLAYERS; ++i) {
            const int card = i + 1 == stock ? muestra : deck[next++];
            hands[(winner + i) & 3] |= bit(card);
        }
        stock -= PLAYERS;
    }

    // 101 after the last trick; in the first hand with 30 from cards and últimas, and both at 101: the last trick decides.
    int count_points() {
        const int last = winner & 1;
        last_trick = winner;
        points[last] += LAST_TRICK;
        if (vueltas) return last;
        const bool a = points[0] >= GOAL, b = points[1] >= GOAL;
        if (!a && !b) return NONE;
        const int side = a && b ? last : a ? 0 : 1;
        return cards[side] + (side == last ? LAST_TRICK : 0) >= THIRTY ? side : NONE;
    }

    // ---- Between two tricks ----

    // Swaps, tute, cantes, and in the vueltas the check; true where the winner's side has won the game.
    bool ask_all() {
        if (swap_possible()) ask_swaps();
        if (has_four(hands[winner]) || has_four(hands[winner ^ 2])) return tute = true;
        if (((cantes_in(hands[winner]) | cantes_in(hands[winner ^ 2])) & unsung) != 0) ask_cantes();
        return vueltas && points[winner & 1] >= GOAL;
    }

    // The 7 of trumps is given for anything stronger, the 2 for the 7.
    Cards card_given() const {
        const int strength = muestra & 15;
        if (strength == SEVEN) return bit(TWO) << (muestra & 48);
        return strength > SEVEN ? bit(SEVEN) << (muestra & 48) : 0;
    }

    bool swap_possible() const {
        if (given == 0 || stock == 0) return false;
        Cards asked = hands[winner] | hands[winner ^ 2];
        if (tricks[~winner & 1] > 0) asked |= hands[winner ^ 1] | hands[winner ^ 3];
        return (asked & given) != 0;
    }

    // The winner and its partner are asked until neither swaps, then the seat after the winner and the one before it.
    void ask_swaps() {
        constexpr int ORDER[PLAYERS] = {0, 2, 1, 3};
        bool swapped = false;
        for (int cursor = 0; cursor < PLAYERS && given != 0;) {
            const int seat = (winner + ORDER[cursor]) & 3;
            if ((hands[seat] & given) != 0 && tricks[seat & 1] > 0) {
                hands[seat] ^= given | bit(muestra);
                muestra = lowest(given);
                given = card_given();
                if (swaps++ == 0) swap_seat = seat;
                swapped = cursor < 2;
            }
            if (++cursor == 2 && swapped) {
                cursor = 0;
                swapped = false;
            }
        }
    }

    static bool has_four(Cards hand) { return (hand & REYES) == REYES || (hand & SOTAS) == SOTAS; }

    // The sotas of the suits whose rey and sota are both in the hand.
    static Cards cantes_in(Cards hand) { return hand & (hand >> 1) & SOTAS; }

    // One cante for the side since the trick was won: an unsung 40 first, then the winner's lowest 20, then its partner's.
    void ask_cantes() {
        for (int cursor = 0; cursor < 4 && !has_sung; ++cursor) {
            const Cards sotas = cantes_in(hands[(winner + 2 * (cursor & 1)) & 3]) & unsung;
            const Cards allowed = cursor < 2 ? sotas & suit_mask(trumps) : sotas & ~suit_mask(trumps);
            if (allowed != 0) sing(lowest(allowed) >> 4);
        }
    }

    void sing(int suit) {
        const int side = winner & 1, value = suit == trumps ? 40 : 20;
        unsung &= ~suit_mask(suit);
        has_sung = true;
        cantes[side] += value;
        points[side] += value;
    }
};

// ---- Games ----

struct Sums {
    int64_t hands = 0, wins_a = 0, cards_a = 0, cards_b = 0, cantes_a = 0, cantes_b = 0, tricks_a = 0, swaps = 0,
            vueltas = 0, tute = 0, checksum = 0;

    void add(const Hand& hand) {
        hands += 1;
        cards_a += hand.cards[0];
        cards_b += hand.cards[1];
        cantes_a += hand.cantes[0];
        cantes_b += hand.cantes[1];
        tricks_a += hand.tricks[0];
        swaps += hand.swaps;
        tute += hand.tute;
        checksum += hand.cards[0] + 131 * hand.cantes[0] + 7919 * (hand.last_trick + 1) + 104729 * (hand.swap_seat + 1);
    }

    Totals totals() const {
        return {{"hands", hands},       {"wins_a", wins_a},     {"cards_a", cards_a},   {"cards_b", cards_b},
                {"cantes_a", cantes_a}, {"cantes_b", cantes_b}, {"tricks_a", tricks_a}, {"swaps", swaps},
                {"vueltas", vueltas},   {"tute", tute},         {"checksum", checksum}};
    }
};

Sums play_games(int64_t seed, int64_t first, int64_t games) {
    Sums sums;
    for (int64_t number = first; number < first + games; ++number) {
        const Word game = word(mix(Word(seed)), Word(number));
        int points[2] = {0, 0}, mano = int(number & 3), side = NONE;
        for (int i = 0; i < 2 && side == NONE; ++i) {
            Hand hand(word(game, Word(i)), mano, i == 1, points);
            side = hand.play();
            points[0] = hand.points[0], points[1] = hand.points[1];
            mano = (mano + 1) & 3;
            sums.add(hand);
            sums.vueltas += i;
        }
        sums.wins_a += side == 0;
    }
    return sums;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, play_games); }
