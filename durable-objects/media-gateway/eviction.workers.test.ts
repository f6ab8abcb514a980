import { env, evictDurableObject } from "cloudflare:test";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import { connectAgent, createBroadcaster, encoderOn, loud } from "#tests/helpers/agent.ts";
import { ProfileRoom } from "../room/profile-room.ts";

let lastTold = new Map<string, StreamReport>();

beforeEach(() => {
  lastTold = new Map();
  vi.spyOn(ProfileRoom.prototype, "streamChanged").mockImplementation(async (report) => {
    const last = lastTold.get(report.stream);
    const isNewer = last === undefined || report.fence > last.fence || report.version > last.version;
    if (isNewer) lastTold.set(report.stream, report);
    return { wants: false };
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("rooms reach the state that the agent reported for any eviction of the gateway", async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 3 }), async (evictions) => {
      const name = `evicted-${run++}`;
      const stub = env.MEDIA_GATEWAY.getByName(name);
      const { mount, stream } = await createBroadcaster(name);
      const agent = await connectAgent(stub, "start");
      await agent.hello();
      const [first, second] = [encoderOn(mount, "c1"), encoderOn(mount, "c2")];
      const story = [
        first({ type: "connected" }, Date.now() - 700),
        first({ type: "firstAudio", codec: "mp3" }, Date.now() - 600),
        first({ type: "disconnected" }, Date.now() - 500),
        second({ type: "connected" }, Date.now() - 400),
        second({ type: "firstAudio", codec: "opus" }, Date.now() - 300),
        second({ type: "level", level: loud }, Date.now() - 200),
        second({ type: "silence", isSilent: true }, Date.now() - 100),
      ];
      for (const [index, fact] of story.entries()) {
        await agent.facts(fact);
        if (evictions.includes(index)) await evictDurableObject(stub);
      }
      const truth = { state: "up", connection: "c2", firstAudioAt: story[4]?.at, silentSince: story[6]?.at };
      expect(await stub.report(stream)).toMatchObject(truth);
      await vi.waitFor(() => expect(lastTold.get(stream)).toMatchObject(truth), { timeout: 4_000 });
    }),
    { numRuns: 8 },
  );
});
