/** A separate evening for each test of a file, with one stage and two performers. */
import { afterEach, beforeEach, vi } from "vitest";
import { type Act, Evening, type Hall } from "./evening.ts";

export let evening: Evening;
export let hall: Hall;
export let ada: Act;
export let bob: Act;

/** Call this at the top of a file, before its own set-up. */
export function beginEveningsInAHall(): void {
  beforeEach(async () => {
    evening = await Evening.begin();
    hall = await evening.hall();
    [ada, bob] = await Promise.all([evening.act(), evening.act()]);
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
