import { chromium } from "@playwright/test";
import { untilInteractive } from "#tests/fixtures/open.ts";
import { listeningBrowser } from "../../../playwright.config.ts";

/** A task longer than this is felt: "long task" of the Performance API, ms. */
const longTaskMs = 50;
const stepPx = 240;
const settleMs = 1_500;

export interface Scrolling {
  /** Long tasks of the page's main thread while it scrolled from its top to its end and back, ms. */
  longTasks: number[];
  /** Time from one frame to the next, ms. */
  frames: number[];
}

/** Scrolls a page as a wheel does, and says what its main thread did meanwhile. */
export async function measureScrolling(origin: string, token: string): Promise<Scrolling> {
  const browser = await chromium.launch(listeningBrowser);
  try {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name: "cue", value: token, url: origin, httpOnly: true, sameSite: "Lax" }]);
    const page = await context.newPage();
    await page.goto("/");
    await untilInteractive(page);
    // Until all of the lists have come.
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(settleMs);
    await page.mouse.move(720, 700);
    await page.evaluate(() => {
      const seen = { longTasks: [] as number[], frames: [] as number[] };
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longTasks.push(duration);
      }).observe({ type: "longtask" });
      let last = performance.now();
      const frame = (now: number) => {
        seen.frames.push(now - last);
        last = now;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
      Object.assign(window, { __seen: seen });
    });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (const direction of [1, -1]) {
      for (let at = 0; at < height; at += stepPx) await page.mouse.wheel(0, direction * stepPx);
    }
    await page.waitForTimeout(settleMs);
    const seen = await page.evaluate(() => (window as unknown as { __seen: Scrolling }).__seen);
    return { ...seen, longTasks: seen.longTasks.filter((duration) => duration > longTaskMs) };
  } finally {
    await browser.close();
  }
}
