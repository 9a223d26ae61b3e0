// What the twins of all games share: sets of cards, the generator, the shuffle, the random player, the command line.

#ifndef BAZAS_TWIN_HPP
#define BAZAS_TWIN_HPP

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>
#include <vector>
#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace twin {

using Word = uint64_t;   // a word of noise
using Cards = uint64_t;  // a set of cards: bit 16 * suit + strength

constexpr int PLAYERS = 4, NONE = -1;

// ---- Sets of cards: a suit takes a lane of 16 bits, of which a game may leave some unused ----

constexpr Cards LANE = 0x1FFF, ALL_LANES = 0x0001'0001'0001'0001;

inline Cards bit(int card) { return Cards{1} << card; }
inline Cards suit_mask(int suit) { return LANE << (suit << 4); }
inline Cards above(int card) { return (LANE << (card & 48)) & -(Cards{2} << card); }
inline int count(Cards set) { return __builtin_popcountll(set); }
inline int lowest(Cards set) { return __builtin_ctzll(set); }

// The cards that take the trick from the winning card.
inline Cards beating(int best, int trumps) { return above(best) | (best >> 4 == trumps ? 0 : suit_mask(trumps)); }

// Card number `index` (from 0, upwards) of a set, as a set of one.
inline Cards nth(Cards set, int index) {
#ifdef __BMI2__
    return _pdep_u64(Word{1} << index, set);
#else
    for (; index > 0; --index) set &= set - 1;
    return set & -set;
#endif
}

// ---- The generator: word number i of a stream is mix(key + (i + 1) * STEP) (SplitMix64) ----

constexpr Word STEP = 0x9E3779B97F4A7C15, DECK_STREAM = 1, ANSWER_STREAM = 2;

inline Word mix(Word z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}
inline Word word(Word key, Word index) { return mix(key + (index + 1) * STEP); }
inline int below(Word bits, int limit) { return int((bits & 0xFFFFFFFF) * Word(limit) >> 32); }
inline int choice(Word noise, int limit) { return below(noise >> 32, limit); }

// Each card is drawn from those that are left; a word of the generator serves two draws.
template <int SIZE>
inline void shuffle(uint8_t (&deck)[SIZE], Cards rest, Word key) {
    for (int i = 0; i < SIZE; i += 2) {
        const Word bits = word(key, Word(i / 2));
        const Cards first = nth(rest, below(bits, SIZE - i));
        rest ^= first;
        const Cards second = nth(rest, below(bits >> 32, SIZE - i - 1));
        rest ^= second;
        deck[i] = uint8_t(lowest(first));
        deck[i + 1] = uint8_t(lowest(second));
    }
}

// ---- The random player ----

inline int play_random(Cards legal, Word noise) { return lowest(nth(legal, choice(noise, count(legal)))); }

// ---- The command line ----

using Totals = std::vector<std::pair<const char*, int64_t>>;  // names and values of sums, in the order of printing

inline double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// A whole program: `play_games(seed, first, games)` returns sums that have a function `totals`.
template <class Play>
int run(int argc, char** argv, Play play_games) {
    if (argc < 4 || argc > 5) {
        std::fprintf(stderr, "usage: %s SEED FIRST COUNT [REPEATS]\n", argv[0]);
        return 2;
    }
    const int64_t seed = std::strtoll(argv[1], nullptr, 10), first = std::strtoll(argv[2], nullptr, 10),
                  games = std::strtoll(argv[3], nullptr, 10);
    const long repeats = argc > 4 ? std::strtol(argv[4], nullptr, 10) : 1;
    for (long repeat = 0; repeat < repeats; ++repeat) {
        const double start = cpu_seconds();
        const auto sums = play_games(seed, first, games);
        const double seconds = cpu_seconds() - start;
        std::printf("{\"seed\": %" PRId64 ", \"first\": %" PRId64 ", \"games\": %" PRId64 ", \"seconds\": %.9f", seed,
                    first, games, seconds);
        for (const auto& [name, total] : sums.totals()) std::printf(", \"%s\": %" PRId64, name, total);
        std::printf("}\n");
        std::fflush(stdout);
    }
    return 0;
}

}  // namespace twin

#endif
