import { describe, expect, test } from 'vitest';
import type { Command, You } from '../wire/generated';
import type { Controller } from './controller.svelte';
import { Cut } from './cut.svelte';
import { OwnWords } from './own.svelte';

const YOU = { words: { added: 0, most: 200 } } as unknown as You;

/** The table refuses the first cut that is sent, and takes the next. */
function cutsTwice(typed: string): {
  sent: (string | undefined)[];
  own: OwnWords;
  cut: Cut;
  send: () => Promise<void>;
} {
  const own = new OwnWords();
  own.follow(1);
  const sent: (string | undefined)[] = [];
  const withWords = async (_: Command): Promise<{ ok: boolean }> => {
    sent.push(own.next(YOU).words);
    return { ok: sent.length > 1 };
  };
  const cut = new Cut();
  cut.words = typed;
  const send = async (): Promise<void> => {
    cut.send({ own, withWords } as unknown as Controller);
    await new Promise((done) => setTimeout(done));
  };
  return { sent, own, cut, send };
}

describe('the words of a cut', () => {
  test('have random words behind those that are typed, and are the same after a refusal', async () => {
    const { sent, send } = cutsTwice('harbour lights');
    await send();
    await send();
    expect(sent[0]).toMatch(/^harbour lights [0-9a-f]{32}$/);
    expect(sent[1]).toBe(sent[0]);
  });
  test('are other ones than those of the first wager after it', async () => {
    const { sent, own, cut, send } = cutsTwice('harbour lights');
    await send();
    await send();
    expect(cut.words).toBe('');
    const { words } = own.next(YOU);
    expect(words).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[1]).not.toContain(words);
  });
  test('are random where nothing is typed', async () => {
    const { sent, send } = cutsTwice('');
    await send();
    expect(sent[0]).toMatch(/^[0-9a-f]{32}$/);
  });
});
