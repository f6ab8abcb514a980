import { defineConfig } from "@playwright/test";

/**
 * Journeys in real Chromium against a whole copy of Cue. Those that look at pages, also at what they say of a
 * broadcast, run two at a time, each on a copy of their own, in Chromium without its windows, which costs half of what
 * the browser around a page costs. Those that listen have the machine alone, because sound is real time and two
 * journeys on two cores would hear each other stutter: run one project after the other, never both at once.
 */
const launch = (program: string) => ({
  executablePath: process.env.CHROMIUM_PATH ?? program,
  args: [
    "--no-sandbox",
    "--autoplay-policy=no-user-gesture-required",
    // Nothing but the pages under test may use the network or the processor.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    // A page that Playwright passes on has no address of its own, and would be kept from the loopback.
    // And the list below an address bar that nobody sees would be two pages of its own in every window.
    "--disable-features=LocalNetworkAccessChecks,OptimizationHints,MediaRouter,Translate,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
  ],
});

export default defineConfig({
  projects: [
    {
      name: "pages",
      testDir: "tests/e2e/pages",
      workers: 2,
      use: { launchOptions: launch("/usr/bin/chromium-headless-shell") },
    },
    {
      name: "sound",
      testDir: "tests/e2e/sound",
      workers: 1,
      use: { launchOptions: launch("/usr/bin/chromium") },
    },
  ],
  fullyParallel: false,
  workers: 2,
  // Two cores that others use as well are late now and then. What needed its second try is counted and told at the end.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  outputDir: "test-results",
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    // What it fetches ahead would compete with what is looked at. A journey that is about it says so.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
  },
});
