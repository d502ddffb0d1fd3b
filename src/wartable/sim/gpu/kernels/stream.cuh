// The stream of a shoe, as the definition in stream.py has it: Philox seeds a multiply-with-carry, a word gives two draws.

struct Stream {
    u32 x, c, k;
};

INLINE Stream seed_stream(u64 seed, u64 shoe) {
    u32 c0 = (u32)shoe, c1 = (u32)(shoe >> 32), c2 = 0, c3 = 0;
    u32 k0 = (u32)seed, k1 = (u32)(seed >> 32);
#pragma unroll
    for (int time = 0; time < 10; ++time) {
        u64 one = (u64)0xD2511F53u * c0, other = (u64)0xCD9E8D57u * c2;
        c0 = (u32)(other >> 32) ^ c1 ^ k0;
        c1 = (u32)other;
        c2 = (u32)(one >> 32) ^ c3 ^ k1;
        c3 = (u32)one;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return Stream{c0, c1 | 1u, c2};
}

INLINE u32 next_word(Stream &s) {
    u32 word = s.x ^ s.c ^ s.k;
    multiply(0xFFFEB81Bu, s.x, s.c, s.x, s.c);
    return word;
}

struct Draws {
    u32 first, second, rest;
};

INLINE Draws split_word(u32 word, u32 left) {
    Draws draws;
    u32 rest;
    multiply(left, word, 0, rest, draws.first);
    multiply(left - 1, rest, 0, draws.rest, draws.second);
    return draws;
}

// A word is rejected less often than once in 24,000, so kernels look at many at once for a rest this small.
#define LEAST_REST (SLOTS * (SLOTS - 1))

INLINE bool rejected(u32 rest, u32 left) {
    u32 ways = left * (left - 1);
    return rest < ways && rest < (0u - ways) % ways;
}

// A card in a byte: its rank in the upper half; below, what tells its suit, with 4 in it if it turns the wheel. So cards
// of one rank are at most SAME_RANK apart, and others further. A lane keeps four slots to a word, and has a bank to
// itself.

INLINE u32 place_of(u32 slot) { return slot * 32 - (slot & 3) * 31; }

INLINE void fill_shoe(u32 base) {
#pragma unroll
    for (int rank = 0; rank < 13; ++rank)
#pragma unroll
        for (int deck = 0; deck < DECKS; ++deck) store_word(base + (deck * 13 + rank) * 128, FRESH[rank]);
}
