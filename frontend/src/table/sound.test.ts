import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('a page that nobody has touched yet asks the browser for no sound', async () => {
  let asked = 0;
  const param = { exponentialRampToValueAtTime: () => undefined };
  class Part {
    gain = param;
    connect = (next: unknown): unknown => next;
    start(): void {}
    stop(): void {}
  }
  class Context {
    state = 'running';
    currentTime = 0;
    constructor() {
      asked += 1;
    }
  }
  const userActivation = { hasBeenActive: false };
  vi.stubGlobal('navigator', { userActivation });
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('GainNode', Part);
  vi.stubGlobal('OscillatorNode', Part);
  const { sound } = await import('./sound.svelte');
  sound.on = true;
  sound.chip();
  expect(asked).toBe(0);
  userActivation.hasBeenActive = true;
  sound.chip();
  expect(asked).toBe(1);
});
