/**
 * Five sounds, off by default: a card that lands, a chip, two low knocks when it is your turn, a ring of the wheel that
 * stops, a warm chord for a win. None for losing.
 * A phone that can shake does so with the chip, the knocks and the win. Your choice is remembered on this device.
 */
import { keep, kept } from '../parts/kept';

const KEPT = 'wartable.sound';
/** F major, from below. */
const CHORD = [349, 440, 523];

class Sound {
  on = $state(kept(KEPT) === 'on');
  #context: AudioContext | null = null;

  toggle(): void {
    this.on = !this.on;
    keep(KEPT, this.on ? 'on' : 'off');
  }

  card = (): void => this.#hiss(0.09, 2_400, 0.16);
  chip = (): void => {
    this.#shake(8);
    this.#tone(2_100, 0.05, 0.05);
  };
  turn = (): void => {
    this.#shake(30, 120, 30);
    this.#tone(150, 0.16, 0.3);
    setTimeout(() => this.#tone(150, 0.16, 0.3), 210);
  };

  ring = (): void => this.#tone(320, 0.14, 0.12);
  win = (): void => {
    this.#shake(20, 60, 20);
    for (const [i, frequency] of CHORD.entries()) setTimeout(() => this.#tone(frequency, 0.7, 0.07), 90 * i);
  };

  /** Milliseconds of shaking and rest in turn. Browsers ask for a touch before the first time. */
  #shake(...pattern: number[]): void {
    if (this.on && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
  }

  #hiss(seconds: number, frequency: number, loud: number): void {
    const context = this.#ready();
    if (!context) return;
    const buffer = context.createBuffer(1, context.sampleRate * seconds, context.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
    const source = new AudioBufferSourceNode(context, { buffer });
    source
      .connect(new BiquadFilterNode(context, { type: 'bandpass', frequency, Q: 0.7 }))
      .connect(new GainNode(context, { gain: loud }))
      .connect(context.destination);
    source.start();
  }

  #tone(frequency: number, seconds: number, loud: number): void {
    const context = this.#ready();
    if (!context) return;
    const gain = new GainNode(context, { gain: loud });
    const source = new OscillatorNode(context, { frequency, type: 'sine' });
    gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + seconds);
    source.connect(gain).connect(context.destination);
    source.start();
    source.stop(context.currentTime + seconds);
  }

  #ready(): AudioContext | null {
    // A page may sound only after a key or a click, and a browser complains of one that tries before.
    if (!this.on || navigator.userActivation?.hasBeenActive === false) return null;
    this.#context ??= new AudioContext();
    if (this.#context.state === 'suspended') void this.#context.resume();
    return this.#context;
  }
}

export const sound = new Sound();
