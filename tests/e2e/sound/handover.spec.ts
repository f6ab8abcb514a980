/** One listener who presses play once, through the sets of several performers. */

import { setTimeout as sleep } from "node:timers/promises";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import type { PlayView } from "#app/domains/music/tracks/contract/tracks.ts";
import type { EarEntry } from "#tests/fixtures/rig/ear-page.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

/**
 * Sets in seconds from the first one's start. Encoders wait on standby or connect after a gap; Bob stays on after his
 * set. The tracks' pitches are far apart, so that the ear does not confuse them where a sound ends.
 */
const lineup = [
  { name: "Ada", format: "mp3", track: 0, from: 0, to: 8, connects: -4, leaves: 8 },
  { name: "Bob", format: "opus", track: 3, from: 8, to: 16, connects: 3, leaves: 20 },
  { name: "Cem", format: "aac", track: 6, from: 16, to: 24, connects: 12, leaves: 24 },
  { name: "Dot", format: "vorbis", track: 9, from: 25, to: 33, connects: 21, leaves: 33 },
  { name: "Eve", format: "flac", track: 11, from: 35, to: 43, connects: 34, leaves: 43 },
] as const;

test("a listener hears five consecutive performers after a single click on play", async ({
  cue,
  manager,
  broadcast,
  visit,
  newPerson,
}) => {
  const stage = await cue.createStage({ name: "Relay", manager: manager.username, isOnDemand: false });
  const performers = await Promise.all(
    lineup.map(async (slot) => {
      const person = await newPerson(slot.name);
      return { ...slot, person, ingest: await cue.makePerformer(person.username) };
    }),
  );
  const startsAt = Date.now() + 15_000;
  const at = (second: number) => startsAt + second * 1_000;
  const until = (second: number) => sleep(Math.max(0, at(second) - Date.now()));
  const acts = await Promise.all(
    performers.map(async (performer, i) => {
      const { person, name, from, to } = performer;
      const times = { startsAt: at(from), endsAt: at(to) };
      const set = { stage: stage.id, performer: person.username, name: `Set of ${name}`, ...times };
      const { id } = await cue.createSet(set);
      const profile = await RoomSocket.open(cue.origin, `profile/${person.id}`);
      return { ...performer, set: id, profile, fan: (performers[i - 1] ?? performers.at(-1))?.person };
    }),
  );
  const room = await RoomSocket.open(cue.origin, `stage/${stage.id}`);

  /** One performer's actions from connect to disconnect, and the reactions of a fan. */
  const perform = async ({ name, fan, ...act }: (typeof acts)[number]) => {
    await until(act.connects);
    const encoder = await broadcast({ ...act.ingest, format: act.format, track: act.track });
    expect(await encoder.announce(name, `Opener of ${name}`)).toBe(200);
    await until(act.from + 4);
    expect(await encoder.announce(name, `Closer of ${name}`)).toBe(200);
    const closer = await room.event("new track", ({ data }) => data.title === `Closer of ${name}`);
    const heard = { ...closer?.data, room: stage.id, mediaAt: Date.now() };
    expect((await fan?.post("/api/sets/cheer", heard))?.status).toBe(200);
    expect((await fan?.post("/api/favorites/favorite", heard))?.status).toBe(200);
    await until(act.leaves);
    const leftAt = Date.now();
    await encoder.stop();
    return { ...act, name, cameAt: encoder.connectedAt, leftAt };
  };
  const performances = Promise.all(acts.map(perform));
  // An early failure belongs to this test, which awaits it below.
  performances.catch(() => {});

  const { page, ear } = await visit();
  const stagePage = new StagePage(page, "Relay");
  await stagePage.open(`/room/${stage.id}`);
  for (const { name } of acts) await ear.expectText(`Opener of ${name}`);
  // The time until the first set depends on how long the preparations took.
  await expect(stagePage.live).toBeVisible({ timeout: 25_000 });
  await stagePage.play();
  for (const { name, track, from } of acts) {
    await ear.hears(track, { withinMs: at(from) - Date.now() + 8_000 });
    await expect(stagePage.live.getByText(`Set of ${name}`)).toBeVisible();
    const isOpener = (entry: EarEntry) => entry.type === "text" && entry.text === `Opener of ${name}`;
    await ear.waitFor(`of the opener of ${name}`, (log) => log.find(isOpener), 5_000);
    if (name !== "Bob") continue;
    // A listener with a delay who hears the end of a set cheers for that set.
    const late = { room: stage.id, mediaAt: at(from) - 100 };
    expect((await manager.post("/api/sets/cheer", late)).status).toBe(200);
  }

  const played = await performances;
  const [heard, pauses] = await Promise.all([ear.all("tone"), ear.pauses()]);
  // At the end of a sound, the ear may detect another tone for a moment.
  const tones = heard.filter(({ at }, i) => (heard[i + 1]?.at ?? Number.POSITIVE_INFINITY) - at > 300);
  expect([...new Set(tones.map(({ track }) => track))]).toEqual(acts.map(({ track }) => track));
  const handovers = played.slice(1).map((act, i) => {
    const before = played[i] ?? act;
    const heardAt = tones.find(({ track }) => track === act.track)?.at ?? Number.NaN;
    // The end of a pause and the start of a tone are known to some hundredths of a second.
    const pause = pauses.find(({ from, to }) => from < heardAt && to > heardAt - 100);
    const silenceMs = pause === undefined ? 0 : Math.round(pause.to - pause.from);
    const nobodyMs = Math.max(0, act.cameAt - before.leftAt);
    const sinceEndMs = Math.round(heardAt - at(before.to));
    return { to: act.name, silenceMs, nobodyMs, gapMs: silenceMs - nobodyMs, sinceEndMs };
  });
  console.table(handovers);
  for (const { to, gapMs, sinceEndMs } of handovers) {
    expect(gapMs, `ms of silence before ${to}, but for those in which nobody was there`).toBeLessThan(1_000);
    expect(sinceEndMs, `ms from the end of the set before to ${to}`).toBeGreaterThan(-500);
  }
  expect(handovers[1]?.sinceEndMs, "ms that Bob was heard into the set of Cem").toBeLessThan(2_000);
  const lastOfBob = tones.findLast(({ track }) => track === 3)?.at ?? Number.NaN;
  expect(lastOfBob, "Bob was heard again after the handover").toBeLessThan(at(16 + 2));

  // Neither an early performer nor one who leaves late is on the profile meanwhile.
  for (const { name, profile } of acts) {
    const lives = profile.events.filter(({ event, data }) => event === "room set" && data.online);
    expect(lives, `times that ${name} was on the profile`).toEqual([]);
    profile.close();
  }
  room.close();

  for (const { name, set, person } of acts) {
    const cheers = name === "Ada" ? 2 : 1;
    const history = async () => {
      const [{ body: totals }, { body: plays }] = await Promise.all([
        manager.post<SetView>("/api/sets/getSet", { set }),
        manager.post<PlayView[]>("/api/trackHistory/getLatestRoomTracks", { room: stage.id }),
      ]);
      const own = plays.filter((play) => play.set === set && play.dj?.id === person.id).reverse();
      const { peakListeners, totalCheers, totalFavorites } = totals;
      const titles = own.map(({ track }) => track.title);
      return { titles, peakListeners, totalCheers, totalFavorites };
    };
    await expect.poll(history, `the history of ${name}'s set`).toEqual({
      titles: [`Opener of ${name}`, `Closer of ${name}`],
      peakListeners: 1,
      totalCheers: cheers,
      totalFavorites: 1,
    });
  }
});
