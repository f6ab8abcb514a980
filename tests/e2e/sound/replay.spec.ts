/** The replay of what is on air: while it is still on air, and seconds after its end. */

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { untilInteractive } from "#tests/fixtures/open.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const run = promisify(execFile);

interface OwnReplay {
  id: string;
  duration: number;
  endTime: number | null;
  name: string;
}

/** Returns the duration that ffprobe says of these bytes, ms. */
async function durationOf(bytes: Uint8Array, extension: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "cue-replay-"));
  try {
    const file = join(folder, `sound.${extension}`);
    await writeFile(file, bytes);
    const { stdout } = await run("ffprobe", [
      ..."-v error -show_entries format=duration -of csv=p=0".split(" "),
      file,
    ]);
    return Number(stdout) * 1_000;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("listeners go back in what is on air, and hear it again after its end", async ({
  cue,
  manager,
  broadcast,
  visit,
  allowConsole,
}) => {
  test.setTimeout(180_000);
  const stage = await cue.createStage({ name: "Tape Deck", manager: manager.username, isOnDemand: true });
  const encoder = await broadcast({ ...stage, format: "mp3", track: 1, artist: "Reel", title: "First" });
  const { page, ear } = await visit();
  const stagePage = new StagePage(page, "Tape Deck");
  await stagePage.open(`/room/${stage.id}`);
  await stagePage.play();
  await ear.hears(1);
  await page.waitForTimeout(12_000);
  const changedAt = await encoder.play(3);
  await ear.hears(3, { since: changedAt });

  await test.step("10 seconds back is the track before, and LIVE is the present one", async () => {
    const pressedAt = Date.now();
    await stagePage.bar.getByRole("button", { name: "Rewind" }).click();
    const choices = page.getByRole("dialog", { name: "Rewind" }).getByRole("button");
    // The encoder has named no track.
    await expect(choices.filter({ hasText: /^Start/ })).toHaveText(["Start of the Set"]);
    await choices.filter({ hasText: "10 Seconds" }).click();
    await ear.hears(1, { since: pressedAt, withinMs: 15_000 });
    const backAt = Date.now();
    await stagePage.bar.getByRole("button", { name: "Back to Live" }).click();
    await ear.hears(3, { since: backAt });
    await expect.poll(async () => (await stagePage.figures()).phase).toBe("live");
  });

  const own = async () => (await manager.get<OwnReplay[]>("/api/replays/getMine")).body;
  const replay = await test.step("seconds after its end the recording is complete", async () => {
    await page.waitForTimeout(6_000);
    await encoder.stop();
    await expect.poll(async () => (await own())[0]?.endTime ?? null, { timeout: 40_000 }).not.toBeNull();
    const found = (await own())[0];
    if (found === undefined) throw new Error("there is no replay");
    expect(found.name).toBe("Tape Deck");
    expect(found.duration).toBeGreaterThan(15_000);
    return found;
  });

  await test.step("its files have the length that is said, for other players too", async () => {
    for (const extension of ["opus", "mp3"] as const) {
      const address = `${cue.origin}/replay/${replay.id}.${extension}`;
      const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
      const head = await fetch(address, { method: "HEAD" });
      expect(Number(head.headers.get("content-length"))).toBe(bytes.byteLength);
      const range = await fetch(address, { headers: { range: "bytes=1000-1999" } });
      expect(range.status).toBe(206);
      expect(new Uint8Array(await range.arrayBuffer())).toEqual(bytes.slice(1_000, 2_000));
      const difference = Math.abs((await durationOf(bytes, extension)) - replay.duration);
      expect(
        difference,
        `${extension}: ${await durationOf(bytes, extension)} ms of ${replay.duration}`,
      ).toBeLessThanOrEqual(20);
    }
  });

  await test.step("its page plays it, seeks, pauses and goes on", async () => {
    const listener = await visit();
    await listener.page.goto(`/replay/${replay.id}`);
    await untilInteractive(listener.page);
    const main = listener.page.getByRole("main");
    await main.getByRole("button", { name: "Play Tape Deck" }).click();
    await listener.ear.hears(1);
    const soughtAt = Date.now();
    const slider = main.getByRole("slider", { name: "Position" });
    await slider.focus();
    await slider.press("End");
    for (let step = 0; step < 1; step++) await slider.press("ArrowLeft");
    await listener.ear.hears(3, { since: soughtAt });
    const pausedAt = Date.now();
    await main.getByRole("button", { name: "Pause Tape Deck" }).click();
    await listener.ear.hearsSilence({ since: pausedAt });
    const resumedAt = Date.now();
    await main.getByRole("button", { name: "Play Tape Deck" }).click();
    await listener.ear.hearsSound({ since: resumedAt });
    await listener.context.close();
  });

  await test.step("deleted, it is nowhere", async () => {
    allowConsole(/status of 404/);
    expect((await manager.post("/api/replays/delete", { replay: replay.id })).status).toBe(200);
    for (const end of ["", ".opus", ".mp3", ".json", ".chapters.json", ".cue"])
      expect((await fetch(`${cue.origin}/replay/${replay.id}${end}`)).status, end).toBe(404);
  });
});
