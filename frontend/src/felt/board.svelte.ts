/** What both layouts of a table are given, and the lamp that both hang over it. */
import type { Snippet } from 'svelte';
import { cubicInOut } from 'svelte/easing';
import { Tween } from 'svelte/motion';
import type { Batch } from '../parts/card';
import type { Controller } from '../table/controller.svelte';
import type { Countdown } from '../table/countdown';
import { areasOf, batchOf, type Mood, moodOf } from '../table/model';
import type { FeltView, TableSheet, You } from '../wire/generated';
import type { Area } from './geometry';
import { calm } from './motion';
import type { Box, Space } from './space';

export interface Board {
  felt: FeltView;
  sheet: TableSheet;
  you: You | null;
  control: Controller;
  space: Space;
  countdown: Countdown | null;
  /** The dealer's words, what stands under them, and what concerns this person alone. */
  said: {
    words: string;
    second: string;
    advice: string;
    notice: Controller['notice'];
    /** A hint for a new player, and how to want no more of them. */
    hint: string;
    onskip: () => void;
  };
  dock: Snippet;
  /** What lies in the middle of the felt, as large as it may be. */
  middle: Snippet<[Box]>;
  over: Snippet;
  /** What a paper lies over: the keyboard does not reach what cannot be seen. */
  covered: 'nothing' | 'others' | 'felt' | 'all';
}

const DRAWS_IN = 700;

export interface Look {
  mood: Mood;
  /** What is not needed now stands back. */
  hush: boolean;
  batch: Batch;
  areas: Area[];
  /** How far the lamp has drawn in over a war: 0 before and after it, 1 in its midst. */
  night: number;
}

/** What both layouts read from the table. */
export function lookOf(board: () => Pick<Board, 'felt' | 'sheet'>): Look {
  const mood = $derived(moodOf(board().felt));
  const night = new Tween(0, { duration: calm() ? 0 : DRAWS_IN, easing: cubicInOut });
  $effect(() => {
    void night.set(mood === 'war' ? 1 : 0);
  });
  return {
    get mood() {
      return mood;
    },
    get hush() {
      return mood === 'war' || mood === 'calm';
    },
    get batch() {
      return batchOf(board().felt);
    },
    get areas() {
      return areasOf(board().sheet);
    },
    get night() {
      return night.current;
    },
  };
}
