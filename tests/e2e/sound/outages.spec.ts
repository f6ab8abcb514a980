/**
 * Network outages for two listeners of one stage: one near live, one with smooth playback. The browser is not told: the
 * connection to the server hangs, as in a tunnel. `CUE_OUTAGES=2,20,120 CUE_OUTAGE_ROUNDS=20` makes a long test of it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { FavoriteView } from "#app/domains/music/tracks/contract/tracks.ts";
import { recordTitles, titleLags } from "#tests/fixtures/heard-titles.ts";
import type { Ear } from "#tests/fixtures/rig/ear.ts";
import { FaultProxy } from "#tests/fixtures/rig/fault-proxy.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const outages = (process.env.CUE_OUTAGES ?? "2,20").split(",").map(Number);
const rounds = Number(process.env.CUE_OUTAGE_ROUNDS ?? 1);
/** The delay with smooth playback; the stage must have been on for as long. */
const behindMs = 25_000;

test("playback resumes within 1 s after an outage, and smooth playback bridges it", async ({
  cue,
  manager,
  newPerson,
  broadcast,
  visit,
  allowConsole,
}) => {
  test.setTimeout(120_000 + rounds * outages.reduce((sum, seconds) => sum + seconds + 8, 0) * 1_000);
  allowConsole(/WebSocket connection|net::ERR_|Failed to load resource/);
  const stage = await cue.createStage({ name: "Tunnel", manager: manager.username, isOnDemand: true });
  const encoder = await broadcast({ ...stage, format: "mp3", track: 0 });
  const onSince = Date.now();
  const titleOf = (track: number) => `Pitch ${track} of the tunnel`;
  await encoder.announce("Ada", titleOf(0));
  const link = await FaultProxy.start(cue.port);
  const address = `http://localhost:${link.port}/room/${stage.id}`;

  const nearPerson = await newPerson("Near");
  const near = await visit({ as: nearPerson });
  const nearPage = new StagePage(near.page, "Tunnel");
  await nearPage.open(address);
  await nearPage.play();
  await near.ear.hears(0);
  await recordTitles(near.page);

  const patientPerson = await newPerson("Patient");
  const patient = await visit({ as: patientPerson });
  const patientPage = new StagePage(patient.page, "Tunnel");

  await test.step("titles change together with the sound, and a favorite applies to the track that is heard", async () => {
    const changes = [];
    for (const track of [2, 4, 6]) {
      const changedAt = await encoder.change(track, "Ada", titleOf(track));
      changes.push({ track, since: changedAt });
      await near.ear.hears(track, { since: changedAt });
      await sleep(1_500);
      await nearPage.live.getByRole("button", { name: "Favorite", exact: true }).click();
      await expect(nearPage.live.getByRole("button", { name: "Favorited" })).toBeVisible();
      await sleep(1_000);
    }
    expectTogether(await titleLags(near, titleOf, changes));
    expect(await favoritesOf(nearPerson)).toEqual([6, 4, 2].map(titleOf));
  });

  await test.step("smooth playback is turned on", async () => {
    await patientPage.open(address);
    await sleep(Math.max(0, onSince + behindMs - Date.now()));
    await patientPage.bar.getByRole("button", { name: "Player Options" }).click();
    await patient.page.getByRole("switch", { name: "Smooth playback" }).click();
    await patient.page.keyboard.press("Escape");
    await patientPage.play();
  });
  const patientSince = (await patient.ear.hearsSound({ since: 0 })).at;
  await recordTitles(patient.page);
  const lastAt = await encoder.change(8, "Ada", titleOf(8));
  await near.ear.hears(8, { since: lastAt });

  const waits: { seconds: number; backAfterMs: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const seconds of outages) {
      await test.step(`${seconds} s without network`, async () => {
        // Before a long outage, wait until the buffer of smooth playback is full again.
        if (seconds > 2)
          await expect.poll(async () => (await patientPage.figures()).bufferMs).toBeGreaterThan(21_500);
        link.hang();
        await sleep(seconds * 1_000);
        link.heal();
        const healedAt = Date.now();
        const back = await soundAfter(near.ear, healedAt - seconds * 1_000);
        waits.push({ seconds, backAfterMs: Math.round(back - healedAt) });
        await near.ear.hearsSoundMadeAfter(() => healedAt, 5_000);
      });
    }
  }
  console.table(waits);
  for (const { seconds, backAfterMs } of waits) {
    expect(backAfterMs, `ms from the network's return after ${seconds} s to the sound`).toBeLessThan(1_000);
  }
  await expect(nearPage.bar.getByText("Live", { exact: true })).toBeVisible();

  if (Math.max(...outages) <= 20) {
    const pauses = (await patient.ear.pauses()).filter(({ from }) => from > patientSince + 1_000);
    expect(pauses, "what the patient listener heard of the outages").toEqual([]);
  }
  await test.step("the delay with smooth playback is unchanged", async () => {
    const heard = await patient.ear.hears(8, { since: lastAt, withinMs: 40_000 });
    expect(heard.at - lastAt, "ms behind the source").toBeGreaterThan(behindMs - 2_000);
    await sleep(1_500);
    await patientPage.live.getByRole("button", { name: "Favorite", exact: true }).click();
    await expect(patientPage.live.getByRole("button", { name: "Favorited" })).toBeVisible();
    expect(await favoritesOf(patientPerson)).toEqual([titleOf(8)]);
    const changes = [6, 8].map((track) => ({ track, since: patientSince }));
    expectTogether(await titleLags(patient, titleOf, changes));
  });
  await link.close();
});

/** Returns when the pause in the outage ended, or when the outage started if there was none. */
async function soundAfter(ear: Ear, outageAt: number): Promise<number> {
  await ear.hearsSound({ since: outageAt + 1_500, withinMs: 140_000 });
  const pauses = await ear.pauses();
  return pauses.findLast(({ to }) => to > outageAt)?.to ?? outageAt;
}

/** Allows one exception, because titles and sound are delivered separately and a title can be delayed. */
function expectTogether(lags: number[]): void {
  console.log(`titles after their tones, ms: ${lags.map(Math.round).join(", ")}`);
  const together = lags.filter((lag) => Math.abs(lag) < 500);
  expect(together.length, "titles within 0.5 s of their tones").toBeGreaterThanOrEqual(lags.length - 1);
}

interface Caller {
  get<T>(path: string): Promise<{ body: T }>;
}

/** Newest first. */
async function favoritesOf(person: Caller): Promise<string[]> {
  const { body } = await person.get<FavoriteView[]>("/api/favorites/getFavorites");
  return body.map(({ track }) => track.title);
}
