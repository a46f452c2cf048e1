/* Cactus by the default rules (preset `gamelia`), four players, written directly: the yardstick of speed and a twin.
 *
 * Player 0 is threshold, 1 is threshold(call_at=8), 2 is threshold(call_at=3), 3 is kamikaze. Nothing here can play
 * another rule, another number of players or another strategy. The cards and the reaction times come from the same
 * keyed random streams as the package's, so every game must end as the package's does. Every game is dealt afresh.
 *
 *   cc -O3 -march=native -o plain plain.c
 *   plain SEED FIRST_DEAL DEALS          sums over all games, then the seconds of processor time
 *   plain SEED FIRST_DEAL DEALS games    a line a game: deal rotation reason turns rounds caller,
 *                                        then for each player total, 840ths of a win, throws right, throws wrong
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLAYERS = 4, SLOTS = 4, LOOKED_AT = 2, PACK = 52, NONE = -1 };
enum { CALL_UNDER = 6, CACTUS_MAX = 6, STALL_ROUNDS = 100, MAX_THROWS = 64, SHARE = 840 };
enum { EIGHT = 7 };                                       /* ranks are 0 (ace) to 12 (king) */
enum { GOES_ON, BY_CALL, BY_STOCK, BY_STALL };            /* why a game is over */
enum { STREAM_PACK, STREAM_RESHUFFLE, STREAM_RACE };      /* what a stream is for */
enum { THRESHOLD_5, THRESHOLD_8, THRESHOLD_3, KAMIKAZE }; /* who sits in the line-up */

static const int POINTS[13] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0};
static const double PACK_MEAN = 300.0 / 52.0;

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

/* The slot to be rid of first, and what is in it: the points of its card, or the mean of the pack if not known. */
static int worst_slot(const Row *row, double *worth)
{
    int worst = worst_known(row), unknown = first_unknown(row);
    *worth = worst == NONE ? NONE : points_of(row->cards[worst]);
    if (unknown != NONE && *worth < PACK_MEAN) {
        *worth = PACK_MEAN;
        return unknown;
    }
    return worst;
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
    double worth;
    int slot = worst_slot(row, &worth), offered = points_of(top(g));
    if (slot != NONE && offered <= 4 && worth > offered) {
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
        } else if (slot != NONE && worth > points_of(card)) {
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

enum { COLUMNS = 4 }; /* of a player: total, share, throws right, throws wrong */

static void columns_of(const Game *g, int player, int columns[COLUMNS])
{
    columns[0] = g->totals[player];
    columns[1] = g->shares[player];
    columns[2] = g->rows[player].right_throws;
    columns[3] = g->rows[player].wrong_throws;
}

static void print_game(const Game *g)
{
    printf("%" PRIu64 " %d %d %d %d %d", g->deal, g->rotation, g->over, g->turns, g->round, g->caller);
    for (int player = 0; player < PLAYERS; player++) {
        int columns[COLUMNS];
        columns_of(g, player, columns);
        for (int i = 0; i < COLUMNS; i++)
            printf(" %d", columns[i]);
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: plain SEED FIRST_DEAL DEALS [games]\n");
        return 2;
    }
    uint64_t seed = strtoull(argv[1], NULL, 10), first = strtoull(argv[2], NULL, 10), deals = strtoull(argv[3], NULL, 10);
    bool each = argc > 4;
    int64_t turns = 0, rounds = 0, sums[PLAYERS][COLUMNS] = {0};
    static Game game;
    clock_t start = clock();
    for (uint64_t deal = first; deal < first + deals; deal++)
        for (int rotation = 0; rotation < PLAYERS; rotation++) {
            play(&game, seed, deal, rotation);
            turns += game.turns;
            rounds += game.round;
            for (int player = 0; player < PLAYERS; player++) {
                int columns[COLUMNS];
                columns_of(&game, player, columns);
                for (int i = 0; i < COLUMNS; i++)
                    sums[player][i] += columns[i];
            }
            if (each)
                print_game(&game);
        }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (!each) {
        printf("%" PRId64 " %" PRId64, turns, rounds);
        for (int player = 0; player < PLAYERS; player++)
            for (int i = 0; i < COLUMNS; i++)
                printf(" %" PRId64, sums[player][i]);
        printf("\n%.6f\n", seconds);
    }
    return 0;
}
