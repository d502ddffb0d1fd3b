/**
 * Unbiased draws from the ChaCha20 key stream of RFC 8439: nonce of zeros, counter from 0.
 * Written out, because browsers have no ChaCha20.
 */

const SIGMA = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const ROUNDS = 10;
const BLOCK = 64;

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

function quarter(s: Int32Array, a: number, b: number, c: number, d: number): void {
  const at = (i: number): number => s[i] as number;
  s[a] = at(a) + at(b);
  s[d] = rotate(at(d) ^ at(a), 16);
  s[c] = at(c) + at(d);
  s[b] = rotate(at(b) ^ at(c), 12);
  s[a] = at(a) + at(b);
  s[d] = rotate(at(d) ^ at(a), 8);
  s[c] = at(c) + at(d);
  s[b] = rotate(at(b) ^ at(c), 7);
}

/** One block of the key stream. */
export function block(key: Uint8Array, counter: number): Uint8Array<ArrayBuffer> {
  const words = new DataView(key.buffer, key.byteOffset, key.byteLength);
  const start = new Int32Array(16);
  start.set(SIGMA);
  for (let i = 0; i < 8; i++) start[4 + i] = words.getInt32(i * 4, true);
  start[12] = counter;
  const s = start.slice();
  for (let i = 0; i < ROUNDS; i++) {
    quarter(s, 0, 4, 8, 12);
    quarter(s, 1, 5, 9, 13);
    quarter(s, 2, 6, 10, 14);
    quarter(s, 3, 7, 11, 15);
    quarter(s, 0, 5, 10, 15);
    quarter(s, 1, 6, 11, 12);
    quarter(s, 2, 7, 8, 13);
    quarter(s, 3, 4, 9, 14);
  }
  const out = new DataView(new ArrayBuffer(BLOCK));
  for (let i = 0; i < 16; i++) out.setInt32(i * 4, (s[i] as number) + (start[i] as number), true);
  return new Uint8Array(out.buffer);
}

export class Stream {
  #block = new Uint8Array();
  #counter = 0;
  #at = 0;
  constructor(readonly key: Uint8Array) {}

  #byte(): number {
    if (this.#at === this.#block.length) {
      this.#block = block(this.key, this.#counter++);
      this.#at = 0;
    }
    return this.#block[this.#at++] as number;
  }

  /** A number from 0 to below − 1, each as likely as the other: what falls outside is forgotten and drawn again. */
  draw(below: number): number {
    if (below === 1) return 0;
    const bits = Math.floor(Math.log2(below - 1)) + 1;
    const bytes = bits > 16 ? 4 : 2;
    for (;;) {
      let value = 0;
      for (let i = 0; i < bytes; i++) value += this.#byte() * 2 ** (8 * i);
      value %= 2 ** bits;
      if (value < below) return value;
    }
  }
}
