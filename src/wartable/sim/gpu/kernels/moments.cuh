// The sums of products over shoes: 32 shoes' vectors X are bytes, and X'X is two products of the tensor cores, summed
// in whole numbers. One of a vector's numbers is 1 for a shoe that was dealt, so the plain sums come out with the rest.

INLINE void add_products(int *sums, u32 a0, u32 a1, u32 a2, u32 a3, u32 b0, u32 b1) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

// The shoes are dealt, so their memory is free: number by number, the bytes of 32 lanes side by side.
INLINE void count_shoes(int *sums, u32 region, u32 lane, const u32 *x) {
    __syncwarp();
#pragma unroll
    for (int i = 0; i < VECTOR; ++i) memory[region + i * 32 + lane] = (unsigned char)x[i];
    __syncwarp();
    const u32 *rows = (const u32 *)(memory + region + (lane >> 2) * 32 + (lane & 3) * 4);
    u32 a0 = rows[0], a1 = rows[64], a2 = rows[4], a3 = rows[68];
    __syncwarp();
    add_products(sums, a0, a1, a2, a3, a0, a2);
    add_products(sums + 4, a0, a1, a2, a3, a1, a3);
}

INLINE void give_sums(int *sums, u32 lane, u64 *totals) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        u32 row = (lane >> 2) + ((i & 2) ? 8 : 0), column = (lane & 3) * 2 + (i & 1) + ((i & 4) ? 8 : 0);
        if (row <= column && column < VECTOR && sums[i]) atomicAdd(totals + row * 16 + column, (u64)sums[i]);
        sums[i] = 0;
    }
}
