import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { offAir } from "../contract/stages.ts";
import { HeardQueue } from "./heard-queue.ts";
import type { RoomEvent } from "./protocol.ts";

function track(seq: number, mediaAt: number): RoomEvent {
  const data = { mediaAt, track: `t${seq}`, trackHistory: `h${seq}`, title: `Title ${seq}`, artist: "A" };
  return { event: "new track", data, seq, at: mediaAt };
}

function cheer(seq: number, mediaAt: number): RoomEvent {
  const data = { mediaAt, userId: "u", user: "Ana", cheerCount: seq };
  return { event: "cheered", data, seq, at: mediaAt };
}

function listeners(seq: number): RoomEvent {
  return { event: "room listeners", data: { currentListeners: seq }, seq, at: 0 };
}

describe("events that belong to sound", () => {
  it("wait until it is heard, and other events do not wait", () => {
    const queue = new HeardQueue();
    expect(queue.push(track(1, 1_000), 700, 0)).toEqual([]);
    expect(queue.push(listeners(2), 700, 0)).toEqual([listeners(2)]);
    expect(queue.nextInMs(700, 0)).toBe(300);
    expect(queue.due(999, 290)).toEqual([]);
    expect(queue.due(1_000, 300)).toEqual([track(1, 1_000)]);
    expect(queue.nextInMs(1_000, 300)).toBeNull();
  });

  it("are applied immediately without playback, and after 15 s in any case", () => {
    const queue = new HeardQueue();
    expect(queue.push(track(1, 1_000), null, 0)).toEqual([track(1, 1_000)]);
    queue.push(track(2, 90_000), 1_000, 0);
    expect(queue.nextInMs(1_000, 10_000)).toBe(5_000);
    expect(queue.due(1_000, 14_999)).toEqual([]);
    expect(queue.due(1_000, 15_000)).toEqual([track(2, 90_000)]);
  });

  it("are applied before a later change of the performance", () => {
    const queue = new HeardQueue();
    const next: RoomEvent = { event: "room set", data: offAir, seq: 2, at: 0 };
    queue.push(track(1, 1_000), 700, 0);
    expect(queue.push(next, 700, 0)).toEqual([track(1, 1_000), next]);
  });

  it("are heard as they are once they were corrected, and what was added is heard at its time", () => {
    const queue = new HeardQueue();
    for (const event of [track(1, 1_000), track(3, 3_000), track(4, 4_000)]) queue.push(event, 0, 0);
    const fixed = { mediaAt: 1_000, track: "t9", trackHistory: "h1", title: "Fixed", artist: "B" };
    const removed = [{ trackHistory: "h4", into: null }];
    const event: RoomEvent = { event: "tracks corrected", data: { tracks: [fixed], removed }, seq: 5, at: 5 };
    expect(queue.push(event, 0, 0)).toEqual([event]);
    queue.push(track(6, 2_000), 0, 0);
    expect(queue.due(1_000, 0)).toEqual([{ ...track(1, 1_000), data: fixed }]);
    expect(queue.due(2_000, 0)).toEqual([track(6, 2_000)]);
    expect(queue.due(9_000, 0)).toEqual([track(3, 3_000)]);
  });

  it("are applied once and in order for any playhead", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5_000), fc.nat(400)), { maxLength: 60 }), (steps) => {
        const queue = new HeardQueue();
        const applied: number[] = [];
        let now = 0;
        steps.forEach(([mediaAt, pauseMs], index) => {
          now += pauseMs;
          for (const { seq } of queue.push(cheer(index, mediaAt), now * 0.9, now)) applied.push(seq);
          for (const { seq } of queue.due(now * 0.9, now)) applied.push(seq);
        });
        for (const { seq } of queue.due(null, now)) applied.push(seq);
        expect(applied).toEqual(steps.map((_, index) => index));
      }),
    );
  });
});
