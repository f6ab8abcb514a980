/** Every format that encoders send is heard on an on-demand stage. */

import type { EncoderFormat } from "#tests/fixtures/rig/encoder-formats.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { test } from "#tests/fixtures/test.ts";

const formats: { format: EncoderFormat; method: "PUT" | "SOURCE" }[] = [
  { format: "mp3", method: "SOURCE" },
  { format: "aac", method: "PUT" },
  { format: "opus", method: "PUT" },
  { format: "vorbis", method: "SOURCE" },
  { format: "flac", method: "PUT" },
];

test("listeners hear every codec correctly, whether it is sent by PUT or SOURCE", async ({
  cue,
  manager,
  broadcast,
  visit,
}) => {
  const stages = await Promise.all(
    formats.map(async ({ format, method }, track) => {
      const name = `In ${format}`;
      const stage = await cue.createStage({ name, manager: manager.username, isOnDemand: true });
      await broadcast({ ...stage, format, method, track, artist: "Codec", title: format });
      return { ...stage, name, track };
    }),
  );
  const { page, ear } = await visit();
  for (const { id, name, track } of stages) {
    const stagePage = new StagePage(page, name);
    await stagePage.open(`/room/${id}`);
    await stagePage.play();
    await ear.hears(track);
  }
});
