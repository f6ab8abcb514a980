/**
 * Features that need the server while it is unreachable: buffered sound continues on the current page, and everything
 * opens when the network is back.
 */
import { FaultProxy } from "#tests/fixtures/rig/fault-proxy.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

/** The most that the player buffers near live (`playout/slack.ts`): a longer pause is not caused by the network. */
const bufferMs = 300;
/** Buffered before the network goes: more than the steps without it take. */
const reserveMs = 15_000;

test("playback continues when pages and dialogs cannot be loaded", async ({
  cue,
  manager,
  broadcast,
  visit,
  allowConsole,
}) => {
  test.setTimeout(180_000);
  allowConsole(/WebSocket connection|net::ERR_|Failed to load resource|Failed to fetch/);
  const stage = await cue.createStage({ name: "Rope", manager: manager.username, isOnDemand: true });
  await broadcast({ ...stage, format: "mp3", track: 3 });
  let link = await FaultProxy.start(cue.port);
  const { port } = link;
  const { page, ear, context } = await visit({ as: manager });
  await context.addInitScript(() => {
    if (localStorage.getItem("cue") === null) localStorage.setItem("cue", '{"isPatient":true}');
  });
  const stagePage = new StagePage(page, "Rope");
  await page.waitForTimeout(reserveMs);
  await stagePage.open(`http://localhost:${port}/room/${stage.id}`);
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  await stagePage.play();
  const heard = await ear.hears(3);
  await expect.poll(async () => (await stagePage.figures()).bufferMs).toBeGreaterThan(reserveMs - 4_000);
  const isTheSame = () => page.evaluate(() => "isTheSame" in window);
  const rail = page.getByRole("navigation", { name: "Pages" });
  const toast = page.locator("[data-toast]");

  await test.step("without a network", async () => {
    await link.close();
    await rail.getByRole("link", { name: "Favorites" }).click();
    await expect(toast.filter({ hasText: "You are offline." })).toBeVisible();
    for (const name of ["Visualizer", "Player Options"]) {
      await stagePage.bar.getByRole("button", { name }).click();
      await expect(toast.filter({ hasText: "This could not be loaded." })).toBeVisible();
      await toast.filter({ hasText: "This could not be loaded." }).click();
    }
    expect(new URL(page.url()).pathname).toBe(`/room/${stage.id}`);
    expect(await isTheSame()).toBe(true);
  });

  await test.step("after the network returns", async () => {
    link = await FaultProxy.start(cue.port, { port });
    await expect(page.getByText("You are offline. Music and chat")).toHaveCount(0);
    for (const name of ["Visualizer", "Player Options"]) {
      await stagePage.bar.getByRole("button", { name }).click();
      await expect(page.getByRole("dialog", { name })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog", { name })).toBeHidden();
    }
  });

  await test.step("when the data request of a page fails", async () => {
    await page.route("**/*.data*", (route) => route.abort());
    await rail.getByRole("link", { name: "Favorites" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
    await expect(stagePage.bar.getByRole("button", { name: "Stop Rope" })).toBeVisible();
    await page.unroute("**/*.data*");
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Favorites" })).toBeVisible();
  });

  expect(await isTheSame(), "the document was loaded anew").toBe(true);
  await ear.hearsSound();
  const pauses = (await ear.pauses()).filter(
    ({ from, to }) => from > heard.at + 1_000 && to - from > bufferMs,
  );
  expect(pauses, "the sound stopped").toEqual([]);
  await link.close();
});
