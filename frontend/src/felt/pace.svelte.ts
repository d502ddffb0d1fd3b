/** How fast things move on this screen: the player's own choice, kept on this device. The table never waits for it. */
import { keep, kept } from '../parts/kept';

export const PACES = { calm: 1.6, normal: 1, quick: 0.4 } as const;
export type PaceName = keyof typeof PACES;

const KEPT = 'wartable.pace';
const isPace = (name: string | null): name is PaceName => name !== null && Object.hasOwn(PACES, name);

class Pace {
  name = $state<PaceName>('normal');
  constructor() {
    const name = kept(KEPT);
    if (isPace(name)) this.name = name;
  }
  get factor(): number {
    return PACES[this.name];
  }
  choose(name: PaceName): void {
    this.name = name;
    keep(KEPT, name);
  }
}

export const pace = new Pace();
