/** Each of the player's engines, and players that are not ours. */
import { spawn } from "node:child_process";
import { median } from "#tests/bench/statistics.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

/** The allowed delay behind the encoder, in ms; the bench measures it, this test only detects failures. */
const engines = { webcodecs: 1_000, wasm: 1_000, mse: 2_500, element: 12_000 } as const;

test("every playback engine produces sound, and WebCodecs is the default", async ({
  cue,
  manager,
  broadcast,
  visit,
}) => {
  const stage = await cue.createStage({ name: "Ladder", manager: manager.username, isOnDemand: true });
  await broadcast({ ...stage, format: "mp3", track: 5 });
  for (const [engine, maxDelayMs] of Object.entries(engines)) {
    await test.step(engine, async () => {
      const { page, ear } = await visit();
      const stagePage = new StagePage(page, "Ladder");
      await stagePage.open(`/room/${stage.id}?engine=${engine}`);
      await stagePage.play();
      await ear.hears(5, { withinMs: 15_000 });
      await expect.poll(async () => (await ear.delays()).length).toBeGreaterThan(4);
      expect(median(await ear.delays()), `${engine} is this far behind, ms`).toBeLessThan(maxDelayMs);
      expect((await stagePage.figures()).engine).toBe(engine);
      await page.close();
    });
  }
  const { page } = await visit();
  const stagePage = new StagePage(page, "Ladder");
  await stagePage.open(`/room/${stage.id}`);
  await stagePage.play();
  await expect.poll(async () => (await stagePage.figures()).engine).toBe("webcodecs");
});

test("ffmpeg and playlists read the progressive stream with its titles", async ({
  cue,
  manager,
  broadcast,
}) => {
  const stage = await cue.createStage({ name: "Old Radio", manager: manager.username, isOnDemand: true });
  const encoder = await broadcast({ ...stage, format: "mp3", track: 6 });
  await encoder.announce("Radio", "On the dial");
  const room = await RoomSocket.open(cue.origin, `stage/${stage.id}`);
  const live = await room.event("room set", ({ data }) => data.status === "live");
  const { currentUrl } = live?.data ?? room.state;
  room.close();

  const m3u = await fetch(`${cue.origin}${currentUrl}.m3u`);
  expect(m3u.headers.get("access-control-allow-origin")).toBe("*");
  expect(await m3u.text()).toContain(`${cue.origin}${currentUrl}`);
  expect(await (await fetch(`${cue.origin}${currentUrl}.pls`)).text()).toContain(
    `File1=${cue.origin}${currentUrl}`,
  );

  const probe = await listenWithFfmpeg(`${cue.origin}${currentUrl}`, 3);
  expect(probe, "ffmpeg saw no title").toContain("On the dial");
  expect(probe).toMatch(/Audio: mp3/);
  expect(Number(/mean_volume: (-?[\d.]+) dB/.exec(probe)?.[1]), "ffmpeg heard silence").toBeGreaterThan(-30);
});

function listenWithFfmpeg(url: string, seconds: number): Promise<string> {
  const words = ["-hide_banner", "-t", String(seconds), "-i", url, "-af", "volumedetect", "-f", "null", "-"];
  const ffmpeg = spawn("ffmpeg", words, { stdio: ["ignore", "ignore", "pipe"] });
  const timer = setTimeout(() => ffmpeg.kill("SIGKILL"), 15_000);
  let text = "";
  ffmpeg.stderr.on("data", (data: Buffer) => {
    text += data.toString();
  });
  return new Promise((resolve) => {
    ffmpeg.on("exit", () => {
      clearTimeout(timer);
      resolve(text);
    });
  });
}
