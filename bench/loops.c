/* The heads-up kernel's peers in C: the plain loop, and the same loop on sixteen shoes at a time with AVX-512.
 *
 * Both deal six decks, one burn, the cover card 78 from the back, three burns in a war, always war, red aces turning the
 * wheel; both count what the kernel counts. They are built by `wartable bench sim` where a compiler is found, and their
 * tallies must be the kernel's: out = rounds, shoes, triggers, twelve classes, 78 products, 256 shoes by rounds. */
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;

enum { CARDS = 312, FRONT = 234, BURNS = 3, OUT = 3 + 12 + 78 + 256 };
#define MULTIPLIER 0xfffeb81bull
#define TRIGGERS (3ull << 49)

static void philox(u64 counter, u64 key, u32 out[4]) {
    u32 c0 = counter, c1 = counter >> 32, c2 = 0, c3 = 0, k0 = key, k1 = key >> 32;
    for (int i = 0; i < 10; i++) {
        u64 one = 0xD2511F53ull * c0, other = 0xCD9E8D57ull * c2;
        u32 n0 = (u32)(other >> 32) ^ c1 ^ k0, n2 = (u32)(one >> 32) ^ c3 ^ k1;
        c1 = (u32)other, c3 = (u32)one, c0 = n0, c2 = n2;
        k0 += 0x9E3779B9, k1 += 0xBB67AE85;
    }
    out[0] = c0, out[1] = c1, out[2] = c2, out[3] = c3;
}

static void close_shoe(const u32 x[12], u64 *out) {
    u64 *classes = out + 3, *product = out + 15, *lengths = out + 93;
    out[0] += x[0], out[1] += 1, lengths[x[0]] += 1;
    for (int i = 0; i < 12; i++) {
        classes[i] += x[i];
        for (int j = i; j < 12; j++) *product++ += (u64)x[i] * x[j];
    }
}

void deal_plain(u64 seed, u64 first, u64 shoes, u64 *out) {
    u8 fresh[CARDS], shoe[CARDS];
    for (int i = 0; i < CARDS; i++) fresh[i] = i % 52;
    for (u64 number = first; number < first + shoes; number++) {
        u32 words[4];
        philox(number, seed, words);
        u64 state = words[0] | (u64)(words[1] | 1) << 32;
        const u32 key = words[2];
        memcpy(shoe, fresh, CARDS);
        u32 left = CARDS, x[12] = {0};
        int gone = 1;
#define DRAW(one, other)                                                                     \
    do {                                                                                     \
        u64 p, q;                                                                            \
        u32 rest, ways = left * (left - 1);                                                  \
        do {                                                                                 \
            u32 low = (u32)state, high = (u32)(state >> 32);                                 \
            state = MULTIPLIER * low + high;                                                 \
            p = (u64)(low ^ high ^ key) * left;                                              \
            q = (u64)(u32)p * (left - 1);                                                    \
            rest = (u32)q;                                                                   \
        } while (__builtin_expect(rest < ways, 0) && rest < (u32)(0x100000000ull % ways));   \
        one = shoe[p >> 32], shoe[p >> 32] = shoe[left - 1];                                 \
        other = shoe[q >> 32], shoe[q >> 32] = shoe[left - 2];                               \
        left -= 2;                                                                           \
    } while (0)
        do {
            u32 card, dealers;
            DRAW(card, dealers);
            gone += 2, x[0]++, out[2] += TRIGGERS >> dealers & 1;
            if (__builtin_expect(card >> 2 == dealers >> 2, 0)) {
                u32 war, dealers_war, suited = card == dealers, found;
                DRAW(war, dealers_war);
                gone += 2 + BURNS;
                if (war >> 2 != dealers_war >> 2)
                    found = 4 + 2 * suited + (war > dealers_war);
                else if (suited && war == dealers_war)
                    found = card == war ? 11 : 10;
                else
                    found = card >> 2 == war >> 2 ? 9 : 8;
                x[found]++;
            } else {
                x[1] += card > dealers;
            }
        } while (gone <= FRONT);
        close_shoe(x, out);
    }
}

#ifdef __AVX512F__
#include <immintrin.h>

int has_lanes(void) { return 1; }

typedef __m512i V;
#define ALL(n) _mm512_set1_epi32((int)(n))

static inline void multiply(V a, V b, V *low, V *high) {
    V even = _mm512_mul_epu32(a, b), odd = _mm512_mul_epu32(_mm512_srli_epi64(a, 32), _mm512_srli_epi64(b, 32));
    *high = _mm512_mask_blend_epi32(0xaaaa, _mm512_srli_epi64(even, 32), odd);
    *low = _mm512_mask_blend_epi32(0xaaaa, even, _mm512_slli_epi64(odd, 32));
}

static inline V next_word(V *x, V *carry, V key, __mmask16 who) {
    V word = _mm512_ternarylogic_epi32(*x, *carry, key, 0x96), low, high;
    multiply(ALL(0xfffeb81b), *x, &low, &high);
    V after = _mm512_add_epi32(low, *carry);
    high = _mm512_mask_add_epi32(high, _mm512_cmplt_epu32_mask(after, *carry), high, ALL(1));
    *x = _mm512_mask_mov_epi32(*x, who, after), *carry = _mm512_mask_mov_epi32(*carry, who, high);
    return word;
}

#define BUMP(v, mask) v = _mm512_mask_add_epi32(v, mask, v, ALL(1))

void deal_lanes(u64 seed, u64 first, u64 shoes, u64 *out) {
    static _Thread_local u32 shoe[CARDS * 16] __attribute__((aligned(64)));
    const V lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), none = _mm512_setzero_si512();
    for (u64 number = first; number < first + shoes; number += 16) {
        u32 xs[16], cs[16], ks[16], words[4], counted[12][16];
        for (int lane = 0; lane < 16; lane++) {
            philox(number + lane, seed, words);
            xs[lane] = words[0], cs[lane] = words[1] | 1, ks[lane] = words[2];
        }
        V x = _mm512_loadu_si512(xs), carry = _mm512_loadu_si512(cs), key = _mm512_loadu_si512(ks);
        for (int i = 0; i < CARDS; i++) _mm512_store_si512(shoe + i * 16, ALL(i % 52));
        V n[12], gone = ALL(1), before = none, triggers = none;
        for (int i = 0; i < 12; i++) n[i] = none;
        __mmask16 playing = 0xffff, at_war = 0, suited = 0;
        for (u32 left = CARDS; playing; left -= 2) {
            V rest, one, other, word = next_word(&x, &carry, key, 0xffff);
            const V l = ALL(left), less = ALL(left - 1);
            const u32 ways = left * (left - 1);
            multiply(word, l, &rest, &one);
            multiply(rest, less, &rest, &other);
            if (__builtin_expect(_mm512_cmplt_epu32_mask(rest, ALL(ways)) != 0, 0)) {
                const V unfair = ALL((u32)(0x100000000ull % ways));
                __mmask16 again;
                while ((again = _mm512_cmplt_epu32_mask(rest, unfair))) {
                    V r, a, b;
                    word = next_word(&x, &carry, key, again);
                    multiply(word, l, &r, &a);
                    multiply(r, less, &r, &b);
                    rest = _mm512_mask_mov_epi32(rest, again, r);
                    one = _mm512_mask_mov_epi32(one, again, a), other = _mm512_mask_mov_epi32(other, again, b);
                }
            }
            V at = _mm512_add_epi32(_mm512_slli_epi32(one, 4), lanes), then = _mm512_add_epi32(_mm512_slli_epi32(other, 4), lanes);
            V card = _mm512_i32gather_epi32(at, shoe, 4);
            _mm512_i32scatter_epi32(shoe, at, _mm512_load_si512(shoe + (left - 1) * 16), 4);
            V dealers = _mm512_i32gather_epi32(then, shoe, 4);
            _mm512_i32scatter_epi32(shoe, then, _mm512_load_si512(shoe + (left - 2) * 16), 4);
            __mmask16 tie = _mm512_cmplt_epu32_mask(_mm512_xor_si512(card, dealers), ALL(4));
            __mmask16 win = _mm512_cmpgt_epu32_mask(card, dealers) & ~tie, same = _mm512_cmpeq_epi32_mask(card, dealers);
            __mmask16 original = playing & ~at_war;
            BUMP(n[0], original);
            BUMP(n[1], original & win);
            BUMP(triggers, original & (_mm512_cmpeq_epi32_mask(dealers, ALL(49)) | _mm512_cmpeq_epi32_mask(dealers, ALL(50))));
            gone = _mm512_add_epi32(gone, ALL(2));
            if (at_war) {
                __mmask16 lose = ~tie & ~win, plain = at_war & ~suited;
                BUMP(n[4], plain & lose);
                BUMP(n[5], plain & win);
                BUMP(n[6], suited & lose);
                BUMP(n[7], suited & win);
                __mmask16 doubled = at_war & tie;
                if (doubled) {
                    V change = _mm512_xor_si512(card, before);
                    __mmask16 both = doubled & suited & same, rank = _mm512_cmplt_epu32_mask(change, ALL(4));
                    __mmask16 exact = _mm512_cmpeq_epi32_mask(change, none);
                    BUMP(n[11], both & exact);
                    BUMP(n[10], both & ~exact);
                    BUMP(n[9], doubled & ~both & rank);
                    BUMP(n[8], doubled & ~both & ~rank);
                }
                gone = _mm512_mask_add_epi32(gone, at_war, gone, ALL(BURNS));
            }
            before = card;
            at_war = original & tie, suited = at_war & same;
            playing = (playing & _mm512_cmple_epi32_mask(gone, ALL(FRONT))) | at_war;
        }
        for (int i = 0; i < 12; i++) _mm512_storeu_si512(counted[i], n[i]);
        out[2] += (u32)_mm512_reduce_add_epi32(triggers);
        for (int lane = 0; lane < 16; lane++) {
            u32 of_shoe[12];
            for (int i = 0; i < 12; i++) of_shoe[i] = counted[i][lane];
            close_shoe(of_shoe, out);
        }
    }
}
#else
int has_lanes(void) { return 0; }
void deal_lanes(u64 seed, u64 first, u64 shoes, u64 *out) { (void)seed, (void)first, (void)shoes, (void)out; }
#endif
