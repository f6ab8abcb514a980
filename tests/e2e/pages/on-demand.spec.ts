/** An on-demand stage is live while its encoder is connected. For its sound see `tests/e2e/sound/on-demand.spec.ts`. */

import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import { expect, test } from "#tests/fixtures/test.ts";

test("an on-demand stage is live within 10 s of each connect with the right first title", async ({
  cue,
  manager,
  broadcast,
}) => {
  const stage = await cue.createStage({ name: "Quay", manager: manager.username, isOnDemand: true });
  const room = await RoomSocket.open(cue.origin, `stage/${stage.id}`);
  for (let connect = 1; connect <= 3; connect++) {
    const encoder = await broadcast({ ...stage, format: "mp3", track: connect });
    // As a DJ program does: the first title arrives with the first sound, sometimes before the server has decoded any.
    expect(await encoder.announce("First", `Title ${connect}`)).toBe(200);
    const live = await room.event(
      "room set",
      ({ data, at }) => data.status === "live" && at >= encoder.startedAt,
      10_000,
    );
    expect(live, `connect ${connect} was not live within 10 s`).toBeDefined();
    const title = await room.event("new track", ({ data }) => data.title === `Title ${connect}`, 5_000);
    expect(title?.data, `the first title of connect ${connect} was lost`).toMatchObject({ artist: "First" });
    await encoder.stop();
    const over = await room.event(
      "room set",
      ({ data, at }) => data.status === "offline" && at > encoder.startedAt,
      20_000,
    );
    expect(over, `the stage was still on 20 s after connect ${connect} had ended`).toBeDefined();
  }
  const goLives = room.events.filter(({ event, data }) => event === "room set" && data.status === "live");
  expect(goLives, "every broadcast goes live once").toHaveLength(3);
  room.close();
});

test("a second encoder on a busy mount is refused, and the first one stays on air", async ({
  cue,
  manager,
  broadcast,
}) => {
  const stage = await cue.createStage({ name: "Crowded", manager: manager.username, isOnDemand: true });
  const room = await RoomSocket.open(cue.origin, `stage/${stage.id}`);
  const first = await broadcast({ ...stage, format: "mp3", track: 1 });
  await room.event("room set", ({ data }) => data.status === "live");
  const second = await broadcast({ ...stage, format: "mp3", track: 2 });
  const { stderr } = await second.exit();
  expect(stderr).toMatch(/403|refused|Forbidden/i);
  expect(first.isRunning).toBe(true);
  const wrong = await broadcast({ ...stage, password: "not the password", format: "mp3", track: 2 });
  expect((await wrong.exit()).stderr).toMatch(/401/);
  room.close();
});
