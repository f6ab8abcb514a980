/** An encoder can send titles at any rate; they are processed once a second. */
import { env, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { connectAgent, createBroadcaster, encoderOn, encoderReport, loud } from "#tests/helpers/agent.ts";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { profileRoom } from "../stubs.ts";

const gateway = (name: string) => env.MEDIA_GATEWAY.getByName(name);
const titles = (count: number) => Array.from({ length: count }, (_, i) => `Title ${i}`);

async function onAir(name: string) {
  const stub = gateway(`titles-${name}`);
  const agent = await connectAgent(stub, "start");
  const fence = await agent.hello();
  const { mount, stream } = await createBroadcaster(name);
  const encoder = encoderOn(mount);
  await agent.facts(encoder({ type: "connected" }), encoder({ type: "firstAudio", codec: "opus" }));
  const title = (text: string, at = Date.now()) =>
    encoder({ type: "title", artist: "", title: text } as never, at);
  /** Sends as the agent does: each immediately in its own message, without waiting for the previous answer. */
  const burst = async (texts: string[]) => {
    for (const [i, text] of texts.entries())
      agent.send({ type: "facts", fence, seq: 2 + i, facts: [title(text)] });
    // And a full snapshot every five seconds.
    const last = { artist: "", title: texts.at(-1) ?? "", at: Date.now() };
    const state = encoderReport(mount, { firstAudioAt: Date.now(), codec: "opus", title: last });
    const seq = 2 + texts.length;
    agent.send({ type: "snapshot", fence, seq, at: Date.now(), mounts: [state] });
    while ((await agent.next("ack")).seq < seq);
  };
  return { stub, burst, agent, mount, stream, encoder, title };
}

const titleOf = async (stub: ReturnType<typeof gateway>, stream: string) =>
  (await stub.report(stream))?.title?.title;
const playsOf = async (performerId: string) => {
  const rows = await env.DB.prepare(
    "select title from plays join tracks on tracks.id = track_id where performer_id = ? order by played_at",
  )
    .bind(performerId)
    .all<{ title: string }>();
  return rows.results.map(({ title }) => title);
};

test("a burst of 1,500 titles is reduced to the first, the last and one per second", async () => {
  const { stub, burst, stream } = await onAir("burst");
  const room = profileRoom(env, "burst");
  await vi.waitFor(async () => expect((await room.onAir()).online).toBe(true), 5_000);
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const from = performance.now();
  await burst(titles(1_500));
  const acknowledgedMs = performance.now() - from;
  await vi.waitFor(async () => expect((await room.onAir()).currentTitle).toBe("Title 1499"), 10_000);
  const toldMs = performance.now() - from;
  expect(await titleOf(stub, stream)).toBe("Title 1499");
  const changes = await runInDurableObject(
    stub,
    (_, { storage }) =>
      storage.sql.exec<{ changes: number }>("select changes from streams where stream = ?", stream).one()
        .changes,
  );
  console.info(JSON.stringify({ event: "title-burst", acknowledgedMs, toldMs, changes }));
  // One before, one a second, the last.
  expect(changes).toBeLessThanOrEqual(4 + toldMs / 1_000);
  await runAlarm(room);
  await vi.waitFor(async () => expect((await playsOf("burst")).at(-1)).toBe("Title 1499"), 10_000);
  expect((await playsOf("burst")).length).toBeLessThanOrEqual(3 + toldMs / 1_000);
});

test("the last of several titles within a second is kept, also after an eviction and a repeated report", async () => {
  const { stub, agent, mount, stream, encoder, title } = await onAir("quick");
  // The first level advances the mount's stream test, which is stored immediately.
  await agent.facts(encoder({ type: "level", level: loud }), title("First"));
  expect(await titleOf(stub, stream)).toBe("First");
  await agent.facts(title("Second"), title("Third"), encoder({ type: "level", level: loud }));
  expect(await titleOf(stub, stream)).toBe("First");
  await vi.waitFor(async () => expect(await titleOf(stub, stream)).toBe("Third"), 5_000);

  await agent.facts(title("Fourth"));
  await agent.facts(title("Fifth"));
  await evictDurableObject(stub);
  await agent.snapshot([
    encoderReport(mount, { codec: "opus", title: { artist: "", title: "Fifth", at: Date.now() } }),
  ]);
  await vi.waitFor(async () => expect(await titleOf(stub, stream)).toBe("Fifth"), 5_000);
});

test("the end of a connection is not delayed by a title and includes the last one", async () => {
  const { stub, agent, stream, encoder, title } = await onAir("ending");
  await agent.facts(title("First"));
  await agent.facts(title("Last"), encoder({ type: "disconnected" }));
  expect(await stub.report(stream)).toMatchObject({ state: "down", title: { title: "Last" } });
});
