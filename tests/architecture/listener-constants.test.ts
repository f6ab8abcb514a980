/** Numbers of the specification's table of constants that no other test checks: a change has to be made here too. */
import { expect, test } from "vitest";
import { stageLimits } from "#app/domains/air/stages/contract/stages.ts";
import { rankingLimits } from "#app/domains/value/stats/rankings.server.ts";
import { reconnectDelay } from "#app/live/reconnect.ts";
import { availabilityDebounceMs } from "#app/routes/landing/use-availability.ts";
import { recentLimits } from "#app/routes/profile/limits.ts";
import { statsPageLimits } from "#app/routes/stats/limits.ts";
import { storeKey } from "#app/ui/client-store.ts";
import { defaultTheme, themeScript } from "#app/ui/theme.ts";
import { searchDebounceMs } from "#app/ui/use-settled.ts";
import { readSettings } from "#scripts/settings.ts";

test("a lost socket reconnects after 1 to 5 s on every attempt", () => {
  for (const attempt of [1, 2, 1_000_000]) {
    expect(reconnectDelay(attempt, 0, 0)).toBe(1_000);
    expect(reconnectDelay(attempt, 0, 1)).toBe(5_000);
  }
});

test("a search waits 400 ms after typing, and a username or email check 500 ms", () => {
  expect({ searchDebounceMs, availabilityDebounceMs }).toEqual({
    searchDebounceMs: 400,
    availabilityDebounceMs: 500,
  });
});

test("a chat keeps 200 messages", () => expect(stageLimits.messages).toBe(200));

test("statistics show the top 5 and 5 new performers, and the ranking page the top 50", () => {
  expect(statsPageLimits).toEqual({ top: 5, newest: 5 });
  expect(rankingLimits.top).toBe(50);
});

test("a profile shows at most 3 recent songs", () => expect(recentLimits.songs).toBe(3));

test("encoders connect to port 1337 by default", () => {
  expect(readSettings({}).ingestPort).toBe(1337);
});

test("the theme is dark unless the stored setting under the key 'cue' differs", () => {
  expect(defaultTheme).toBe("dark");
  expect(themeScript).toContain(`localStorage.getItem("${storeKey}")`);
  expect(storeKey).toBe("cue");
});
