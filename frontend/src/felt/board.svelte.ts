/** What both layouts of a table are given, and the lamp that both hang over it. */
import type { Snippet } from 'svelte';
import { cubicInOut } from 'svelte/easing';
import { Tween } from 'svelte/motion';
import type { Controller } from '../table/controller.svelte';
import type { Countdown } from '../table/countdown';
import type { Mood } from '../table/model';
import type { FeltView, TableSheet, You } from '../wire/generated';
import { calm } from './motion';

export interface Board {
  felt: FeltView;
  sheet: TableSheet;
  you: You | null;
  control: Controller;
  width: number;
  height: number;
  countdown: Countdown | null;
  words: string;
  second: string;
  notice: Controller['notice'];
  dock: Snippet;
  /** What lies in the middle of the felt, as wide as it may be. */
  middle: Snippet<[number]>;
  over: Snippet;
  /** What a paper lies over: nobody is led by a key to what cannot be seen. */
  covered: 'nothing' | 'others' | 'felt' | 'all';
}

const DRAWS_IN = 700;

/** How far the lamp has drawn in over a war: 0 before and after it, 1 in its midst. */
export function nightOf(mood: () => Mood): Tween<number> {
  const night = new Tween(0, { duration: calm() ? 0 : DRAWS_IN, easing: cubicInOut });
  $effect(() => {
    void night.set(mood() === 'war' ? 1 : 0);
  });
  return night;
}
