/**
 * Faults of a performer's sound on their own page while they last. Each single fault: container/tests/quality.test.ts.
 */

import { expectAccessible } from "#tests/fixtures/axe.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test("silence, mono sound and a stalled encoder are reported with advice within ten seconds", async ({
  cue,
  broadcast,
  visit,
  newPerson,
}) => {
  const performer = await newPerson("Unlucky");
  const ingest = await cue.makePerformer(performer.username);
  const { page } = await visit({ as: performer });
  await page.goto("/djs");
  await page.getByRole("button", { name: "Expand" }).click();
  const verdict = page.getByRole("status").filter({ hasText: /encoder|sound|audio|Mono|arrives|Frozen/ });
  const saysWithin = (words: string | RegExp, timeout = 10_000) =>
    expect(verdict.filter({ hasText: words }).first()).toBeVisible({ timeout });
  await saysWithin("No encoder is connected");

  const encoder = await broadcast({ ...ingest, format: "mp3" });
  await saysWithin(/Connected, waiting for sound.*Your encoder is sending silence/);
  const heardTooSoon = verdict.filter({ hasText: "Receiving audio" });
  await expect(heardTooSoon).toHaveCount(0);
  await saysWithin(/Silent: nothing is heard.*Is something playing, and is the channel up\?/);

  await encoder.play(3);
  await saysWithin("Receiving audio", 5_000);
  await expect(page.getByRole("img", { name: /^Level −\d+ dB, peak −\d+ dB$/ })).toBeVisible();
  await saysWithin(/Mono: both channels are the same.*look for a mono switch/);
  await expectAccessible(page);

  process.kill(encoder.ffmpegPid, "SIGSTOP");
  await saysWithin(/Frozen: nothing arrives|Your encoder froze and was disconnected/);
  await saysWithin(/Your encoder froze and was disconnected.*Switch broadcasting off and on again/);
});
