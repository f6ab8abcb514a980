import { packetFrames, sampleRate } from "./chunk.ts";
import { halfTaps, resample, type StereoBuffer } from "./resampler.ts";

/** 2.7 s: more than the room's replay ring. A power of two, so that positions wrap by a mask. */
const capacity = 2 ** 17;
const mask = capacity - 1;
/** Number of samples of which `coarse` makes one. */
export const coarseStep = 4;
/** 5 ms: long enough to avoid a click, too short to be heard as a fade. */
export const fadeFrames = 240;
/** 20 ms: how long the sound takes to fade out into a gap. */
const tailFrames = 960;

/** Decoded stereo on one endless timeline; positions count samples and never wrap. */
export class SoundRing {
  readonly #channels: StereoBuffer = [new Float32Array(capacity), new Float32Array(capacity)];
  #written = 0;
  /** Start of each chunk, and the server time of its first sample. */
  #marks: { position: number; at: number }[] = [];

  get written(): number {
    return this.#written;
  }

  /** Appends planar stereo. `fadesIn`: it does not continue what is before it. */
  append(samples: Float32Array, at: number, fadesIn: boolean): void {
    const frames = samples.length / 2;
    this.#marks.push({ position: this.#written, at });
    this.#channels.forEach((channel, index) => {
      for (let frame = 0; frame < frames; frame++) {
        const gain = fadesIn && frame < fadeFrames ? frame / fadeFrames : 1;
        channel[(this.#written + frame) & mask] = (samples[index * frames + frame] ?? 0) * gain;
      }
    });
    this.#written += frames;
  }

  /** Fades out the end of what is written and not yet read: something else follows. */
  endStretch(readPosition: number): void {
    const frames = Math.min(fadeFrames, this.#written - Math.ceil(readPosition));
    for (let frame = 0; frame < frames; frame++) {
      this.#scale(this.#written - 1 - frame, frame / frames);
    }
  }

  /**
   * Conceals missing packets: the sound continues mirrored, fading out, then silence. A mirrored wave matches the last
   * sample exactly, so there is no click, and no pitch has to be estimated.
   */
  conceal(packets: number): void {
    const frames = packets * packetFrames;
    const origin = this.#written - 1;
    for (const channel of this.#channels) {
      for (let frame = 0; frame < frames; frame++) {
        const gain = tailGain(frame);
        channel[(this.#written + frame) & mask] =
          gain === 0 ? 0 : (channel[(origin - frame) & mask] ?? 0) * gain;
      }
    }
    this.#written += frames;
  }

  read(position: number, rate: number, output: StereoBuffer): void {
    if (rate !== 1 || !Number.isInteger(position)) {
      resample(this.#channels, mask, position, rate, output);
      return;
    }
    this.#channels.forEach((channel, index) => {
      const into = output[index as 0 | 1];
      for (let frame = 0; frame < into.length; frame++) into[frame] = channel[(position + frame) & mask] ?? 0;
    });
  }

  /** Is there enough after `position` to read `frames` at `rate`? */
  holds(position: number, frames: number, rate: number): boolean {
    return this.#written >= position + frames * rate + halfTaps;
  }

  /** The sound after the end at `position`, `elapsed` samples ago: mirrored and fading out. False once it is silent. */
  readTail(position: number, elapsed: number, output: StereoBuffer): boolean {
    if (elapsed >= tailFrames) return false;
    this.#channels.forEach((channel, index) => {
      const into = output[index as 0 | 1];
      for (let frame = 0; frame < into.length; frame++) {
        const back = elapsed + frame;
        into[frame] = (channel[(Math.floor(position) - 1 - back) & mask] ?? 0) * tailGain(back);
      }
    });
    return true;
  }

  /**
   * Makes `to` a smooth continuation of `from`: a cross-fade, written into the ring, with the samples before it that
   * the resampler reads.
   */
  crossFade(from: number, to: number, frames: number = fadeFrames): void {
    for (const channel of this.#channels) {
      const before = Float32Array.from(
        { length: halfTaps + frames },
        (_, index) => channel[(from - halfTaps + index) & mask] ?? 0,
      );
      for (let index = 0; index < before.length; index++) {
        const gain = Math.max(0, index - halfTaps) / frames;
        const place = (to - halfTaps + index) & mask;
        channel[place] = (channel[place] ?? 0) * gain + (before[index] ?? 0) * (1 - gain);
      }
    }
  }

  /** Fills with the mean of both channels from `position` on, a quarter of the samples. */
  coarse(position: number, into: Float32Array): Float32Array {
    const [left, right] = this.#channels;
    for (let i = 0; i < into.length; i++) {
      let sum = 0;
      for (let frame = position + i * coarseStep; frame < position + (i + 1) * coarseStep; frame++)
        sum += (left[frame & mask] ?? 0) + (right[frame & mask] ?? 0);
      into[i] = sum / (2 * coarseStep);
    }
    return into;
  }

  /**
   * Fades the sound at `position` in from the tail that started at `tailFrom`, `elapsed` samples ago (or from silence,
   * when that has faded out).
   */
  fadeIn(position: number, tailFrom: number, elapsed: number): void {
    const origin = Math.floor(tailFrom) - 1 - elapsed;
    for (const channel of this.#channels) {
      for (let frame = 0; frame < fadeFrames && position + frame < this.#written; frame++) {
        const gain = frame / fadeFrames;
        const tail = (channel[(origin - frame) & mask] ?? 0) * tailGain(elapsed + frame);
        const place = (position + frame) & mask;
        channel[place] = (channel[place] ?? 0) * gain + tail * (1 - gain);
      }
    }
  }

  /** Server time (epoch ms) of the sample at `position`, or null if unknown. Removes older marks. */
  timeOf(position: number): number | null {
    while ((this.#marks[1]?.position ?? Infinity) <= position) this.#marks.shift();
    const mark = this.#marks[0];
    return mark === undefined ? null : mark.at + ((position - mark.position) * 1000) / sampleRate;
  }

  /** The oldest position that can still be read when `frames` more are written. */
  oldestAfter(frames: number): number {
    return this.#written + frames + tailFrames - capacity;
  }

  #scale(position: number, gain: number): void {
    for (const channel of this.#channels) {
      channel[position & mask] = (channel[position & mask] ?? 0) * gain;
    }
  }
}

function tailGain(frame: number): number {
  return frame >= tailFrames ? 0 : 0.5 + 0.5 * Math.cos((Math.PI * frame) / tailFrames);
}
