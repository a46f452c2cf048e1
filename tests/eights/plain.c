/* 8 Américain by the default rules (preset `seed`), four players, written directly: the yardstick of speed and a twin.
 *
 * Players 0 and 2 are greedy, 1 and 3 are shedders. Nothing here can play another rule, another number of players or
 * another strategy. The cards come from the same keyed random streams as the package's, so every round must end as the
 * package's does. Every round is dealt afresh. Sets of cards are 64-bit masks, card c being bit c = rank * 4 + suit.
 *
 *   cc -O3 -march=native -o plain plain.c
 *   plain SEED FIRST_DEAL DEALS          sums over all rounds, then the seconds of processor time
 *   plain SEED FIRST_DEAL DEALS each     the same sums for every round on its own
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PLAYERS = 4, ROTATIONS = 2, DEALT = 8, PACK = 54, STALL_TURNS = 2000, DANGER = 1 };
enum { ACE, TWO, EIGHT = 7, JACK = 10, JOKER = 13 }; /* ranks are 0 (ace) to 12 (king), 13 for jokers */
enum { ANY_SUIT = 4, NOBODY = -1 };
enum { STREAM_PACK, STREAM_RESHUFFLE }; /* what a stream is for */

#define BIT(card) (UINT64_C(1) << (card))
#define SUIT(suit) (UINT64_C(0x1111111111111) << (suit))
#define RANK(rank) (UINT64_C(0xF) << (4 * (rank)))
#define JOKERS (UINT64_C(3) << 52)
#define WILD (RANK(EIGHT) | JOKERS)

static int points_of(int card)
{
    static const int8_t points[14] = {15, 15, 5, 5, 5, 5, 5, 25, 5, 5, 10, 10, 10, 50};
    return card == 4 * TWO ? 25 : points[card >> 2];
}

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

/* ---- a round ---- */

typedef struct {
    uint64_t hand;
    int points, drawn, attacks_taken, skipped;
} Player;

typedef struct {
    uint64_t seed, deal, discards; /* the discards with the top card */
    int rotation, turns, plays, reshuffles, winner;
    int direction, top, suit;
    int8_t pile[PACK]; /* drawn from the front, shuffled only as far as it is drawn */
    int next, size;
    Stream stream;
    Player players[PLAYERS];
} Round;

static int lowest(uint64_t mask) { return __builtin_ctzll(mask); }
static int count(uint64_t mask) { return __builtin_popcountll(mask); }

static int draw_card(Round *round)
{
    int place = round->next + below(&round->stream, (uint64_t)(round->size - round->next));
    int card = round->pile[place];
    round->pile[place] = round->pile[round->next++];
    return card;
}

/* The pile is empty: the discards but the top become a new one, if there are any. */
static void reshuffle(Round *round)
{
    uint64_t rest = round->discards ^ BIT(round->top);
    if (rest == 0)
        return;
    round->reshuffles++;
    if (round->reshuffles < 64)
        round->stream = stream_of(round->seed, round->deal, STREAM_RESHUFFLE, (uint64_t)round->reshuffles);
    round->next = round->size = 0;
    for (; rest; rest &= rest - 1)
        round->pile[round->size++] = (int8_t)lowest(rest);
    round->discards = BIT(round->top);
}

static void draw(Round *round, Player *player, int cards)
{
    for (; cards > 0 && round->next < round->size; cards--) {
        int card = draw_card(round);
        player->hand |= BIT(card);
        player->points += points_of(card);
        player->drawn++;
        if (round->next == round->size)
            reshuffle(round);
    }
}

static void deal_cards(Round *round, uint64_t seed, uint64_t deal, int rotation)
{
    memset(round, 0, sizeof *round);
    round->seed = seed;
    round->deal = deal;
    round->rotation = rotation;
    round->winner = NOBODY;
    round->direction = 1;
    round->size = PACK;
    round->stream = stream_of(seed, deal, STREAM_PACK, 0);
    for (int card = 0; card < PACK; card++)
        round->pile[card] = (int8_t)card;
    for (int i = 0; i < DEALT; i++)
        for (int seat = 0; seat < PLAYERS; seat++) {
            Player *player = &round->players[(seat + PLAYERS - rotation) % PLAYERS];
            int card = draw_card(round);
            player->hand |= BIT(card);
            player->points += points_of(card);
        }
    round->top = draw_card(round);
    round->discards = BIT(round->top);
    round->suit = round->top >= 4 * JOKER ? ANY_SUIT : round->top & 3;
}

static int after(const Round *round, int player, int steps)
{
    return (player + steps * round->direction + 2 * PLAYERS) % PLAYERS;
}

/* ---- strategies ---- */

static int most_points(uint64_t mask)
{
    int best = -1, most = -1;
    for (; mask; mask &= mask - 1) {
        int card = lowest(mask);
        if (points_of(card) > most) {
            best = card;
            most = points_of(card);
        }
    }
    return best;
}

static int shed(const Round *round, int player, uint64_t playable)
{
    for (int other = 0; other < PLAYERS; other++)
        if (other != player && count(round->players[other].hand) <= DANGER)
            return most_points(playable);
    uint64_t hand = round->players[player].hand, mask = playable & ~WILD;
    int best = -1, most = -1;
    for (mask = mask ? mask : playable; mask; mask &= mask - 1) {
        int card = lowest(mask);
        int value = count((hand & SUIT(card & 3)) | (hand & RANK(card >> 2))) * 64 + points_of(card);
        if (value > most) {
            best = card;
            most = value;
        }
    }
    return best;
}

static int suit_held_most(uint64_t hand)
{
    int best = 0, most = -1;
    for (int suit = 0; suit < 4; suit++) {
        uint64_t held = hand & ~WILD & SUIT(suit);
        int value = count(held) * 4096;
        for (; held; held &= held - 1)
            value += points_of(lowest(held));
        if (value > most) {
            best = suit;
            most = value;
        }
    }
    return best;
}

/* ---- turns ---- */

static uint64_t may_play(const Round *round, uint64_t hand)
{
    if (round->suit == ANY_SUIT)
        return hand;
    return hand & (SUIT(round->suit) | RANK(round->top >> 2) | WILD);
}

static int attack_of(int card)
{
    if (card >= 4 * JOKER)
        return 5;
    if (card >> 2 == TWO)
        return card == 4 * TWO ? 4 : 2;
    return 0;
}

/* Plays a card; gives how many places on the next turn is. */
static int play_card(Round *round, int number, int card)
{
    Player *player = &round->players[number];
    int rank = card >> 2, attack = attack_of(card);
    player->hand ^= BIT(card);
    player->points -= points_of(card);
    round->plays++;
    round->top = card;
    round->discards |= BIT(card);
    round->suit = card & 3;
    if (round->next == round->size)
        reshuffle(round);
    bool pile = round->next < round->size;
    if (player->hand == 0) {
        round->winner = number;
        if (attack && pile) {
            Player *victim = &round->players[after(round, number, 1)];
            victim->attacks_taken++;
            draw(round, victim, attack);
        }
        return 1;
    }
    if (rank == EIGHT || rank == JOKER)
        round->suit = suit_held_most(player->hand);
    if (card == 4 * ACE)
        round->direction = -round->direction;
    if (rank == JACK || (attack && pile)) {
        Player *victim = &round->players[after(round, number, 1)];
        victim->skipped++;
        if (attack) {
            victim->attacks_taken++;
            draw(round, victim, attack);
        }
        return 2;
    }
    return 1;
}

static void play(Round *round, uint64_t seed, uint64_t deal, int rotation)
{
    deal_cards(round, seed, deal, rotation);
    int number = (PLAYERS - rotation) % PLAYERS, passes = 0;
    while (round->winner == NOBODY && round->turns < STALL_TURNS && passes < PLAYERS) {
        Player *player = &round->players[number];
        uint64_t playable = may_play(round, player->hand);
        int steps = 1;
        round->turns++;
        if (playable == 0 && round->next < round->size) {
            uint64_t before = player->hand;
            draw(round, player, 1);
            playable = may_play(round, player->hand ^ before);
            passes = 0;
        }
        if (playable) {
            passes = 0;
            steps = play_card(round, number, number & 1 ? shed(round, number, playable) : most_points(playable));
        } else
            passes = round->next < round->size ? 0 : passes + 1;
        number = after(round, number, steps);
    }
}

/* ---- the program ---- */

enum { TURNS, PLAYED, RESHUFFLES, ENDED_OUT, ROUND_COUNTS };
static const char *const ROUND_NAMES[] = {"turns", "cards_played", "reshuffles", "ended_out"};
enum { OUT, POINTS, DRAWN, ATTACKS_TAKEN, SKIPPED, SEAT_COUNTS };
static const char *const SEAT_NAMES[] = {"out", "points", "cards_drawn", "attacks_taken", "skipped"};

typedef struct {
    int64_t round[ROUND_COUNTS], seat[SEAT_COUNTS][PLAYERS];
} Counts;

static void count_round(const Round *round, Counts *counts)
{
    counts->round[TURNS] += round->turns;
    counts->round[PLAYED] += round->plays;
    counts->round[RESHUFFLES] += round->reshuffles;
    counts->round[ENDED_OUT] += round->winner != NOBODY;
    for (int number = 0; number < PLAYERS; number++) {
        const Player *player = &round->players[number];
        counts->seat[OUT][number] += number == round->winner;
        counts->seat[POINTS][number] += player->points;
        counts->seat[DRAWN][number] += player->drawn;
        counts->seat[ATTACKS_TAKEN][number] += player->attacks_taken;
        counts->seat[SKIPPED][number] += player->skipped;
    }
}

static void print_counts(const Counts *counts)
{
    for (int i = 0; i < ROUND_COUNTS; i++)
        printf("%s %" PRId64 "\n", ROUND_NAMES[i], counts->round[i]);
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
    Round round;
    clock_t start = clock();
    for (uint64_t deal = first; deal < first + deals; deal++)
        for (int rotation = 0; rotation < ROTATIONS; rotation++) {
            play(&round, seed, deal, rotation);
            count_round(&round, &sums);
            if (each) {
                Counts one = {0};
                count_round(&round, &one);
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
