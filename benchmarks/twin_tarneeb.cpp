// The yardstick of the loop of Tarneeb: random games by the sheet `cardems` in plain C++, in the manner of twin.cpp.
//
// It does what the kernel does with four random players, step by step: the same generator, shuffle, auction, trumps,
// tricks and score, whole games to 31, so that for one seed the sums below are equal to the last digit. It has no view,
// public knowledge, row or trace, and calls nothing through a pointer.
//
//     g++ -O3 -march=native -std=c++17 twin_tarneeb.cpp -o twin_tarneeb
//     ./twin_tarneeb SEED FIRST COUNT [REPEATS]
//
// plays the games FIRST to FIRST + COUNT - 1 and prints one JSON object a line, one line for each repeat. `seconds` is CPU
// time of the thread, for the play alone. The sums are over all rounds played; `checksum` is the sum over rounds of
// tricks_a + 131 * declarer + 7919 * trumps + 104729 * totals_a, with side a's points in the game after the round.

#include "twin.hpp"

namespace {

using namespace twin;

// ---- Cards: clubs, diamonds, hearts, spades = 0 to 3; 2 to 10, jack, queen, king, ace = 0 to 12 ----

constexpr int DECK_SIZE = 52, TRICKS = 13, GOAL = 31;
constexpr Cards DECK = LANE * ALL_LANES;

// ---- The auction ----

constexpr int PASS = 0, LOWEST_BID = 7, HIGHEST_BID = 13;
constexpr Cards ALL_BIDS = (Cards{1} << (HIGHEST_BID + 1)) - (Cards{1} << LOWEST_BID);

// Places in the stream of the answers' noise, each with the seat added; those of bids begin at 0.
constexpr int OF_NAMES = PLAYERS * (HIGHEST_BID + 1), OF_CARDS = OF_NAMES + PLAYERS;

// One more than the highest bid, or a pass.
int bid_random(int highest, Word noise) {
    const int next = lowest(ALL_BIDS & -(Cards{2} << highest));
    return (noise & 1) != 0 ? next : PASS;
}

// ---- One round ----

struct Round {
    Cards hands[PLAYERS];
    Word noise;  // key of the answers' stream
    int bid = 0, declarer = NONE, calls = 0, trumps = NONE;
    bool forced = false, made = false;
    int tricks[2] = {0, 0}, points[2];  // the points of this round

    explicit Round(Word key) : noise(word(key, ANSWER_STREAM)) {
        uint8_t deck[DECK_SIZE];
        shuffle(deck, DECK, word(key, DECK_STREAM));
        for (int seat = 0; seat < PLAYERS; ++seat) {
            Cards hand = 0;
            for (int i = TRICKS * seat; i < TRICKS * (seat + 1); ++i) hand |= bit(deck[i]);
            hands[seat] = hand;
        }
    }

    Word answer(int moment, int seat) const { return word(noise, Word(moment + seat)); }

    void play(int dealer) {
        hold_auction((dealer + 1) & 3);
        trumps = choice(answer(OF_NAMES, declarer), PLAYERS);
        int leader = declarer;
        for (int trick = 1; trick <= TRICKS; ++trick) {
            leader = play_trick(trick, leader);
            tricks[leader & 1] += 1;
        }
        score();
    }

    void hold_auction(int seat) {
        Cards passed = 0;
        for (; bid != HIGHEST_BID && count(passed) < PLAYERS - 1; seat = (seat + 1) & 3) {
            if ((passed >> seat & 1) != 0) continue;
            const int call = bid_random(bid, answer(PLAYERS * bid, seat));
            ++calls;
            if (call == PASS) {
                passed |= bit(seat);
            } else {
                bid = call;
                declarer = seat;
            }
        }
        if (bid == 0) {
            bid = LOWEST_BID;
            declarer = lowest(~passed);
            forced = true;
        }
    }

    // The seat that wins the trick.
    int play_trick(int trick, int leader) {
        Cards led = 0, beat = ~Cards{0};
        int winner = leader;
        for (int position = 0; position < PLAYERS; ++position) {
            const int seat = (leader + position) & 3;
            const Cards hand = hands[seat], following = hand & led;
            const int card = play_random(following != 0 ? following : hand, answer(OF_CARDS + PLAYERS * trick, seat));
            hands[seat] = hand ^ bit(card);
            if (position == 0) led = suit_mask(card >> 4);
            const bool takes = (beat >> card & 1) != 0;
            const Cards beating_it = beating(card, trumps);
            winner = takes ? seat : winner;
            beat = takes ? beating_it : beat;
        }
        return winner;
    }

    // Made: the declaring side scores all its tricks. Failed: it loses its bid, and the others score all theirs.
    void score() {
        const int side = declarer & 1;
        made = tricks[side] >= bid;
        points[side] = made ? tricks[side] : -bid;
        points[side ^ 1] = made ? 0 : tricks[side ^ 1];
    }
};

// ---- Games ----

struct Sums {
    int64_t rounds = 0, wins_a = 0, bids = 0, calls = 0, forced = 0, made = 0, tricks_a = 0, points_a = 0, points_b = 0,
            checksum = 0;

    void add(const Round& round, const int points[2]) {
        rounds += 1;
        bids += round.bid;
        calls += round.calls;
        forced += round.forced;
        made += round.made;
        tricks_a += round.tricks[0];
        points_a += round.points[0];
        points_b += round.points[1];
        checksum += round.tricks[0] + 131 * round.declarer + 7919 * round.trumps + 104729 * points[0];
    }

    Totals totals() const {
        return {{"rounds", rounds},     {"wins_a", wins_a},     {"bids", bids},         {"calls", calls},
                {"forced", forced},     {"made", made},         {"tricks_a", tricks_a}, {"points_a", points_a},
                {"points_b", points_b}, {"checksum", checksum}};
    }
};

Sums play_games(int64_t seed, int64_t first, int64_t games) {
    Sums sums;
    for (int64_t number = first; number < first + games; ++number) {
        const Word game = word(mix(Word(seed)), Word(number));
        int points[2] = {0, 0};
        // Over when one side alone stands at the goal or above.
        for (int i = 0; (points[0] >= GOAL) == (points[1] >= GOAL); ++i) {
            Round round(word(game, Word(2 * i)));
            round.play(int((number + i) & 3));
            points[0] += round.points[0], points[1] += round.points[1];
            sums.add(round, points);
        }
        sums.wins_a += points[0] >= GOAL;
    }
    return sums;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, play_games); }
