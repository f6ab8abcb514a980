/** A flood from many accounts without slow mode does not affect users who write at a normal rate. */
import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { addStage, Listener, viewer } from "#tests/helpers/rooms.ts";
import type { StageRoom } from "./stage-room.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.each([
  ["as fast as they can", { accounts: 100, atOnce: 3, everyMs: 100 }],
  ["as often as one person may", { accounts: 200, atOnce: 1, everyMs: 1_000 }],
])(
  "other users can write at their first attempt while many write %s",
  async (name, { accounts, atOnce, everyMs }) => {
    const room = await addStage(`crowded ${name}`);
    const honest = await Promise.all(["ann", "bob", "eve"].map((id) => Listener.open(room, viewer(id))));
    let isOver = false;
    const answers = { ack: 0, error: 0 };
    // Inside the object, as if the frames had just arrived: clients on the same thread could not send them.
    const flooding = runInDurableObject(room, async (object: StageRoom) => {
      for (let sent = 0; !isOver; ) {
        for (let i = 0; i < accounts * atOnce; i++) {
          const frame = { event: "roomChat", id: `f${sent++}`, data: { msg: "spam" } } as const;
          void object.say(viewer(`flooder${i % accounts}`), frame).then(({ event }) => answers[event]++);
        }
        await pause(everyMs);
      }
    });
    const startedAt = Date.now();
    await pause(1_500);
    for (let i = 0; i < 4; i++) {
      for (const each of honest) {
        const reply = await each.say(`hello ${i}`);
        expect(reply.event, JSON.stringify({ i, reply, answers, ms: Date.now() - startedAt })).toBe("ack");
      }
      // People write less often than a flood.
      await pause(1_500);
    }
    isOver = true;
    await flooding;
    expect(answers.error).toBeGreaterThan(0);
    const seconds = (Date.now() - startedAt) / 1_000;
    expect(answers.ack).toBeLessThanOrEqual(50 + Math.ceil(seconds * 50));
  },
  30_000,
);
