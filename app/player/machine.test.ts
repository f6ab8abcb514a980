import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OnAirView, offAir } from "#app/domains/air/stages/contract/stages.ts";
import type { ReplaySource, RoomSource } from "./contract.ts";
import { noFacts, type PlayerInput, phaseOf, reducePlayer, statusOf } from "./machine.ts";

const onAir: OnAirView = { ...offAir, status: "live", online: true };

function source(status: OnAirView["status"]): RoomSource {
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
  it("goes from init through loading, playing and stopping back to init", () => {
    expect(after()).toEqual(["init", "idle"]);
    expect(after(play)).toEqual(["loading", "connecting"]);
    expect(after(play, sounding)).toEqual(["playing", "live"]);
    expect(after(play, sounding, { type: "stop", hasEnded: false })).toEqual(["stopping", "idle"]);
    expect(after(play, sounding, { type: "stop", hasEnded: false }, stopped)).toEqual(["init", "idle"]);
  });

  it("is a replay, and paused, whatever its room does", () => {
    const replay = { kind: "replay", live: source("live") } as unknown as ReplaySource;
    const press: PlayerInput = { type: "play", source: replay };
    const pause = (isPaused: boolean): PlayerInput => ({ type: "pause", isPaused });
    expect(after(press, sounding)).toEqual(["playing", "replay"]);
    expect(after(press, sounding, starved)).toEqual(["loading", "reconnecting"]);
    expect(after(press, sounding, pause(true))).toEqual(["init", "paused"]);
    expect(after(press, sounding, pause(true), pause(false))).toEqual(["loading", "connecting"]);
    expect(after(press, pause(true), { type: "stop", hasEnded: false })).toEqual(["stopping", "idle"]);
    expect(after(press, { type: "stop", hasEnded: true }, stopped)).toEqual(["init", "ended"]);
    expect(after(pause(true))).toEqual(["init", "idle"]);
  });

  it("is reconnecting while the room or the sound is", () => {
    expect(after(play, sounding, room("reconnecting"))).toEqual(["playing", "reconnecting"]);
    expect(after(play, sounding, room("reconnecting"), starved)).toEqual(["loading", "reconnecting"]);
    expect(after(play, sounding, starved)).toEqual(["loading", "reconnecting"]);
    expect(after(play, sounding, starved, room("live"), sounding)).toEqual(["playing", "live"]);
  });

  it("is cued while it waits for the next stream to sound", () => {
    const cued: PlayerInput = { type: "cued" };
    expect(after(play, sounding, room("offline"), cued)).toEqual(["loading", "cued"]);
    expect(after(play, sounding, cued, room("live"), sounding)).toEqual(["playing", "live"]);
    expect(after(play, sounding, cued, { type: "stop", hasEnded: true })).toEqual(["stopping", "ended"]);
    expect(after(cued)).toEqual(["init", "idle"]);
  });

  it("is ended after the performance until the next play", () => {
    const ended = [play, sounding, { type: "stop", hasEnded: true }, stopped] satisfies PlayerInput[];
    expect(after(...ended)).toEqual(["init", "ended"]);
    expect(ended.reduce<ReturnType<typeof reducePlayer>>(reducePlayer, noFacts).source?.name).toBe("Main");
    expect(after(...ended, play)).toEqual(["loading", "connecting"]);
  });

  it("says that no engine could play, until one does; later it is the source that is missing", () => {
    const tried = reducePlayer(reducePlayer(noFacts, play), { type: "failed" });
    expect([statusOf(tried), phaseOf(tried)]).toEqual(["loading", "failed"]);
    const heard = reducePlayer(tried, sounding);
    expect(phaseOf(heard)).toBe("live");
    expect(phaseOf(reducePlayer(reducePlayer(heard, starved), { type: "failed" }))).toBe("reconnecting");
  });

  it("never plays without a request, and never reports sound that no engine produced", () => {
    const inputs = fc.constantFrom<PlayerInput>(
      play,
      sounding,
      starved,
      stopped,
      { type: "failed" },
      { type: "cued" },
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
