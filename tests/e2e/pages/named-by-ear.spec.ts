/** Music without titles, of which its performer has the files: the agent's ear names it. */
import { startEncoder } from "#container/tests/encoder.ts";
import { makeAudioFiles } from "#tests/fixtures/audio-files.ts";
import { expectAccessible } from "#tests/fixtures/axe.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";
import { makeMusic } from "#tests/helpers/made-music.ts";
import { peaksOf } from "#tests/helpers/made-peaks.ts";

const minuteMs = 60_000;
const seconds = 90;

test("a record from the performer's crate is named on the stage, marked as recognized by ear, and can be favorited", async ({
  cue,
  manager,
  visit,
  newPerson,
}) => {
  const [performer, listener] = [await newPerson("Vinyl"), await newPerson("Fan")];
  const { mount, password } = await cue.makePerformer(performer.username);
  const record = {
    title: "Groove Side A",
    artists: ["Pressing Plant"],
    duration: seconds * 1_000,
    peaks: Buffer.from(peaksOf(makeMusic(41, seconds))).toString("base64"),
  };
  const added = await performer.post("/api/crate/add", { tracks: [record] });
  expect(added.status).toBe(200);
  const stage = await cue.createStage({ name: "Back Room", manager: manager.username, isOnDemand: false });
  await cue.createSet({
    stage: stage.id,
    performer: performer.username,
    name: "All Vinyl",
    startsAt: Date.now() - minuteMs,
    endsAt: Date.now() + 30 * minuteMs,
  });
  const { page } = await visit({ as: listener });
  const room = new StagePage(page, "Back Room");
  await room.open(`/room/${stage.id}`);
  const [file = ""] = makeAudioFiles([{ name: "side-a.flac", seed: 41, seconds }]);
  const input = ["-re", "-i", file, "-map_metadata", "-1"];
  const encoder = startEncoder({ port: cue.ingestPort, mount, password, input });
  try {
    await expect(room.live).toContainText("No song data yet");
    await room.play();
    await expect(room.live).toContainText("Groove Side A", { timeout: 60_000 });
    await expect(room.live).toContainText("Pressing Plant");
    await expect(room.live.getByText("Recognized by ear")).toBeAttached();
    await expect(room.bar).toContainText("Groove Side A");
    await expectAccessible(page);
    await room.live.getByRole("button", { name: /^Favorite/ }).click();
    await expect(room.live.getByRole("button", { name: /^Favorite/, pressed: true })).toBeVisible();
    await page.goto("/favorites");
    await expect(page.getByText("Groove Side A")).toBeVisible();
  } finally {
    encoder.stop();
  }
});
