// Any number of hands against the dealer. Original deals keep the lanes of a warp in phase; wars do not, so each lane
// has its own number of cards left. A card that was drawn stays in the slot that its drawing freed, to be looked up.

#define CARDS (HANDS + 1)
#define WORDS ((CARDS + 1) / 2)
#define BINS 400 // classes of twelve hands, then shoes by rounds
#define RANKS_AT (DECKS * 13 * 128)
#define WARP_BYTES (RANKS_AT + (BY_COUNT ? 512 : 0))

struct Lane {
    u32 base;
    Stream stream;
    u32 left, gone, rounds;
    u32 live; // hands with a bettor; none when the shoe is finished
    bool finished;
    u32 tied;      // hands tied in the shoe
    u32 given;     // halves: ties surrendered, suited ties surrendered
    u32 fought[2]; // bytes: wars of classes 4 to 7, and 8 to 11
    u32 won[3];    // bytes: rounds won by each hand
    u32 triggers;
    u32 products[10];
    u32 same; // ordered pairs of unseen cards of one rank
};

INLINE u32 slot_at(const Lane &lane, u32 slot) { return lane.base + place_of(slot); }

INLINE u32 take_card(Lane &lane, u32 slot) {
    u32 at = slot_at(lane, slot), freed = slot_at(lane, --lane.left);
    u32 card = load_byte(at);
    store_byte(at, load_byte(freed));
    store_byte(freed, card);
#if BY_COUNT
    u32 rank = card >> 4, unseen = lane.base + RANKS_AT + (rank >> 2) * 128 + (rank & 3);
    u32 count = load_byte(unseen) - 1;
    store_byte(unseen, count);
    lane.same -= 2 * count;
#endif
    return card;
}

INLINE Draws draw_pair(Stream &stream, u32 left) {
    Draws draws = split_word(next_word(stream), left);
    if (draws.rest < LEAST_REST)
        while (rejected(draws.rest, left)) draws = split_word(next_word(stream), left);
    return draws;
}

// The draws of an original deal; if some lane's word may have to be rejected, all are drawn again with a look at each.
INLINE void draw_original(Lane &lane, u32 *slots) {
    Stream stream = lane.stream;
    u32 least = 0xFFFFFFFFu;
#pragma unroll
    for (int i = 0; i < WORDS; ++i) {
        Draws draws = split_word(next_word(stream), lane.left - 2 * i);
        slots[2 * i] = draws.first;
        slots[2 * i + 1] = draws.second;
        least = min(least, draws.rest);
    }
    if (any_lane(least < LEAST_REST)) {
        stream = lane.stream;
#pragma unroll
        for (int i = 0; i < WORDS; ++i) {
            Draws draws = draw_pair(stream, lane.left - 2 * i);
            slots[2 * i] = draws.first;
            slots[2 * i + 1] = draws.second;
        }
    }
    lane.stream = stream;
}

INLINE u32 hands_that_count(const Lane &lane) {
#if BY_COUNT
    bool likely = (long long)lane.same * COUNT_DEN >= (long long)COUNT_NUM * lane.left * (lane.left - 1);
    return likely ? COUNTING : 0u;
#else
    return 0u;
#endif
}

// A war: the hands in it in order, then the dealer; then what became of each. Halves: wars won, wars tied.
INLINE u32 fight(Lane &lane, u32 start, u32 dealer, u32 war, u32 bins) {
    u32 cards = count_bits(war) + 1, first = lane.left - 1, other = 0, result = 0;
    lane.gone += WAR_BURNS + WAR_BURNS_EACH * (cards - 1) + cards;
    for (u32 drawn = 0; drawn < cards; drawn += 2) {
        Draws draws = draw_pair(lane.stream, lane.left);
        other = take_card(lane, draws.first);
        if (drawn + 1 < cards) other = take_card(lane, draws.second);
    }
    u32 twice = ((dealer ^ other) & 0xF0u) == 0 ? 9 : 8, both_suited = dealer == other ? 11 : 10;
    for (; war; war &= war - 1, --first) {
        u32 hand = find_first(war), card = load_byte(slot_at(lane, first));
        bool suited = load_byte(slot_at(lane, start - hand)) == dealer;
        int apart = (int)card - (int)other;
        u32 won = apart > SAME_RANK ? 1 : 0;
        bool tie = (u32)(apart + SAME_RANK) <= 2u * SAME_RANK;
        u32 found = tie ? (suited && apart == 0 ? both_suited : twice) : (suited ? 6u : 4u) + won;
        u32 one = 1u << ((found & 3) * 8);
        result += tie ? 0x10000u : won;
        lane.fought[0] += tie ? 0u : one;
        lane.fought[1] += tie ? one : 0u;
        count_one(bins + (hand * 12 + found) * 4);
    }
    return result;
}

INLINE void surrender(Lane &lane, u32 start, u32 dealer, u32 tied, u32 bins) {
    for (; tied; tied &= tied - 1) {
        u32 hand = find_first(tied);
        bool suited = load_byte(slot_at(lane, start - hand)) == dealer;
        lane.given += suited ? 0x10000u : 1u;
        count_one(bins + (hand * 12 + (suited ? 3u : 2u)) * 4);
    }
}

INLINE void count_round(Lane &lane, u32 wins, u32 ties, u32 wars_won, u32 wars_tied) {
    u32 v[4] = {wins, ties, wars_won, wars_tied};
    int place = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = i; j < 4; ++j) lane.products[place++] += v[i] * v[j];
}

INLINE void deal_round(Lane &lane, u32 bins) {
    u32 slots[2 * WORDS], card[CARDS], start = lane.left - 1;
    draw_original(lane, slots);
#pragma unroll
    for (int i = 0; i < CARDS; ++i) card[i] = take_card(lane, slots[i]);
    u32 dealer = card[HANDS], won = 0, lost = 0;
#pragma unroll
    for (int i = HANDS - 1; i >= 0; --i) {
        won = push_sign(won, dealer + SAME_RANK - card[i]);
        lost = push_sign(lost, card[i] + SAME_RANK - dealer);
    }
    won &= lane.live;
    u32 tied = lane.live & ~(won | lost), war = tied & (GO_TO_WAR | hands_that_count(lane));
    lane.gone += CARDS;
    lane.rounds += lane.live ? 1u : 0u;
    lane.triggers += dealer & (lane.live ? 4u : 0u);
    lane.tied += count_bits(tied);
#pragma unroll
    for (int i = 0; i < (HANDS + 3) / 4; ++i) lane.won[i] += ((won >> 4 * i & 15u) * 0x00204081u) & 0x01010101u;
    surrender(lane, start, dealer, tied & ~war, bins);
    u32 result = war ? fight(lane, start, dealer, war, bins) : 0u;
    count_round(lane, count_bits(won), count_bits(tied), result & 0xFFFFu, result >> 16);
}

INLINE void begin_shoe(Lane &lane, u64 seed, u64 shoe, bool dealt) {
    lane.stream = seed_stream(seed, shoe);
    fill_shoe(lane.base);
#if BY_COUNT
#pragma unroll
    for (int i = 0; i < 4; ++i) store_word(lane.base + RANKS_AT + i * 128, DECKS * 0x04040404u);
    lane.same = 13 * DECKS * 4 * (DECKS * 4 - 1);
#endif
    lane.left = SLOTS;
    lane.gone = BURN_FIRST;
    lane.live = dealt ? BETTORS : 0u;
    lane.finished = false;
    lane.rounds = lane.tied = lane.given = lane.fought[0] = lane.fought[1] = 0;
#pragma unroll
    for (int i = 0; i < 3; ++i) lane.won[i] = 0;
}

INLINE void deal_shoe(Lane &lane, u64 seed, u64 shoe, bool dealt, u32 limit, u32 bins) {
    begin_shoe(lane, seed, shoe, dealt);
#pragma unroll 1
    while (any_lane(lane.live != 0)) {
        deal_round(lane, bins);
        bool out = lane.gone > FRONT;
        if (out || lane.rounds == limit) {
            if (lane.live) lane.finished = out;
            lane.live = 0;
            lane.left = SLOTS; // it deals on beside the others, and nothing is counted
        }
    }
}

// Hands won have two bytes of the vector, for there may be more than 255. False: another number was too large.
INLINE bool read_shoe(const Lane &lane, bool dealt, u32 *x) {
    u32 wins = 0;
#pragma unroll
    for (int i = 0; i < 12; ++i) wins += lane.won[i >> 2] >> 8 * (i & 3) & 255u;
    x[0] = lane.rounds;
    x[1] = min(wins, 255u);
    x[2] = lane.given & 0xFFFFu;
    x[3] = lane.given >> 16;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        x[4 + i] = lane.fought[0] >> 8 * i & 255u;
        x[8 + i] = lane.fought[1] >> 8 * i & 255u;
    }
    x[12] = dealt;
    x[13] = wins - x[1];
    return lane.tied < 256;
}

// What a lane keeps over many shoes, before a number of 16 bits can run over.
struct Kept {
    int sums[8];
    u32 wins[6]; // halves: rounds won by each hand
};

INLINE void keep_wins(Kept &kept, const Lane &lane) {
#pragma unroll
    for (int i = 0; i < 3; ++i) {
        kept.wins[2 * i] += (lane.won[i] & 0xFFu) | (lane.won[i] & 0xFF00u) << 8;
        kept.wins[2 * i + 1] += (lane.won[i] >> 16 & 0xFFu) | (lane.won[i] >> 8 & 0xFF0000u);
    }
}

INLINE void give_kept(Kept &kept, Lane &lane, u32 in_warp, u64 *totals) {
    give_sums(kept.sums, in_warp, totals);
#pragma unroll
    for (int i = 0; i < 12; ++i) {
        u32 won = kept.wins[i >> 1] >> 16 * (i & 1) & 0xFFFFu;
        if (won) atomicAdd(totals + CLASSES_AT + i * 12 + 1, (u64)won);
    }
#pragma unroll
    for (int i = 0; i < 6; ++i) kept.wins[i] = 0;
#pragma unroll
    for (int i = 0; i < 10; ++i) {
        if (lane.products[i]) atomicAdd(totals + ROUNDS_AT + i, (u64)lane.products[i]);
        lane.products[i] = 0;
    }
}

extern "C" __global__ void __launch_bounds__(WARPS * 32, 1)
    hands(u64 seed, u64 first, u64 shoes, u64 *totals, u32 limit) {
    u32 *counted = (u32 *)memory;
    for (u32 i = threadIdx.x; i < BINS; i += WARPS * 32) counted[i] = 0;
    __syncthreads();
    u32 in_warp = threadIdx.x & 31, warp = __shfl_sync(EVERY_LANE, threadIdx.x >> 5, 0);
    u32 region = 4 * 512 + warp * WARP_BYTES, bins = keep(origin());
    Lane lane;
    lane.base = keep(origin() + region + in_warp * 4);
    lane.triggers = 0;
#pragma unroll
    for (int i = 0; i < 10; ++i) lane.products[i] = 0;
    Kept kept = {{0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}};
    bool fits = true;
    u64 batches = (shoes + 31) / 32;
    u32 held = 0;
#pragma unroll 1
    for (u64 batch = (u64)blockIdx.x * WARPS + warp; batch < batches; batch += (u64)gridDim.x * WARPS) {
        u64 shoe = batch * 32 + in_warp;
        bool dealt = shoe < shoes;
        deal_shoe(lane, seed, first + shoe, dealt, limit, bins);
        u32 x[VECTOR];
        fits = read_shoe(lane, dealt, x) && fits;
        if (lane.finished) atomicAdd(counted + 144 + x[0], 1u);
        keep_wins(kept, lane);
        count_shoes(kept.sums, region, in_warp, x);
        if (++held == HOLD) {
            give_kept(kept, lane, in_warp, totals);
            held = 0;
        }
    }
    give_kept(kept, lane, in_warp, totals);
    if (lane.triggers) atomicAdd(totals + TRIGGERS_AT, (u64)(lane.triggers / 4));
    if (!fits) totals[MISFIT_AT] = 1;
    __syncthreads();
    for (u32 i = threadIdx.x; i < BINS; i += WARPS * 32)
        if (counted[i]) atomicAdd(totals + (i < 144 ? CLASSES_AT + i : LENGTHS_AT + i - 144), (u64)counted[i]);
}
