import type { OnAirView } from "../domains/stages/contract.ts";
import type { PlayerEngine, PlayerPhase, PlayerStatus, PlaySource } from "./contract.ts";

/** What the player knows; what it shows is derived. Only engines and rooms change it, and requests to begin or end. */
export interface PlayerFacts {
  source: PlaySource | null;
  /** `ending`: asked to stop, and the sound is fading out. */
  request: "none" | "play" | "ending";
  engine: PlayerEngine | null;
  isSounding: boolean;
  hasSounded: boolean;
  /** The last performance is over: said until the next play. */
  hasEnded: boolean;
  room: OnAirView["status"];
}

export const noFacts: PlayerFacts = {
  source: null,
  request: "none",
  engine: null,
  isSounding: false,
  hasSounded: false,
  hasEnded: false,
  room: "offline",
};

export type PlayerInput =
  /** A press of play: a stream is set. */
  | { type: "play"; source: PlaySource }
  /** A press of stop, another tab, or the end of the performance. */
  | { type: "stop"; hasEnded: boolean }
  /** From the engine. */
  | { type: "sounding"; engine: PlayerEngine }
  | { type: "starved" }
  | { type: "stopped" }
  /** From the room: what is on air has changed; the name and picture go along. */
  | { type: "room"; source: PlaySource };

/** Returns the same object when the input says nothing new. */
export function reducePlayer(facts: PlayerFacts, input: PlayerInput): PlayerFacts {
  switch (input.type) {
    case "play":
      return { ...noFacts, source: input.source, request: "play", room: input.source.onAir.status };
    case "stop":
      if (facts.request !== "play") return facts;
      return { ...facts, request: "ending", hasEnded: input.hasEnded };
    case "sounding":
      // A late word of an engine that has been told to stop.
      if (facts.request !== "play") return facts;
      return { ...facts, engine: input.engine, isSounding: true, hasSounded: true };
    case "starved":
      return facts.isSounding ? { ...facts, isSounding: false } : facts;
    case "stopped":
      if (facts.request !== "ending") return facts;
      // The bar goes on saying what has ended; a stop by hand clears the stream.
      return {
        ...noFacts,
        hasEnded: facts.hasEnded,
        source: facts.hasEnded ? facts.source : null,
      };
    case "room":
      if (facts.request === "none") return facts;
      return { ...facts, source: input.source, room: input.source.onAir.status };
  }
}

/** init → loading → playing → stopping → init, as the specification names them. */
export function statusOf(facts: PlayerFacts): PlayerStatus {
  if (facts.request === "none") return "init";
  if (facts.request === "ending") return "stopping";
  return facts.isSounding ? "playing" : "loading";
}

/** The state in words. */
export function phaseOf(facts: PlayerFacts): PlayerPhase {
  if (facts.hasEnded) return "ended";
  if (facts.request !== "play") return "idle";
  if (facts.room === "reconnecting") return "reconnecting";
  if (facts.isSounding) return "live";
  return facts.hasSounded ? "reconnecting" : "connecting";
}

/** A next performance this near is waited for. */
const switchWithinMs = 100_000;

/**
 * Nothing is on air in the room that is listened to: wait for more, or is it over? Within the window of a set, and
 * just before the next, the sound is expected back. A performance without an end has no such window: the room has
 * already waited for its encoder before it said offline. `now`: server time, epoch ms.
 */
export function decideOffAir(before: OnAirView, after: OnAirView, now: number): "wait" | "over" {
  if (before.endTime !== null && now < before.endTime) return "wait";
  const next = after.nextSet?.startTime;
  return next !== undefined && next - now <= switchWithinMs ? "wait" : "over";
}
