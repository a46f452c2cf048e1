/* Cactus by the default rules (preset `gamelia`), four players, written directly: the yardstick of speed and a twin.
 *
 * Player 0 is threshold, 1 is threshold(call_at=8), 2 is threshold(call_at=3), 3 is kamikaze. Nothing here can play
 * another rule, another number of players or another strategy. The cards and the reaction times come from the same
 * keyed random streams as the package's, so every game must end as the package's does. Every game is dealt afresh.
 *
 *   gcc -O3 -march=native -o plain plain.c
 *   plain SEED FIRST_DEAL DEALS         every deal is played once for each rotation of the seats; prints what the games
 *                                       count, a name and its sums on a line, and the seconds of processor time taken
 *   plain SEED FIRST_DEAL DEALS each    prints the same lines (but for the seconds) of every game on its own
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLAYERS = 4, SLOTS = 4, LOOKED_AT = 2, PACK = 52, NONE = -1 };
enum { TAKE_AT = 1, CALL_UNDER = 6, CACTUS_MAX = 6, STALL_ROUNDS = 100, MAX_THROWS = 64, SHARE = 840 };
enum { EIGHT = 7 };                                       /* ranks are 0 (ace) to 12 (king) */
enum { GOES_ON, BY_CALL, BY_STOCK, BY_STALL };            /* why a game is over */
enum { STREAM_PACK, STREAM_RESHUFFLE, STREAM_RACE };      /* what a stream is for */
enum { THRESHOLD_5, THRESHOLD_8, THRESHOLD_3, KAMIKAZE }; /* who sits in the line-up */

static const int POINTS[13] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0};
static const double PACK_MEAN = 300.0 / 52.0, CURIOSITY = 8;

static int rank_of(int card) { return card >> 2; }
static int points_of(int card) { return POINTS[card >> 2]; }

/* ---- random streams: SplitMix64 with a step of its own for each ---- */

typedef struct { uint64_t state, step; } Stream;

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static Stream stream_of(uint64_t seed, uint64_t deal, uint64_t purpose, uint64_t number)
{
    const uint64_t second = 0xC4CEB9FE1A85EC53u;
    uint64_t word = (deal << 24) | (purpose << 6) | number;
    uint64_t z = word + mix(seed ^ second);
    z = (z ^ (z >> 33)) * 0xFF51AFD7ED558CCDu;
    z = (z ^ (z >> 33)) * second;
    z = (z ^ (z >> 33)) | 1;
    if (__builtin_popcountll(z ^ (z >> 1)) < 24)
        z ^= 0xAAAAAAAAAAAAAAAAu;
    return (Stream){mix(mix(seed + 0x9E3779B97F4A7C15u) ^ word), z};
}

static uint64_t next_word(Stream *stream)
{
    stream->state += stream->step;
    return mix(stream->state);
}

/* A whole number 0 ... n-1, each equally likely (Lemire 2019). */
static int below(Stream *stream, uint64_t n)
{
    uint64_t product = (next_word(stream) >> 32) * n;
    if ((uint32_t)product < n) {
        uint64_t least = ((UINT64_C(1) << 32) - n) % n;
        while ((uint32_t)product < least)
            product = (next_word(stream) >> 32) * n;
    }
    return (int)(product >> 32);
}

/* ---- a game ---- */

typedef struct {
    int8_t cards[SLOTS]; /* NONE where there is none */
    bool known[SLOTS];   /* whether its player remembers the card */
    int right_throws, wrong_throws;
} Row;

typedef struct {
    uint64_t seed, deal;
    int rotation;
    int over, turns, round, caller, final_turns, throws;
    uint64_t showings;
    int8_t pile[PACK]; /* the draw pile, shuffled as far as it is drawn */
    int pile_size, drawn;
    Stream pile_stream;
    int reshuffles;
    int8_t discards[PACK];
    int discarded;
    Row rows[PLAYERS];
    int totals[PLAYERS], shares[PLAYERS];
} Game;

static int top(const Game *g) { return g->discards[g->discarded - 1]; }
static void discard(Game *g, int card) { g->discards[g->discarded++] = (int8_t)card; }

/* Makes a new draw pile of the discards but the top; false where there are none (C16). */
static bool restock(Game *g)
{
    int size = g->discarded - 1;
    if (size < 1)
        return false;
    g->reshuffles++;
    g->pile_stream = stream_of(g->seed, g->deal, STREAM_RESHUFFLE, g->reshuffles < 63 ? g->reshuffles : 63);
    memcpy(g->pile, g->discards, size);
    g->pile_size = size;
    g->drawn = 0;
    g->discards[0] = g->discards[size];
    g->discarded = 1;
    return true;
}

/* The next card of the draw pile; NONE, and the game is over, where no card is left at all. */
static int draw(Game *g)
{
    if (g->drawn == g->pile_size && !restock(g)) {
        g->over = BY_STOCK;
        return NONE;
    }
    int i = g->drawn++;
    int j = i + below(&g->pile_stream, g->pile_size - i);
    int8_t card = g->pile[j];
    g->pile[j] = g->pile[i];
    g->pile[i] = card;
    return card;
}

static void deal_cards(Game *g)
{
    for (int card = 0; card < PACK; card++)
        g->pile[card] = (int8_t)card;
    g->pile_size = PACK;
    g->drawn = 0;
    g->pile_stream = stream_of(g->seed, g->deal, STREAM_PACK, 0);
    for (int seat = 0; seat < PLAYERS; seat++) {
        Row *row = &g->rows[(seat + PLAYERS - g->rotation) % PLAYERS];
        for (int slot = 0; slot < SLOTS; slot++) {
            row->cards[slot] = (int8_t)draw(g);
            row->known[slot] = slot < LOOKED_AT;
        }
        row->right_throws = row->wrong_throws = 0;
    }
    g->discarded = 0;
    discard(g, draw(g));
}

/* ---- what the strategies think ---- */

/* The lowest slot with a remembered card of this rank. */
static int match_of(const Row *row, int rank)
{
    for (int slot = 0; slot < SLOTS; slot++)
        if (row->known[slot] && rank_of(row->cards[slot]) == rank)
            return slot;
    return NONE;
}

/* The slot of the remembered card with the most points. */
static int worst_known(const Row *row)
{
    int worst = NONE, most = -1;
    for (int slot = 0; slot < SLOTS; slot++)
        if (row->known[slot] && points_of(row->cards[slot]) > most) {
            worst = slot;
            most = points_of(row->cards[slot]);
        }
    return worst;
}

static int first_unknown(const Row *row)
{
    for (int slot = 0; slot < SLOTS; slot++)
        if (row->cards[slot] != NONE && !row->known[slot])
            return slot;
    return NONE;
}

/* The slot for a card that comes in, an unknown one first, and what the card must be under. */
static int slot_to_replace(const Row *row, double *price)
{
    int unknown = first_unknown(row), worst = unknown == NONE ? worst_known(row) : NONE;
    *price = unknown != NONE ? PACK_MEAN + CURIOSITY : worst != NONE ? points_of(row->cards[worst]) : NONE;
    return unknown != NONE ? unknown : worst;
}

static bool wants_to_call(const Row *row, int player)
{
    int known_points = 0, unknown = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
        if (row->known[slot])
            known_points += points_of(row->cards[slot]);
        else if (row->cards[slot] != NONE)
            unknown++;
    }
    if (known_points >= CALL_UNDER) /* an unknown card can be a king, 0 (C12) */
        return false;
    double expected = known_points + unknown * PACK_MEAN;
    switch (player) {
    case THRESHOLD_8: return expected <= 8;
    case THRESHOLD_3: return expected <= 3;
    default: return expected <= 5;
    }
}

static int slot_to_throw(const Row *row, int player, int rank)
{
    int slot = match_of(row, rank);
    if (slot != NONE)
        return slot;
    switch (player) {
    case KAMIKAZE:
        slot = worst_known(row);
        return slot != NONE && points_of(row->cards[slot]) >= 10 ? slot : NONE;
    default: return NONE;
    }
}

/* ---- the rules ---- */

/* Who of the players that would throw (bits) is the fastest: all react equally well, so the least number wins. */
static int fastest(const Game *g, unsigned throwers)
{
    if ((throwers & (throwers - 1)) == 0)
        return __builtin_ctz(throwers);
    int best = NONE;
    uint64_t least = 0;
    for (int player = 0; player < PLAYERS; player++)
        if (throwers >> player & 1) {
            Stream race = stream_of(g->seed, g->deal, STREAM_RACE, (player + g->rotation) % PLAYERS);
            uint64_t luck = mix(race.state + race.step * g->showings) >> 11;
            if (best == NONE || luck < least) {
                best = player;
                least = luck;
            }
        }
    return best;
}

/* A card has come to lie on the discard pile: throws on it, and on what is thrown, until nobody throws (C8, C9). */
static void resolve_showings(Game *g)
{
    int left_out = NONE;
    while (g->throws < MAX_THROWS) {
        int slots[PLAYERS], rank = rank_of(top(g));
        unsigned throwers = 0;
        g->showings++;
        for (int player = 0; player < PLAYERS; player++) {
            slots[player] = slot_to_throw(&g->rows[player], player, rank);
            if (slots[player] != NONE && player != left_out)
                throwers |= 1u << player;
        }
        if (throwers == 0)
            return;
        int player = fastest(g, throwers), slot = slots[player];
        Row *row = &g->rows[player];
        int card = row->cards[slot];
        g->throws++;
        row->cards[slot] = NONE;
        row->known[slot] = false;
        discard(g, card);
        if (rank_of(card) == rank) {
            row->right_throws++;
            left_out = NONE;
        } else {
            row->wrong_throws++;
            row->cards[slot] = (int8_t)draw(g);
            if (g->over)
                return;
            left_out = player;
        }
    }
}

/* A known card comes into a slot, the one there goes to the discard pile. */
static void exchange(Game *g, Row *row, int slot, int card)
{
    discard(g, row->cards[slot]);
    row->cards[slot] = (int8_t)card;
    row->known[slot] = true;
}

static void take_turn(Game *g, int player)
{
    Row *row = &g->rows[player];
    g->throws = 0;
    g->turns++;
    if (g->caller != NONE) {
        g->final_turns--;
    } else if (wants_to_call(row, player)) {
        g->caller = player;
        g->final_turns = PLAYERS - 1;
        return;
    }
    double price;
    int slot = slot_to_replace(row, &price), offered = points_of(top(g));
    if (slot != NONE && offered <= TAKE_AT && price > offered) {
        exchange(g, row, slot, g->discards[--g->discarded]);
    } else {
        int card = draw(g);
        if (g->over)
            return;
        if (rank_of(card) == EIGHT) {
            int unknown = first_unknown(row);
            if (unknown != NONE)
                row->known[unknown] = true;
            discard(g, card);
        } else if (slot != NONE && price > points_of(card)) {
            exchange(g, row, slot, card);
        } else {
            discard(g, card);
        }
    }
    resolve_showings(g);
}

/* Totals and who wins (C14): the lowest, but not a caller over CACTUS_MAX; ties share. */
static void score(Game *g)
{
    int lowest = 1000, winners = 0;
    bool may_win[PLAYERS];
    for (int player = 0; player < PLAYERS; player++) {
        g->totals[player] = 0;
        for (int slot = 0; slot < SLOTS; slot++)
            if (g->rows[player].cards[slot] != NONE)
                g->totals[player] += points_of(g->rows[player].cards[slot]);
        may_win[player] = player != g->caller || g->totals[player] <= CACTUS_MAX;
        if (may_win[player] && g->totals[player] < lowest)
            lowest = g->totals[player];
    }
    for (int player = 0; player < PLAYERS; player++)
        winners += may_win[player] && g->totals[player] == lowest;
    for (int player = 0; player < PLAYERS; player++)
        g->shares[player] = may_win[player] && g->totals[player] == lowest ? SHARE / winners : 0;
}

static void play(Game *g, uint64_t seed, uint64_t deal, int rotation)
{
    g->seed = seed;
    g->deal = deal;
    g->rotation = rotation;
    g->over = GOES_ON;
    g->turns = g->round = g->final_turns = g->throws = g->reshuffles = 0;
    g->showings = 0;
    g->caller = NONE;
    deal_cards(g);
    resolve_showings(g);
    int player = (PLAYERS - rotation) % PLAYERS;
    for (int turn = 0; !g->over; turn++) {
        if (g->caller != NONE && g->final_turns == 0) {
            g->over = BY_CALL;
        } else if (turn == STALL_ROUNDS * PLAYERS) {
            g->over = BY_STALL;
        } else {
            if (player != g->caller) {
                g->round = turn / PLAYERS + 1;
                take_turn(g, player);
            }
            player = (player + 1) % PLAYERS;
        }
    }
    score(g);
}

/* ---- the program ---- */

enum { TURNS, ROUNDS, CALLED, STOCK_OUT, STALLED, GAME_COUNTS };
static const char *const GAME_NAMES[] = {"turns", "rounds", "called", "stock_out", "stalled"};
enum { TOTAL, SHARES, CALLS, THROWS_RIGHT, THROWS_WRONG, SEAT_COUNTS };
static const char *const SEAT_NAMES[] = {"total", "share", "calls", "throws_right", "throws_wrong"};

typedef struct {
    int64_t game[GAME_COUNTS], seat[SEAT_COUNTS][PLAYERS];
} Counts;

static void count(const Game *g, Counts *counts)
{
    counts->game[TURNS] += g->turns;
    counts->game[ROUNDS] += g->round;
    counts->game[CALLED] += g->over == BY_CALL;
    counts->game[STOCK_OUT] += g->over == BY_STOCK;
    counts->game[STALLED] += g->over == BY_STALL;
    for (int player = 0; player < PLAYERS; player++) {
        counts->seat[TOTAL][player] += g->totals[player];
        counts->seat[SHARES][player] += g->shares[player];
        counts->seat[CALLS][player] += player == g->caller;
        counts->seat[THROWS_RIGHT][player] += g->rows[player].right_throws;
        counts->seat[THROWS_WRONG][player] += g->rows[player].wrong_throws;
    }
}

static void print_counts(const Counts *counts)
{
    for (int i = 0; i < GAME_COUNTS; i++)
        printf("%s %" PRId64 "\n", GAME_NAMES[i], counts->game[i]);
    for (int i = 0; i < SEAT_COUNTS; i++) {
        printf("%s", SEAT_NAMES[i]);
        for (int player = 0; player < PLAYERS; player++)
            printf(" %" PRId64, counts->seat[i][player]);
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: plain SEED FIRST_DEAL DEALS [each]\n");
        return 2;
    }
    uint64_t seed = strtoull(argv[1], NULL, 10), first = strtoull(argv[2], NULL, 10), deals = strtoull(argv[3], NULL, 10);
    bool each = argc > 4;
    Counts sums = {0};
    Game game;
    clock_t start = clock();
    for (uint64_t deal = first; deal < first + deals; deal++)
        for (int rotation = 0; rotation < PLAYERS; rotation++) {
            play(&game, seed, deal, rotation);
            count(&game, &sums);
            if (each) {
                Counts one = {0};
                count(&game, &one);
                print_counts(&one);
            }
        }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (!each) {
        print_counts(&sums);
        printf("seconds %.6f\n", seconds);
    }
    return 0;
}
