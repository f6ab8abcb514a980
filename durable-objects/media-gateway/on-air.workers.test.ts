import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { LobbyEvent } from "#app/domains/air/stages/lobby-protocol.ts";
import { connectAgent, createBroadcaster, createCredential, encoderOn } from "#tests/helpers/agent.ts";
import { openSocket, viewer } from "#tests/helpers/socket.ts";
import { lobbyShard, mediaGateway } from "../stubs.ts";

/** Runs with real rooms and the real lobby: only the agent is simulated. */
test("a connected encoder is on the home page within a second for an on-demand stage, a set and a profile", async () => {
  const now = Date.now();
  await createBroadcaster("ada");
  await createBroadcaster("bob");
  await createCredential("own", "stage", "own");
  await env.DB.batch([
    env.DB.prepare(
      "insert into stages (id, name, is_instant, stream_id, created_at) values ('own', 'Own', 1, 'own-stream', 0)",
    ),
    env.DB.prepare(
      "insert into stages (id, name, is_instant, stream_id, created_at) values ('booked', 'Booked', 0, 'booked-stream', 0)",
    ),
    env.DB.prepare(
      "insert into sets (id, stage_id, performer_id, name, starts_at, ends_at, created_at) values ('set', 'booked', 'bob', 'Set', ?, ?, 0)",
    ).bind(now - 1_000, now + 600_000),
  ]);
  await env.STAGE_ROOM.getByName("booked").refresh();

  const agent = await connectAgent(mediaGateway(env), "start");
  await agent.hello();
  const page = await openSocket(lobbyShard(env, "page"), "/realtime/lobby", viewer(null), LobbyEvent);
  for (const [name, room] of [
    ["own", "stage/own"],
    ["ada", "profile/ada"],
    ["bob", "stage/booked"],
  ]) {
    const encoder = encoderOn(`${name}-mount`);
    const connectedAt = Date.now();
    await agent.facts(encoder({ type: "connected" }), encoder({ type: "firstAudio", codec: "mp3" }));
    expect(await agent.next("route")).toMatchObject({ stream: `${name}-stream`, room });
    for (;;) {
      const event = await page.next();
      if (event.event !== "room changed" || !event.data.onAir.online) continue;
      expect(`${event.data.kind}/${event.data.id}`).toBe(room);
      break;
    }
    expect(Date.now() - connectedAt).toBeLessThan(1_000);
  }
});
