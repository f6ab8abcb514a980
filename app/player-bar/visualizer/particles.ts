import { angleAt } from "../../player/knob-arc.ts";
import { emitRateOf, longestLife, maxParticles, particleSizeOf } from "./rules.ts";

/** The fields of one particle in the array, in this order. */
export const layout = { origin: 0, velocity: 3, birth: 6, life: 7, size: 8, tone: 9 } as const;
export const stride = 10;

/** Colours: `red` only where the sound clips. */
export const tones = { green: 0, ink: 1, red: 2 } as const;

/** The outer end of the ticks, from which particles fly. */
const ringRadius = 2.35;
const shortestLife = 1.1;
/** Seconds. After a stalled frame not everything that was due meanwhile is emitted. */
export const longestFrame = 0.1;
/** The share that is drawn in ink, as sparks. */
const inkShare = 0.22;

/** A range of the array that has been written, in floats. */
export interface Written {
  start: number;
  count: number;
}

/**
 * All particles, in one array that is used as a ring: where each started and how fast, so that the graphics card alone
 * calculates where it is now. Nothing is allocated after the constructor.
 */
export class Particles {
  readonly values = new Float32Array(maxParticles * stride);
  /** Ranges written by the last `emit`; the second is used where the first reached the end of the array. */
  readonly written: readonly [Written, Written] = [
    { start: 0, count: 0 },
    { start: 0, count: 0 },
  ];
  #next = 0;
  #owed = 0;

  constructor() {
    // With a birth so long ago that none is visible.
    for (let at = layout.birth; at < this.values.length; at += stride) this.values[at] = -longestLife;
  }

  /**
   * Emits the particles that are due.
   * @param now seconds since the scene started
   * @param lit how much of the ring is lit, 0 to 1: nothing flies from dark parts
   * @returns how many
   */
  emit(band: number, now: number, seconds: number, lit: number, isClipping: boolean): number {
    this.#owed += emitRateOf(band) * Math.min(seconds, longestFrame);
    const count = Math.floor(this.#owed);
    this.#owed -= count;
    const first = this.#next;
    const size = particleSizeOf(band);
    for (let index = 0; index < count; index += 1) this.#write(now, band, size, lit, isClipping);
    const [before, after] = this.written;
    const untilEnd = Math.min(count, maxParticles - first);
    before.start = first * stride;
    before.count = untilEnd * stride;
    after.start = 0;
    after.count = (count - untilEnd) * stride;
    return count;
  }

  #write(now: number, band: number, size: number, lit: number, isClipping: boolean): void {
    const { values } = this;
    const at = this.#next * stride;
    this.#next = (this.#next + 1) % maxParticles;
    const angle = -angleAt(Math.random() * lit);
    const x = Math.cos(angle);
    const y = Math.sin(angle);
    const speed = (0.9 + 0.4 * band) * (0.55 + 0.9 * Math.random());
    const astray = (Math.random() - 0.5) * 0.7;
    values[at] = x * ringRadius;
    values[at + 1] = y * ringRadius;
    values[at + 2] = 0;
    values[at + layout.velocity] = (x - y * astray) * speed;
    values[at + layout.velocity + 1] = (y + x * astray) * speed;
    values[at + layout.velocity + 2] = (Math.random() - 0.35) * speed;
    values[at + layout.birth] = now;
    values[at + layout.life] = shortestLife + (longestLife - shortestLife) * Math.random();
    values[at + layout.size] = size * (0.35 + 0.65 * Math.random());
    values[at + layout.tone] = isClipping ? tones.red : Math.random() < inkShare ? tones.ink : tones.green;
  }
}
