import { expect, test } from "vitest";
import { layout, Particles, stride, tones } from "./particles.ts";
import { emitRates, longestLife, maxParticles } from "./rules.ts";

const loudest = 7;

function emitFor(particles: Particles, band: number, seconds: number, frame = 1 / 60): number {
  let sent = 0;
  for (let now = 0; now < seconds; now += frame) sent += particles.emit(band, now, frame, 1, false);
  return sent;
}

test.each(emitRates.map((rate, band) => ({ rate, band })))(
  "band $band emits $rate particles a second for any frame times",
  ({ rate, band }) => {
    for (const frame of [1 / 144, 1 / 60, 1 / 24]) {
      const sent = emitFor(new Particles(), band, 10, frame);
      expect(Math.abs(sent - rate * 10)).toBeLessThanOrEqual(rate * frame + 1);
    }
  },
);

test("the array has a fixed size, and no live particle is overwritten", () => {
  const particles = new Particles();
  const { values } = particles;
  emitFor(particles, loudest, longestLife * 0.99);
  const births = () =>
    Array.from({ length: maxParticles }, (_, index) => values[index * stride + layout.birth] ?? 0);
  // All emitted particles still exist.
  expect(births().filter((birth) => birth >= 0).length).toBeGreaterThan(maxParticles * 0.98);
  emitFor(particles, loudest, 60);
  expect(particles.values).toBe(values);
  expect(values.length).toBe(maxParticles * stride);
});

test("changed particles are reported in at most two ranges around the end of the array", () => {
  const particles = new Particles();
  let seen = 0;
  for (let frame = 0; frame < 400; frame += 1) {
    const count = particles.emit(loudest, frame / 47, 1 / 47, 1, false);
    const [before, after] = particles.written;
    expect(before.count + after.count).toBe(count * stride);
    expect(before.start + before.count).toBeLessThanOrEqual(particles.values.length);
    if (after.count > 0) seen += 1;
  }
  expect(seen).toBeGreaterThan(0);
});

test("a page that was blocked for a minute emits at most a tenth of a second's particles", () => {
  expect(new Particles().emit(loudest, 60, 60, 1, false)).toBe(150);
});

test("particles start at the lit part of the ring, and are red only where the sound clips", () => {
  const particles = new Particles();
  particles.emit(loudest, 0, 0.1, 0.5, true);
  for (let index = 0; index < 150; index += 1) {
    const [x = 0, y = 0] = particles.values.subarray(index * stride);
    // Half the arc, from the lower left to the top.
    expect(x).toBeLessThan(0.001);
    expect(Math.hypot(x, y)).toBeCloseTo(2.35, 3);
    expect(particles.values[index * stride + layout.tone]).toBe(tones.red);
  }
});
