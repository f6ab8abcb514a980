/** The visualizer: in motion, and still under reduced motion. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { press } from "#tests/fixtures/keyboard.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

/** A software renderer takes a second for each; the full test has 20. */
const rounds = process.env.CUE_ROUNDS === undefined ? 4 : Number(process.env.CUE_ROUNDS);

type WatchedWindow = Window & { __contexts: WebGL2RenderingContext[]; __frames: number };

/** Counts the graphics contexts that a page requests, and the frames that it draws. */
async function watchDrawing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = window as unknown as WatchedWindow;
    watched.__contexts = [];
    watched.__frames = 0;
    // oxlint-disable-next-line typescript/unbound-method -- it is applied to the canvas that it is called on
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
      const context: unknown = Reflect.apply(getContext, this, args);
      if (args[0] === "webgl2" && context !== null)
        watched.__contexts.push(context as WebGL2RenderingContext);
      return context;
    } as typeof getContext;
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => {
      watched.__frames += 1;
      return request(draw);
    };
  });
}

/** The lit part of the picture in thousandths, read in the frame in which it was drawn. */
const readLight = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) =>
        requestAnimationFrame(() => {
          const picture = document.querySelector("canvas");
          const copy = new OffscreenCanvas(100, 100).getContext("2d");
          if (picture === null || copy === null) return done(-1);
          copy.drawImage(picture, 0, 0, 100, 100);
          const { data } = copy.getImageData(0, 0, 100, 100);
          let lit = 0;
          for (let at = 0; at < data.length; at += 4) {
            const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
            if (green > 90 && green > red + 40 && green > blue + 30) lit += 1;
          }
          done(lit / 10);
        }),
      ),
  );

/** The size of the page's heap after a garbage collection. */
async function heapBytes(page: Page): Promise<number> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("HeapProfiler.collectGarbage");
  const { usedSize } = await browser.send("Runtime.getHeapUsage");
  await browser.detach();
  return usedSize;
}

const frames = (page: Page) => page.evaluate(() => (window as unknown as WatchedWindow).__frames);

test("the visualizer follows the heard sound, idles in silence and releases its resources", async ({
  cue,
  manager,
  broadcast,
  visit,
}) => {
  const stage = await cue.createStage({ name: "Prism", manager: manager.username, isOnDemand: true });
  const encoder = await broadcast({ ...stage, format: "mp3", track: 1 });
  const { page } = await visit({ as: manager });
  await watchDrawing(page);
  const stagePage = new StagePage(page, "Prism");
  await stagePage.open(`/room/${stage.id}`);
  const opener = stagePage.bar.getByRole("button", { name: "Visualizer" });
  await expect(opener).toHaveCount(0);
  await stagePage.play();

  await press(page, opener);
  const panel = page.getByRole("dialog", { name: "Visualizer" });
  await expect(panel).toContainText("Prism");
  await expect.poll(() => readLight(page), { message: "light while a tone is heard" }).toBeGreaterThan(8);
  await expectAccessible(page);
  await encoder.play(null);
  await expect.poll(() => readLight(page), { message: "no light in silence" }).toBeLessThan(1);
  await encoder.play(1);
  await expect.poll(() => readLight(page)).toBeGreaterThan(8);

  // Nothing plays: no frame is drawn.
  await panel.getByRole("button", { name: "Stop Prism" }).click();
  await expect(panel).toContainText("Nothing is playing.");
  const drawn = await frames(page);
  await page.waitForTimeout(500);
  expect(await frames(page)).toBe(drawn);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await stagePage.play();

  const openAndClose = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      await opener.click();
      await page.locator("canvas").waitFor();
      await page.keyboard.press("Escape");
      await expect(panel).toBeHidden();
    }
  };
  await openAndClose(2);
  const before = await heapBytes(page);
  await openAndClose(rounds);
  expect((await heapBytes(page)) - before, "the heap does not grow with each opening").toBeLessThan(
    2_000_000,
  );
  await expect(opener).toBeFocused();
  const left = await page.evaluate(() => {
    const { __contexts } = window as unknown as WatchedWindow;
    return {
      alive: __contexts.filter((context) => !context.isContextLost()).length,
      canvases: document.querySelectorAll("canvas").length,
    };
  });
  expect(left).toEqual({ alive: 0, canvases: 0 });

  // Reduced motion: a knob and a word follow the sound, and three.js is not loaded.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await opener.click();
  await expect(panel.locator("canvas")).toHaveCount(0);
  await expect(panel.getByText(/^(Faint|Quiet|Medium|Loud)$/)).toBeVisible();
  await expectAccessible(page);
  await encoder.play(null);
  await expect(panel.getByText("Silent")).toBeVisible();
});
