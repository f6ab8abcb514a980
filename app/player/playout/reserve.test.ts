import { expect, it } from "vitest";
import { Reserve } from "./reserve.ts";

it("a reserve is released in order, a second ahead of playback", () => {
  const reserve = new Reserve<number>();
  for (let packet = 0; packet < 1_250; packet++) reserve.add(packet);
  expect(reserve.ms).toBe(25_000);
  expect(reserve.take(0)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  expect(reserve.take(1_000)).toEqual([]);
  expect(reserve.take(1_300)).toEqual([]);
  expect(reserve.take(950)).toEqual([50, 51, 52]);
  expect(reserve.ms).toBe(25_000 - 53 * 20);
});
