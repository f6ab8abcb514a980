import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

/**
 * Journeys in real Chromium against a whole copy of Cue. Those that look at pages, including what pages show of a
 * broadcast, run two at a time, each on its own copy, in headless Chromium without browser windows, which cost half of
 * the processor time around a page. Those that listen run alone, because sound is real time and two journeys on two
 * cores would make each other's sound stutter: run one project after the other, never both simultaneously.
 */
const launch = (program: string, extraArguments: string[] = []) => ({
  executablePath: process.env.CHROMIUM_PATH ?? program,
  args: [
    ...extraArguments,
    "--no-sandbox",
    "--autoplay-policy=no-user-gesture-required",
    // Nothing but the pages under test may use the network or the processor.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    // A page that Playwright routes has no address, and would not be allowed to reach loopback. And the list below an
    // address bar that no one sees would be two extra pages in every window.
    "--disable-features=LocalNetworkAccessChecks,OptimizationHints,MediaRouter,Translate,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
  ],
});

/** The browser of the journeys that listen, and of the benches. */
export const listeningBrowser = launch("/usr/bin/chromium");

/**
 * A page of a journey lives for seconds: optimizing its scripts, and emulating a graphics card, cost more than they save.
 * A page that computes opens in another browser (`VisitOptions.computes`).
 */
const shortLived = ["--js-flags=--no-opt --no-maglev", "--disable-gpu"];

/** A journey through pages keeps 1.4 cores busy, and its copy of Cue and its browser take more than a gigabyte. */
const pageWorkers = Math.min(6, Math.max(2, Math.floor(availableParallelism() * 0.75)));

export default defineConfig({
  projects: [
    {
      name: "pages",
      testDir: "tests/e2e/pages",
      workers: pageWorkers,
      use: { launchOptions: launch("/usr/bin/chromium-headless-shell", shortLived) },
    },
    {
      name: "sound",
      testDir: "tests/e2e/sound",
      workers: 1,
      use: { launchOptions: listeningBrowser },
    },
    {
      // In Chromium, Firefox and WebKit: `npm run test:engines`, which `npm test` has no time for.
      name: "engines",
      testDir: "tests/e2e/engines",
      workers: 1,
    },
  ],
  fullyParallel: false,
  workers: pageWorkers,
  // Two shared cores are late from time to time. Tests that needed a second attempt are counted and reported at the
  // end.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  outputDir: "test-results",
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    // Files that it prefetches would compete with the page under test. A journey about it turns it on.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
  },
});
