import { afterEach, expect, test, vi } from "vitest";
import { Audience, audienceLimits } from "../../fan-out/audience.ts";
import { playerKey } from "../../listener-key.ts";
import { Apps } from "./apps.ts";

afterEach(() => {
  vi.useRealTimers();
});

const app = (program: string, userId: string | null = null) => ({ userId, network: "home", program });

test("an app counts for a minute after each report, and while its player receives sound", () => {
  vi.useFakeTimers({ now: 0 });
  const audience = new Audience();
  let told = 0;
  const apps = new Apps(audience, () => told++);
  apps.start(app("cue"));
  vi.advanceTimersByTime(59_000);
  apps.start(app("cue"));
  vi.advanceTimersByTime(59_000);
  expect([audience.count(), told]).toEqual([1, 1]);
  const player = {};
  audience.add(player, playerKey("home", "core media"), Date.now(), "player");
  vi.advanceTimersByTime(300_000);
  expect(audience.count()).toBe(1);
  audience.remove(player, Date.now());
  vi.advanceTimersByTime(60_000);
  expect([audience.count(), told, vi.getTimerCount()]).toEqual([0, 2, 0]);
});

test("apps without a player are limited to the listeners allowed per network", () => {
  vi.useFakeTimers({ now: 0 });
  const audience = new Audience();
  const apps = new Apps(audience, () => {});
  for (let i = 0; i < 1_000; i++) apps.start(app(String(i), i % 2 === 0 ? null : `user ${i}`));
  expect([audience.count(), vi.getTimerCount()]).toEqual([
    audienceLimits.perNetwork,
    audienceLimits.perNetwork,
  ]);
  apps.stop(app("nobody"));
  apps.stop(app("0"));
  expect(audience.count()).toBe(audienceLimits.perNetwork - 1);
  apps.start(app("one more"));
  expect(audience.count()).toBe(audienceLimits.perNetwork);
});
