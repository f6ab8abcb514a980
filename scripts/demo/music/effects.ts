import { createStereo, type Stereo, sampleRate } from "./stereo.ts";

/** Echoes that alternate between the sides. `seconds` between echoes, `feedback` from 0 to 1. */
export function pingPong(dry: Stereo, seconds: number, feedback: number): Stereo {
  const wet = createStereo(dry.left.length / sampleRate);
  const delay = Math.round(seconds * sampleRate);
  let smoothLeft = 0;
  let smoothRight = 0;
  for (let i = delay; i < dry.left.length; i++) {
    const past = i - delay;
    // Every echo is a little darker than the one before, as from a tape.
    smoothLeft += 0.35 * ((wet.right[past] ?? 0) - smoothLeft);
    smoothRight += 0.35 * ((wet.left[past] ?? 0) - smoothRight);
    wet.left[i] = ((dry.left[past] ?? 0) + (dry.right[past] ?? 0)) * 0.5 + smoothLeft * feedback;
    wet.right[i] = smoothRight * feedback;
  }
  return wet;
}

/** A reverb: eight delay lines that feed each other through a Hadamard-like matrix. `seconds` until it has decayed. */
export function reverb(dry: Stereo, seconds: number): Stereo {
  const lengths = [1433, 1601, 1867, 2053, 2251, 2399, 2617, 2797];
  const lines = lengths.map((length) => new Float32Array(length));
  // Each line loses 60 dB in `seconds`.
  const gains = lengths.map((length) => 10 ** ((-3 * length) / sampleRate / seconds));
  const damped = new Float32Array(lines.length);
  const wet = createStereo(dry.left.length / sampleRate);
  for (let i = 0; i < dry.left.length; i++) {
    let sum = 0;
    for (let n = 0; n < lines.length; n++) {
      const line = lines[n];
      const length = lengths[n] ?? 1;
      const read = line?.[i % length] ?? 0;
      damped[n] = (damped[n] ?? 0) + 0.55 * (read * (gains[n] ?? 0) - (damped[n] ?? 0));
      sum += damped[n] ?? 0;
    }
    const shared = sum / 4;
    let left = 0;
    let right = 0;
    for (let n = 0; n < lines.length; n++) {
      const line = lines[n];
      const own = damped[n] ?? 0;
      const input = n % 2 === 0 ? (dry.left[i] ?? 0) : (dry.right[i] ?? 0);
      if (line !== undefined) line[i % (lengths[n] ?? 1)] = input + own - shared;
      if (n % 2 === 0) left += own;
      else right += own;
    }
    wet.left[i] = left * 0.35;
    wet.right[i] = right * 0.35;
  }
  return wet;
}

/** Lowers `sound` at each of `times` (seconds) and raises it again: room for the kick drum. */
export function duck(sound: Stereo, times: readonly number[], depth: number, seconds: number): void {
  for (const time of times) {
    const start = Math.round(time * sampleRate);
    const total = Math.min(Math.round(seconds * sampleRate), sound.left.length - start);
    for (let i = 0; i < total; i++) {
      const back = i / total;
      const gain = 1 - depth * (1 - back) ** 2 * Math.min(1, i / 200);
      sound.left[start + i] = (sound.left[start + i] ?? 0) * gain;
      sound.right[start + i] = (sound.right[start + i] ?? 0) * gain;
    }
  }
}

/**
 * Normalizes the loudness (-17 dBFS RMS), limits peaks to below -1 dBFS, and fades both ends, so that tracks follow
 * each other evenly.
 */
export function master(sound: Stereo, fadeInSeconds: number, fadeOutSeconds: number): void {
  let power = 0;
  for (let i = 0; i < sound.left.length; i++)
    power += ((sound.left[i] ?? 0) ** 2 + (sound.right[i] ?? 0) ** 2) / 2;
  const gain = 10 ** (-17 / 20) / Math.sqrt(power / sound.left.length + 1e-12);
  const ceiling = 10 ** (-1 / 20);
  const fadeIn = fadeInSeconds * sampleRate;
  const fadeOut = fadeOutSeconds * sampleRate;
  for (let i = 0; i < sound.left.length; i++) {
    const fade = Math.min(1, i / fadeIn, (sound.left.length - 1 - i) / fadeOut);
    sound.left[i] = Math.tanh(((sound.left[i] ?? 0) * gain) / ceiling) * ceiling * fade;
    sound.right[i] = Math.tanh(((sound.right[i] ?? 0) * gain) / ceiling) * ceiling * fade;
  }
}
