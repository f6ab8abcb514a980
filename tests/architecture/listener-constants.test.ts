/**
 * The specification's table of constants (listener.md, section 9), row by row, each from the one place that has it. The
 * player's rows stand in app/player/limits.test.ts, those of conversations with their own rules.
 */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { accountLimits } from "#app/domains/accounts/rules.ts";
import { embedSize } from "#app/domains/embeds/address.ts";
import { setTimeState } from "#app/domains/sets/time-state.ts";
import { stageLimits } from "#app/domains/stages/contract/stages.ts";
import { reconnectDelay } from "#app/domains/stages/live/reconnect.ts";
import { maxMissedShown } from "#app/domains/stages/ui/chat/use-missed.ts";
import { rankingLimits } from "#app/domains/stats/rankings.server.ts";
import { shownTime } from "#app/domains/tracks/shown.ts";
import { itemsAtEnd, itemsPerScroll } from "#app/routes/home/strip-rules.ts";
import { availabilityDebounceMs } from "#app/routes/landing/use-availability.ts";
import { recentLimits } from "#app/routes/profile/limits.ts";
import { statsPageLimits } from "#app/routes/stats/limits.ts";
import { storeKey } from "#app/ui/client-store.ts";
import { defaultTheme, themeScript } from "#app/ui/theme.ts";
import { toastShownForMs } from "#app/ui/toast.tsx";
import { searchDebounceMs } from "#app/ui/use-settled.ts";
import { readSettings } from "#scripts/settings.ts";

test("Upcoming live window: 60 s before start", () => {
  expect(stageLimits.upcomingLiveWindowMs).toBe(60_000);
  const set = { startTime: 100_000, endTime: 200_000 };
  expect([39_999, 40_000, 199_999, 200_000].map((now) => setTimeState(set, now))).toEqual([
    "upcoming",
    "live",
    "live",
    "ended",
  ]);
});

test("Toast duration: 7 s", () => expect(toastShownForMs).toBe(7_000));

test("Socket reconnect: 1 s to 5 s, unlimited", () => {
  for (const attempt of [1, 2, 1_000_000]) {
    expect(reconnectDelay(attempt, 0, 0)).toBe(1_000);
    expect(reconnectDelay(attempt, 0, 1)).toBe(5_000);
  }
});

test("Home strip scroll step: 2 items; right scroll while position is less than count minus 5", () => {
  expect({ itemsPerScroll, itemsAtEnd }).toEqual({ itemsPerScroll: 2, itemsAtEnd: 5 });
});

test("Narrow list breakpoint: 350 px", async () => {
  // A class of the style sheet, which is made from what stands in the source.
  expect(await readFile("app/routes/home/stage-row.tsx", "utf8")).toContain(
    "hidden size-4 @min-[350px]:block",
  );
});

test("Search debounce: 400 ms; username and email check debounce 500 ms", () => {
  expect(searchDebounceMs).toBe(400);
  expect(availabilityDebounceMs).toBe(500);
});

test("Chat message: under 300 characters; list cap 200 messages", () => {
  expect(stageLimits.messageLength).toBe(300);
  expect(stageLimits.messages).toBe(200);
});

test("Missed chat badge: caps at 50+", () => expect(maxMissedShown).toBe(50));

test("Cheer cooldown: 3 minutes (reset after 240 s)", () => {
  expect(stageLimits.cheerCooldownMs).toBe(180_000);
  expect(stageLimits.cheerResetMs).toBe(240_000);
});

test("Password minimum: 8 characters", () => expect(accountLimits.passwordMin).toBe(8));

test("Share embed size: 800x326", () => expect(embedSize).toEqual({ width: 800, height: 326 }));

test("Stats page: 5 top and 5 new performers; top page titled Top 50", () => {
  expect(statsPageLimits).toEqual({ top: 5, newest: 5 });
  expect(rankingLimits.top).toBe(50);
});

test("Profile recent past songs: at most 3", () => expect(recentLimits.songs).toBe(3));

test("Stage goes live: encoder port 1337", () => expect(readSettings({}).ingestPort).toBe(1337));

test("Instant-room time offset: 30 s", () => expect(shownTime(100_000)).toBe(70_000));

test("Theme default: dark; the client store's key is 'cue'", () => {
  expect(defaultTheme).toBe("dark");
  expect(storeKey).toBe("cue");
  expect(themeScript).toContain('localStorage.getItem("cue")');
});
