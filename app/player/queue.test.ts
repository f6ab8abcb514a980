import { describe, expect, it } from "vitest";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { type OnAirView, offAir } from "#app/domains/air/stages/contract/stages.ts";
import { decideStreamEnd, queueOf, type StreamEntry } from "./queue.ts";

const now = 1_700_000_000_000;
const stage = { id: "main", name: "Main" };

function set(id: string, startTime: number, endTime: number | null, name = id): SetView {
  const user = { id: `dj-${id}`, _id: `dj-${id}`, username: id, profile: null };
  const totals = { peakListeners: 0, totalFavorites: 0, totalCheers: 0, totalTips: null, replay: null };
  const rest = { name, description: "", url: `/live/${id}`, room: stage, user, ...totals };
  return { id, _id: id, startTime, endTime, ...rest };
}

function entry(setId: string | null, startsIn: number, endsIn: number | null): StreamEntry {
  const end = endsIn === null ? null : now + endsIn;
  return { room: stage, url: null, setId, djId: null, start: now + startsIn, end };
}

describe("the queue", () => {
  const onAir: OnAirView = { ...offAir, status: "live", online: true };

  it("has every set of the lineup from one minute before its start, the current one first", () => {
    const [one, two, three] = [
      set("one", now, now + 10),
      set("two", now + 10, now + 20),
      set("three", now + 20, null),
    ];
    const queue = queueOf({ ...onAir, currentSet: one, nextSet: two }, [three, two, one]);
    expect(queue.map(({ setId }) => setId)).toEqual(["one", "two", "three"]);
    expect(queue[1]).toEqual({
      room: stage,
      url: "/live/two",
      setId: "two",
      djId: "dj-two",
      start: two.startTime - 60_000,
      end: now + 20,
    });
  });

  it("prefers the room's state to an older lineup", () => {
    const moved = set("two", now + 500, now + 900);
    const queue = queueOf({ ...onAir, currentSet: set("one", now, now + 10), nextSet: moved }, [
      set("two", now + 10, now + 20),
    ]);
    expect(queue.map(({ start }) => start)).toEqual([now - 60_000, now + 500 - 60_000]);
  });

  it("of an on-demand stage or a profile is one stream without an end", () => {
    const queue = queueOf({ ...onAir, startTime: now, currentUrl: "/live/x" }, []);
    expect(queue).toEqual([{ room: null, url: "/live/x", setId: null, djId: null, start: now, end: null }]);
    expect(queueOf(offAir, [])).toEqual([]);
  });
});

describe("at the end of a stream", () => {
  const later = entry("two", 100_000, 900_000);
  const cases: [string, StreamEntry | null, StreamEntry[], string][] = [
    ["within the window of its set: reloads", entry("one", -50_000, 1), [later], "reload"],
    ["the last ms of the window: reloads", entry("one", -50_000, 1), [], "reload"],
    ["past the window, nothing follows: stops", entry("one", -50_000, 0), [], "stop"],
    ["the next stream starts within 100 s: switches", entry("one", -50_000, 0), [later], "switch"],
    [
      "the next stream starts in 100.001 s: stops",
      entry("one", -50_000, 0),
      [entry("two", 100_001, 900_000)],
      "stop",
    ],
    [
      "the next stream should be there already: switches",
      entry("one", -50_000, 0),
      [entry("two", -30_000, 9)],
      "switch",
    ],
    [
      "the next has been missed, the one after is near: switches",
      entry("one", -9, 0),
      [entry("two", -9, 0), later],
      "switch",
    ],
    [
      "the queue still holds what has ended: stops",
      entry("one", -50_000, 0),
      [entry("one", -50_000, 0)],
      "stop",
    ],
    ["without an end, nothing follows: stops", entry(null, -50_000, null), [], "stop"],
    [
      "a profile whose performer's set is near: switches to its stage",
      entry(null, -9, null),
      [later],
      "switch",
    ],
    [
      "a profile whose performer's set is far: stops",
      entry(null, -9, null),
      [entry("two", 200_000, 900_000)],
      "stop",
    ],
    ["nothing was on air: stops", null, [], "stop"],
    ["nothing was on air, and a set is near: switches", null, [later], "switch"],
  ];
  it.each(cases)("%s", (_, ended, queue, type) => {
    expect(decideStreamEnd(ended, queue, now).type).toBe(type);
  });

  it("the queue switches to the first stream that is not over", () => {
    const missed = entry("two", -9, 0);
    expect(decideStreamEnd(entry("one", -9, 0), [missed, later], now)).toEqual({ type: "switch", to: later });
  });
});
