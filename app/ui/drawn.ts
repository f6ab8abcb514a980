/** A placeholder picture is drawn from the name only, so that it is the same everywhere. */

const words = /[\p{L}\p{N}]+/gu;

/** Two initials: of the first two words, or the first two characters of a single word. Never empty. */
export function initialsOf(name: string): string {
  const found = name.match(words) ?? [];
  const [first, second] = found;
  if (!first) return "♪";
  const letters = Array.from(first);
  const pair = second ? [letters[0], Array.from(second)[0]] : letters.slice(0, 2);
  return pair.join("").toLocaleUpperCase("en");
}

/** A deterministic stream of numbers in [0, 1) from a name (FNV-1a, then mulberry32). */
export function numbersFrom(name: string): () => number {
  let seed = 0x811c9dc5;
  for (const char of name) {
    seed ^= char.codePointAt(0) ?? 0;
    seed = Math.imul(seed, 0x01000193);
  }
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Tick heights (0 to 1) like a waveform: three slow sines with noise, louder in the middle. */
export function waveFrom(name: string, count: number): number[] {
  const next = numbersFrom(name);
  const waves = [1, 2, 3].map((n) => ({ turns: n * (1 + next() * 2), shift: next() * 6.28, size: 0.5 / n }));
  return Array.from({ length: count }, (_, index) => {
    const along = index / (count - 1);
    const slow = waves.reduce(
      (sum, wave) => sum + wave.size * Math.sin(along * 6.28 * wave.turns + wave.shift),
      0,
    );
    const body = 0.42 + slow * 0.4 + (next() - 0.5) * 0.5;
    return Math.min(1, Math.max(0.05, body * (0.55 + 0.45 * Math.sin(along * Math.PI))));
  });
}
