/**
 * `kill -9` of each process during a set: the page reports it, recovers automatically, and loses nothing acknowledged.
 */

import { FaultProxy } from "#tests/fixtures/rig/fault-proxy.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import { StagePage } from "#tests/fixtures/stage-page.ts";
import { expect, test } from "#tests/fixtures/test.ts";

const victims = [
  { name: "a transcoder", words: "ffmpeg", isNoticed: false },
  { name: "Icecast", words: "icecast2", isNoticed: true },
  { name: "the agent", words: "container/agent/main.ts", isNoticed: true },
  { name: "the Worker's runtime", words: "workerd", isNoticed: true },
];

for (const [track, { name, words, isNoticed }] of victims.entries()) {
  test(`playback recovers automatically after kill -9 of ${name}`, async ({
    cue,
    manager,
    broadcast,
    visit,
    newPerson,
    allowConsole,
  }) => {
    // Browsers log every refused connection to the console.
    allowConsole(/WebSocket connection|net::ERR_|status of 5\d\d/);
    const stageName = `Fault ${track}`;
    const stage = await cue.createStage({ name: stageName, manager: manager.username, isOnDemand: true });
    const encoder = await broadcast({ ...stage, format: "mp3", track, reconnectAfterMs: 2_000 });
    await encoder.announce("Steady", "Before and after");
    const { page, ear } = await visit({ as: manager });
    const stagePage = new StagePage(page, stageName);
    await stagePage.open(`/room/${stage.id}`);
    await stagePage.play();
    await ear.hears(track);
    const phases = await recordPhases(stagePage);
    await ear.expectText("Reconnecting");

    const person = await newPerson("Talker");
    const room = `stage/${stage.id}`;
    const socket = await RoomSocket.open(cue.origin, room, { person });
    const acknowledged: string[] = [];
    const say = async (to: RoomSocket, text: string) => {
      if ((await to.send("roomChat", { msg: text }))?.event === "ack") acknowledged.push(text);
    };
    for (const text of ["one", "two", "three"]) await say(socket, text);
    const { currentTrack, currentTrackHistory } = socket.state;
    const played = { track: currentTrack, trackHistory: currentTrackHistory };
    expect((await person.post("/api/sets/cheer", { room: stage.id, ...played })).status).toBe(200);
    expect((await person.post("/api/favorites/favorite", played)).status).toBe(200);

    const killedAt = await cue.crash(words);
    // Sent during the fault: it is stored completely or not at all.
    await say(socket, "four");
    expect(acknowledged).toEqual(expect.arrayContaining(["one", "two", "three"]));

    const returnedAt = () => Math.max(killedAt, encoder.startedAt);
    const back = await ear.hearsSoundMadeAfter(returnedAt, 30_000);
    expect(back.at - returnedAt(), "ms from the source's return to the ear").toBeLessThan(10_000);
    await expect(stagePage.live).toBeVisible();
    await expect(stagePage.bar.getByText("Live", { exact: true })).toBeVisible();
    expect(await phases(), "what the player said meanwhile").not.toContain("ended");
    if (isNoticed) expect(await ear.all("text"), '"Reconnecting" was never shown').toHaveLength(1);

    const after = await RoomSocket.open(cue.origin, room, { person });
    expect(after.state.status).toBe("live");
    const kept = after.state.messages.map(({ message }) => message);
    for (const text of acknowledged) {
      expect(
        kept.filter((each) => each === text),
        `"${text}" after the crash`,
      ).toHaveLength(1);
    }
    expect(after.state.cheerCount, "cheers after the crash").toBe(1);
    expect(after.state.favoriteCount, "favorites after the crash").toBe(1);
    const again = await person.post("/api/sets/cheer", { room: stage.id, ...played });
    expect(again.status, "a second cheer within 3 minutes").toBe(429);
    socket.close();
    after.close();
  });
}

test("playback recovers within 8 s after the network link hangs or resets", async ({
  cue,
  manager,
  broadcast,
  visit,
  allowConsole,
}) => {
  allowConsole(/WebSocket connection|net::ERR_/);
  const stage = await cue.createStage({ name: "Train", manager: manager.username, isOnDemand: true });
  await broadcast({ ...stage, format: "mp3", track: 4 });
  const link = await FaultProxy.start(cue.port);
  const { page, ear } = await visit();
  const stagePage = new StagePage(page, "Train");
  await stagePage.open(`http://localhost:${link.port}/room/${stage.id}`);
  await stagePage.play();
  await ear.hears(4);

  link.reset();
  const resetAt = Date.now();
  await ear.hearsSoundMadeAfter(() => resetAt, 8_000);

  link.hang();
  await page.waitForTimeout(5_000);
  link.heal();
  const healedAt = Date.now();
  await ear.hearsSoundMadeAfter(() => healedAt, 8_000);
  await expect(stagePage.bar.getByText("Live", { exact: true })).toBeVisible();
  await link.close();
});

/** Records the phases that the player reports, each change once. */
async function recordPhases(stagePage: StagePage): Promise<() => Promise<string[]>> {
  await stagePage.page.evaluate(() => {
    const phases: string[] = [];
    setInterval(() => {
      const { phase } = (window as unknown as { __cue: { phase: string } }).__cue;
      if (phases.at(-1) !== phase) phases.push(phase);
    }, 100);
    Object.assign(window, { __phases: phases });
  });
  return () => stagePage.page.evaluate(() => (window as unknown as { __phases: string[] }).__phases);
}
