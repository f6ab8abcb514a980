/**
 * Levels that decide how much the visualizer throws out. The specification: "emit rate and particle size step at level
 * thresholds 0.2, 0.5, 0.7, 0.85, 1, 1.15, 1.25 (of a 100 scale); emit rates 0/10/50/300/500/1000/1500; sizes 0.1 to
 * 0.8".
 *
 * Read so: a threshold is a share of the meter's 100 (`level.ts`). Seven of them make eight bands, and 0.1 to 0.8 are
 * eight sizes a tenth apart, one a band. There are seven rates, so the last threshold changes the size alone.
 */
export const levelThresholds = [0.2, 0.5, 0.7, 0.85, 1, 1.15, 1.25] as const;
/** Particles per second, from the lowest band up. */
export const emitRates = [0, 10, 50, 300, 500, 1_000, 1_500] as const;
/** Sizes in units of the scene, from the lowest band up. */
export const particleSizes = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8] as const;

/** The longest that a particle lives, seconds. */
export const longestLife = 2;
/** The maximum alive at the same time. */
export const maxParticles = 1_500 * longestLife;

/** The weight of a beat's distance from the sound around it, added to its level. */
const accent = 2;
/** The sound around it: roughly the last second. */
const memorySeconds = 1;

/** 0 is the lowest band, below the first threshold. `drive` is 1 at the meter's 100. */
export function bandOf(drive: number): number {
  let band = 0;
  for (const threshold of levelThresholds) if (drive >= threshold) band += 1;
  return band;
}

export function emitRateOf(band: number): number {
  return emitRates[Math.min(band, emitRates.length - 1)] ?? 0;
}

export function particleSizeOf(band: number): number {
  return particleSizes[band] ?? particleSizes[0];
}

/**
 * Derives from the meter what drives the scene. The meter ends a little above 100, where sound clips; the thresholds
 * above 1 are for beats, which count for more the further they exceed the sound around them. A held tone drives with
 * its level alone.
 */
export class Drive {
  #around = 0;

  /** `level` as from the meter, `seconds` since the last one. Returns 1 for a held 100. */
  next(level: number, seconds: number): number {
    const drive = (level + accent * Math.max(0, level - this.#around)) / 100;
    this.#around += (level - this.#around) * (1 - Math.exp(-seconds / memorySeconds));
    return drive;
  }
}
