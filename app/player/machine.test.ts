import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OnAirView, offAir } from "../domains/stages/contract.ts";
import type { PlaySource } from "./contract.ts";
import { decideOffAir, noFacts, type PlayerInput, phaseOf, reducePlayer, statusOf } from "./machine.ts";

const onAir: OnAirView = { ...offAir, status: "live", online: true };

function source(status: OnAirView["status"]): PlaySource {
  const room = { kind: "stage", id: "main", name: "Main", href: "/room/main", image: null } as const;
  return { ...room, onAir: { ...onAir, status } };
}

function after(...inputs: PlayerInput[]) {
  const facts = inputs.reduce(reducePlayer, noFacts);
  return [statusOf(facts), phaseOf(facts)];
}

const play: PlayerInput = { type: "play", source: source("live") };
const sounding: PlayerInput = { type: "sounding", engine: "webcodecs" };
const starved: PlayerInput = { type: "starved" };
const stopped: PlayerInput = { type: "stopped" };
const room = (status: OnAirView["status"]): PlayerInput => ({ type: "room", source: source(status) });

describe("the player", () => {
  it("goes from init over loading, playing and stopping back to init", () => {
    expect(after()).toEqual(["init", "idle"]);
    expect(after(play)).toEqual(["loading", "connecting"]);
    expect(after(play, sounding)).toEqual(["playing", "live"]);
    expect(after(play, sounding, { type: "stop", hasEnded: false })).toEqual(["stopping", "idle"]);
    expect(after(play, sounding, { type: "stop", hasEnded: false }, stopped)).toEqual(["init", "idle"]);
  });

  it("says reconnecting while the room does, and while the sound is away", () => {
    expect(after(play, sounding, room("reconnecting"))).toEqual(["playing", "reconnecting"]);
    expect(after(play, sounding, room("reconnecting"), starved)).toEqual(["loading", "reconnecting"]);
    expect(after(play, sounding, starved)).toEqual(["loading", "reconnecting"]);
    expect(after(play, sounding, starved, room("live"), sounding)).toEqual(["playing", "live"]);
  });

  it("says ended after the performance is over, until the next play", () => {
    const ended = [play, sounding, { type: "stop", hasEnded: true }, stopped] satisfies PlayerInput[];
    expect(after(...ended)).toEqual(["init", "ended"]);
    expect(ended.reduce<ReturnType<typeof reducePlayer>>(reducePlayer, noFacts).source?.name).toBe("Main");
    expect(after(...ended, play)).toEqual(["loading", "connecting"]);
  });

  it("never plays without a request, and never claims a sound that no engine made", () => {
    const inputs = fc.constantFrom<PlayerInput>(
      play,
      sounding,
      starved,
      stopped,
      room("live"),
      room("reconnecting"),
      { type: "stop", hasEnded: false },
      { type: "stop", hasEnded: true },
    );
    fc.assert(
      fc.property(fc.array(inputs, { maxLength: 30 }), (steps) => {
        let facts = noFacts;
        for (const input of steps) {
          const before = facts;
          facts = reducePlayer(facts, input);
          if (statusOf(facts) === "playing") expect(facts.engine).not.toBeNull();
          if (statusOf(before) === "init" && statusOf(facts) !== "init") expect(input.type).toBe("play");
          if (statusOf(before) !== "playing" && statusOf(facts) === "playing")
            expect(input.type).toBe("sounding");
          expect(facts.source === null).toBe(statusOf(facts) === "init" && phaseOf(facts) === "idle");
        }
      }),
    );
  });
});

describe("when nothing is on air any more", () => {
  const now = 1_000_000;
  const next = (startTime: number) => ({ nextSet: { startTime } }) as OnAirView;

  it("waits within the window of the set, and for a next one within 100 s", () => {
    expect(decideOffAir({ ...onAir, endTime: now + 1 }, offAir, now)).toBe("wait");
    expect(decideOffAir({ ...onAir, endTime: now }, { ...offAir, ...next(now + 100_000) }, now)).toBe("wait");
  });

  it("is over otherwise, also for a performance without an end", () => {
    expect(decideOffAir({ ...onAir, endTime: now }, offAir, now)).toBe("over");
    expect(decideOffAir({ ...onAir, endTime: now }, { ...offAir, ...next(now + 100_001) }, now)).toBe("over");
    expect(decideOffAir({ ...onAir, endTime: null }, offAir, now)).toBe("over");
  });
});
