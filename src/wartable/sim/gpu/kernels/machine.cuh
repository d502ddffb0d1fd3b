// What the kernels ask of the machine, word by word: addresses in shared memory are numbers, so that one can be made
// of a state and a row of a table; and a warp is asked as one.

typedef unsigned int u32;
typedef unsigned long long u64;

#define INLINE __device__ __forceinline__
#define EVERY_LANE 0xFFFFFFFFu

extern __shared__ __align__(1024) unsigned char memory[];

INLINE u32 origin() { return (u32)__cvta_generic_to_shared(memory); }

INLINE bool any_lane(bool asked) { return __any_sync(EVERY_LANE, asked); }

// The compiler would rather work an address out again at every use than keep it.
INLINE u32 keep(u32 value) {
    asm volatile("" : "+r"(value));
    return value;
}

INLINE u32 load_byte(u32 at) {
    u32 value;
    asm volatile("ld.shared.u8 %0, [%1];" : "=r"(value) : "r"(at));
    return value;
}

INLINE uint2 load_pair(u32 at) {
    uint2 value;
    asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(value.x), "=r"(value.y) : "r"(at));
    return value;
}

INLINE void store_byte(u32 at, u32 value) { asm volatile("st.shared.u8 [%0], %1;" ::"r"(at), "r"(value)); }

INLINE void store_word(u32 at, u32 value) { asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(value)); }

INLINE void count_one(u32 at) { asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(at)); }

INLINE u32 find_first(u32 bits) { return __ffs(bits) - 1; }

INLINE u32 count_bits(u32 bits) { return __popc(bits); }

// The bits moved up by one, and the sign of a value below them.
INLINE u32 push_sign(u32 bits, u32 value) { return __funnelshift_l(value, bits, 1); }

// a * b + c in two words, by one instruction and a carry.
INLINE void multiply(u32 a, u32 b, u32 c, u32 &low, u32 &high) {
    asm("{ .reg .b64 sum, more; cvt.u64.u32 more, %4; mad.wide.u32 sum, %2, %3, more; mov.b64 {%0, %1}, sum; }"
        : "=r"(low), "=r"(high)
        : "r"(b), "r"(a), "r"(c));
}
