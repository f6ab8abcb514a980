/** For each test of a file an evening of its own, with a hall and two acts. */
import { afterEach, beforeEach, vi } from "vitest";
import { type Act, Evening, type Hall } from "./evening.ts";

export let evening: Evening;
export let hall: Hall;
export let ada: Act;
export let bob: Act;

/** To be called at the top of a file, before what it arranges itself. */
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
