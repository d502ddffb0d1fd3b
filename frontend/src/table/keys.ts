/** The keys of the table. Letters are off while a player types. */

import type { Wager } from '../wire/generated';
import type { Controller } from './controller.svelte';
import type { Cut } from './cut.svelte';
import { askForShuffle, lookKey } from './look';
import { sound } from './sound.svelte';

export interface Acts {
  control: Controller;
  cut: Cut;
  why: () => void;
  verify: () => void;
  keys: () => void;
  bets: () => void;
  session: () => void;
  how: () => void;
  others: () => void;
  close: () => void;
}

const AREA: Record<string, Wager> = { i: 'initial', t: 'tie', p: 'progressive', b: 'bonus_spin', k: 'match_play' };

/** Does what a key stands for, and says whether it stood for anything. */
export function keyPressed(event: KeyboardEvent, acts: Acts): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  const { control, cut } = acts;
  if (event.key === 'Escape') return done(acts.close);
  const target = event.target as HTMLElement | null;
  if (target?.matches('input, textarea, select')) return false;
  const offer = control.you?.cut;
  if (offer && cut.key(event, offer)) {
    event.preventDefault();
    return true;
  }
  if (offer && event.key === 'Enter' && !target?.matches('button, a')) return done(() => cut.send(control));
  if (offer && event.key === 'Enter' && target?.matches('[role=slider]')) return done(() => cut.send(control));
  const key = event.key.toLowerCase();
  const look = control.you?.look;
  if (look && !(key === 'enter' && target?.matches('button, a')) && lookKey(key, look, control)) return true;
  if (/^[1-5]$/.test(key)) return done(() => control.chipByKey(Number(key)));
  const area = AREA[key];
  if (area && control.betting) return done(() => control.place(area));
  switch (key) {
    case 'h':
      return control.betting && control.sheet.electronic > 0 && done(() => control.nextHand());
    case 'n':
      return control.betting && control.spots.length > 0 && done(() => control.nextSpot());
    case 'u':
      return control.betting && done(() => control.undo());
    case 'c':
      return control.betting && done(() => control.clear());
    case 'r':
      return (control.betting || control.again.settled) && done(() => control.again.rebet());
    case 'x':
      return control.betting && done(() => control.again.double());
    case 'd':
      return (control.betting || Boolean(control.you?.may_be_ready)) && done(() => control.ready());
    case 's':
      return Boolean(control.you?.choice) && done(() => control.war.choose('surrender'));
    case 'w':
      return Boolean(control.you?.choice) && done(() => control.war.choose('go_to_war'));
    case 'a':
      return Boolean(control.you?.ask_for_shuffle) && done(() => askForShuffle(control));
    case 'e':
      return done(acts.session);
    case 'f':
      return done(acts.bets);
    case 'y':
      return done(acts.why);
    case 'v':
      return done(acts.verify);
    case 'o':
      return done(acts.others);
    case 'm':
      return done(() => sound.toggle());
    case 'l':
      return done(acts.how);
    case '?':
      return done(acts.keys);
    default:
      return false;
  }
}

function done(act: () => void): true {
  act();
  return true;
}
