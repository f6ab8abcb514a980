/** A performer tests their own key off the air: only they hear it, and no one else hears or sees it. */

import { expectAccessible } from "#tests/fixtures/axe.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test("a performer hears their own encoder off the air, and a visitor of their profile does not", async ({
  cue,
  broadcast,
  visit,
  newPerson,
}, testInfo) => {
  const performer = await newPerson("Careful");
  const ingest = await cue.makePerformer(performer.username);
  const fan = await visit();
  await fan.page.goto(`/profile/${performer.id}`);
  for (const phone of [false, true]) {
    const { page, ear, context } = await visit({ as: performer, phone, hears: true });
    await page.goto("/djs");
    await page.getByRole("button", { name: "Expand" }).click();
    const toggle = page.getByRole("switch", { name: "Test off air" });
    await toggle.click();
    await expect(toggle).toHaveAttribute("aria-checked", "true");
    // With a set soon, it is standby that follows.
    await expect(page.getByText(/^Off air for/)).toContainText("goes on air or on standby as usual.");
    const encoder = await broadcast({ ...ingest, format: "mp3", track: phone ? 3 : 6 });
    await page.getByRole("button", { name: "Listen to Yourself" }).click();
    await expect(page.getByText("You hear your encoder. No one else does.")).toBeVisible({ timeout: 15_000 });
    await ear.hears(phone ? 3 : 6, { withinMs: 15_000 });
    await expect(page.getByText("Receiving audio: off air")).toBeVisible();
    for (const theme of ["dark", "light"]) {
      await page.evaluate((chosen) => {
        document.documentElement.dataset.theme = chosen;
      }, theme);
      const path = testInfo.outputPath(`${theme}-${phone ? "phone" : "desktop"}.png`);
      await page.screenshot({ fullPage: true, path });
      await expectAccessible(page);
    }
    await expect(fan.page.getByText("LIVE", { exact: true })).toHaveCount(0);
    await encoder.stop();
    await page.getByRole("button", { name: "Stop Listening" }).click();
    await toggle.click();
    await expect(toggle).toHaveAttribute("aria-checked", "false");
    // It moves before the server has answered.
    await expect(toggle).not.toHaveAttribute("aria-busy", "true");
    await context.close();
  }
});
