// Heads-up: one hand against the dealer. Every deal, original or war, takes one card for each, so all lanes of a warp
// have drawn the same number of cards and stay in phase; what a deal means is one look into a table.
//
// A lane's shoe is two words, to which two words of the table are added. The state: cards gone, so counted that the bit
// above them tells that the cover card is out; what the round waits for; hands won; double ties. The wars: double ties
// with both ties suited, then lost and won after either kind of tie. Its top bit counts nothing: in the table it is
// clear for a tie in a war, and for nothing else.

#define ROWS (2 * SAME_RANK + 3)
#define TABLE_AT 16384 // an address of its own bits, so that a state and a row are put together without a carry
#define TABLE_BYTES 12288
#define FRONT_AT 1024 // in front of the table: shoes by rounds, then the first warp's shoes
#define WARP_BYTES (DECKS * 13 * 128)

struct Lane {
    u32 base, column;
    u32 state, wars;
    u32 fours; // halves: fours of a kind, suited ones; ties in a war are taken for double ties first
    u32 dealer, triggers;
};

// What a look back at a deal needs: the dealer's card, and what was added to the wars.
struct Seen {
    u32 dealer, war;
};

INLINE u32 row_of(u32 player, u32 dealer) {
    return (u32)max(min((int)player - (int)dealer + SAME_RANK + 1, 2 * SAME_RANK + 2), 0);
}

INLINE Seen deal_pair(Lane &lane, u32 tail, const Draws &draws) {
    u32 one = lane.base + place_of(draws.first);
    u32 player = load_byte(one);
    store_byte(one, load_byte(tail + 1));
    u32 other = lane.base + place_of(draws.second);
    u32 dealer = load_byte(other);
    store_byte(other, load_byte(tail));
    uint2 change = load_pair((lane.state & STATES) | (row_of(player, dealer) * 128 + lane.column));
#if TRIGGER == 1
    lane.triggers += dealer & change.x & 4u; // the bit of two cards gone, which no war of this plan has
#elif TRIGGER == 2
    if ((lane.state & STATES) == 0) lane.triggers += dealer & 4u;
#endif
    lane.state += change.x;
    lane.wars += change.y;
    return Seen{dealer, change.y};
}

// Under 16 if a war was tied in the rank of the tie before it.
INLINE u32 apart_in_war(u32 before, const Seen &seen) { return (before ^ seen.dealer) | seen.war; }

INLINE void look_back(Lane &lane, const Seen &seen) {
    if (apart_in_war(lane.dealer, seen) < 16) {
        bool both_suited = seen.war != 0;
        lane.fours += !both_suited ? 1u : lane.dealer == seen.dealer ? 0x10000u : 0u;
    }
    lane.dealer = seen.dealer;
}

// Two deals take the four slots of a word.
INLINE u32 tail_of(u32 tail, int deal) { return tail - (deal >> 1) * 128 + 2 - 2 * (deal & 1); }

INLINE void deal_slowly(Lane &lane, Stream &stream, u32 tail, u32 left) {
#pragma unroll 1
    for (int i = 0; i < DEALS; ++i, left -= 2) {
        Draws draws;
        do
            draws = split_word(next_word(stream), left);
        while (rejected(draws.rest, left));
        look_back(lane, deal_pair(lane, tail_of(tail, i), draws));
    }
}

// Some deals at once: none of their words is rejected and none is four of a kind, or else they are looked at again.
INLINE void deal_some(Lane &lane, Stream &stream, u32 tail, u32 left) {
    Stream after = stream;
    Draws draws[DEALS];
    u32 least = 0xFFFFFFFFu;
#pragma unroll
    for (int i = 0; i < DEALS; ++i) {
        draws[i] = split_word(next_word(after), left - 2 * i);
        least = min(least, draws[i].rest);
    }
    if (any_lane(least < LEAST_REST)) {
        deal_slowly(lane, stream, tail, left);
        return;
    }
    stream = after;
    Seen seen[DEALS];
    u32 nearest = 0xFFFFFFFFu, before = lane.dealer;
#pragma unroll
    for (int i = 0; i < DEALS; ++i) {
        seen[i] = deal_pair(lane, tail_of(tail, i), draws[i]);
        nearest = min(nearest, apart_in_war(before, seen[i]));
        before = seen[i].dealer;
    }
    if (any_lane(nearest < 16)) {
#pragma unroll
        for (int i = 0; i < DEALS; ++i) look_back(lane, seen[i]);
    }
    lane.dealer = before;
}

// A lane whose cover card is out goes on beside the others, and the table adds nothing.
INLINE void deal_shoe(Lane &lane, u64 seed, u64 shoe, bool dealt) {
    Stream stream = seed_stream(seed, shoe);
    fill_shoe(lane.base);
    lane.state = dealt ? START : OUT;
    lane.wars = lane.fours = lane.dealer = 0;
    u32 tail = lane.base + WARP_BYTES - 128;
#pragma unroll 1
    for (u32 left = SLOTS;; left -= 2 * DEALS, tail -= DEALS * 64) {
        deal_some(lane, stream, tail, left);
        if (left <= SLOTS - 2 * SURE && !any_lane((lane.state & STATES) != OUT)) break;
    }
}

INLINE void read_shoe(const Lane &lane, bool dealt, u32 *x) {
    u32 gone = (lane.state & (2 * OUT - 1)) - START >> GONE_AT;
#pragma unroll
    for (int i = 0; i < VECTOR; ++i) x[i] = 0;
    x[1] = lane.state >> WON_AT & 255u;
#if WAR
    u32 suited_fours = lane.fours >> 16, fours = lane.fours & 0xFFFFu;
    u32 both = lane.wars & 63u, twice = lane.state >> DOUBLE_AT & 63u, fought = both + twice;
#pragma unroll
    for (int i = 4; i < 8; ++i) {
        x[i] = lane.wars >> WAR_WIDTH * (i - 3) & 63u;
        fought += x[i];
    }
    x[8] = twice - fours;
    x[9] = fours;
    x[10] = both - suited_fours;
    x[11] = suited_fours;
    x[0] = (gone - WAR_CARDS * fought) / 2;
#else
    x[2] = lane.wars & 255u;
    x[3] = lane.wars >> 8 & 255u;
    x[0] = gone / 2;
#endif
    x[12] = 1;
#pragma unroll
    for (int i = 0; i < VECTOR; ++i) x[i] = dealt ? x[i] : 0;
}

// Sixteen copies of the table, side by side, so that no two lanes of half a warp meet in a bank.
INLINE void lay_out_table() {
    for (u32 i = threadIdx.x; i < 6 * ROWS * 16; i += WARPS * 32) {
        u32 entry = i / 16, at = TABLE_AT + entry / ROWS * 2048 + entry % ROWS * 128 + i % 16 * 8;
        store_word(at, TABLE[2 * entry]);
        store_word(at + 4, TABLE[2 * entry + 1]);
    }
}

extern "C" __global__ void __launch_bounds__(WARPS * 32, 1) headsup(u64 seed, u64 first, u64 shoes, u64 *totals) {
    if (origin() > FRONT_AT) __trap(); // the first warp's shoes would reach into the table
    u32 *lengths = (u32 *)memory;
    for (u32 i = threadIdx.x; i < 256; i += WARPS * 32) lengths[i] = 0;
    lay_out_table();
    __syncthreads();
    u32 in_warp = threadIdx.x & 31, warp = __shfl_sync(EVERY_LANE, threadIdx.x >> 5, 0);
    u32 region = warp ? TABLE_AT + TABLE_BYTES - origin() + (warp - 1) * WARP_BYTES : FRONT_AT;
    Lane lane;
    lane.base = keep(origin() + region + in_warp * 4);
    lane.column = keep(TABLE_AT + (in_warp & 15) * 8);
    lane.triggers = 0;
    int sums[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    u64 batches = (shoes + 31) / 32;
    u32 held = 0;
#pragma unroll 1
    for (u64 batch = (u64)blockIdx.x * WARPS + warp; batch < batches; batch += (u64)gridDim.x * WARPS) {
        u64 shoe = batch * 32 + in_warp;
        bool dealt = shoe < shoes;
        deal_shoe(lane, seed, first + shoe, dealt);
        u32 x[VECTOR];
        read_shoe(lane, dealt, x);
        if (dealt) atomicAdd(lengths + x[0], 1u);
        count_shoes(sums, region, in_warp, x);
        if (++held == HOLD) {
            give_sums(sums, in_warp, totals);
            held = 0;
        }
    }
    give_sums(sums, in_warp, totals);
    if (lane.triggers) atomicAdd(totals + TRIGGERS_AT, (u64)(lane.triggers / 4));
    __syncthreads();
    for (u32 i = threadIdx.x; i < 256; i += WARPS * 32)
        if (lengths[i]) atomicAdd(totals + LENGTHS_AT + i, (u64)lengths[i]);
}
