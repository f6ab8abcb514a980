/** Judges the measured sound over time: separates lasting faults from short moments of the music. */
import { audibleDb } from "#app/domains/air/media/contract/control.ts";
import type { Quality } from "#app/domains/air/media/contract/quality.ts";
import { decibels, type MeterWindow, windowMs } from "./level-meter.ts";
import { LoopDetector } from "./loop-detector.ts";

/** The part of the quality that can be heard. */
export type HeardQuality = Pick<Quality, "isClipping" | "monoMs" | "leftOnlyMs" | "rightOnlyMs" | "loopMs">;

export interface SoundState {
  /** Time that the sound has been silent without a break, ms; 0 while it is not. */
  silentMs: number;
  heard: HeardQuality;
}

/** Sound that cannot be heard for so long is reported. */
export const silentAfterMs = 3_000;
/** Level (dBFS) below which the channels are not compared: noise says nothing about the balance. */
const comparedDb = -50;
/** A channel or a difference that is 40 dB below the rest is inaudible: what is left of it is encoder noise. */
const unheard = 1e-4;
/**
 * Clipped samples in half a second, of 48,000, that are heard as crackle. Measured with 128 kb/s MP3: a master limited
 * hard to -0.1 dB has at most 80; the same master driven 3 dB over full scale has 3,000.
 */
const clippedAtLeast = 240;
/** Clipping is reported at the second such half second, and until there has been none for this long. */
const clippingHeldMs = 5_000;

export class SoundWatch {
  readonly #loops = new LoopDetector();
  #quietMs = 0;
  #monoMs = 0;
  #leftOnlyMs = 0;
  #rightOnlyMs = 0;
  /** Age of each of the last two clipped half seconds, ms. */
  #clippedAgo = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];

  push(window: MeterWindow): SoundState {
    const { rmsDb } = window.level;
    this.#quietMs = rmsDb < audibleDb ? this.#quietMs + windowMs : 0;
    const silentMs = this.#quietMs >= silentAfterMs ? this.#quietMs : 0;
    if (silentMs > 0) this.#monoMs = this.#leftOnlyMs = this.#rightOnlyMs = 0;
    else this.#compareChannels(window);
    const loopMs = this.#loops.push(window.outline, rmsDb);
    return {
      silentMs,
      heard: {
        isClipping: this.#isClipping(window.flatSamples),
        monoMs: this.#monoMs,
        leftOnlyMs: this.#leftOnlyMs,
        rightOnlyMs: this.#rightOnlyMs,
        loopMs,
      },
    };
  }

  /** A passage that is too quiet to judge neither counts nor resets the count. */
  #compareChannels({ leftEnergy, rightEnergy, sideEnergy }: MeterWindow): void {
    if (decibels(Math.max(leftEnergy, rightEnergy)) < comparedDb) return;
    const longer = (ms: number, isSo: boolean) => (isSo ? ms + windowMs : 0);
    this.#leftOnlyMs = longer(this.#leftOnlyMs, rightEnergy < leftEnergy * unheard);
    this.#rightOnlyMs = longer(this.#rightOnlyMs, leftEnergy < rightEnergy * unheard);
    this.#monoMs = longer(this.#monoMs, sideEnergy < (leftEnergy + rightEnergy) * unheard);
  }

  #isClipping(flatSamples: number): boolean {
    const [newest = 0] = this.#clippedAgo;
    this.#clippedAgo =
      flatSamples >= clippedAtLeast
        ? [0, newest + windowMs]
        : this.#clippedAgo.map((agoMs) => agoMs + windowMs);
    const [last = 0, before = 0] = this.#clippedAgo;
    return last <= clippingHeldMs && before - last <= clippingHeldMs;
  }
}
