import type { OnAirView } from "#app/domains/air/stages/contract/stages.ts";
import type { PlayerPhase, PlayerStatus, PlaySource, RoomSource } from "./contract.ts";
import type { PlayerEngine } from "./engine-names.ts";

/**
 * The facts of the player; what it shows is derived. Only engines and rooms change it, and requests to start or stop.
 */
export interface PlayerFacts {
  source: PlaySource | null;
  /** `ending`: stop was requested, and the sound is fading out. */
  request: "none" | "play" | "ending";
  engine: PlayerEngine | null;
  isSounding: boolean;
  /** No engine could play it; they are tried again. */
  hasFailed: boolean;
  hasSounded: boolean;
  /** Nothing is on air, and the next stream starts soon. */
  isCued: boolean;
  /** A replay is paused: its source and its position stay. */
  isPaused: boolean;
  /** The last performance is over: shown until the next play. */
  hasEnded: boolean;
  room: OnAirView["status"];
}

export const noFacts: PlayerFacts = {
  source: null,
  request: "none",
  engine: null,
  isSounding: false,
  hasFailed: false,
  hasSounded: false,
  isCued: false,
  isPaused: false,
  hasEnded: false,
  room: "offline",
};

export type PlayerInput =
  /** A press of play: a stream is set. */
  | { type: "play"; source: PlaySource }
  /** A press of stop, another tab, or the end of the performance. */
  | { type: "stop"; hasEnded: boolean }
  /** The engine's sound. */
  | { type: "sounding"; engine: PlayerEngine }
  | { type: "starved" }
  | { type: "failed" }
  | { type: "cued" }
  | { type: "stopped" }
  /** A press of pause, or of play after it; replays only. */
  | { type: "pause"; isPaused: boolean }
  /** The room's change of what is on air, including name and picture. */
  | { type: "room"; source: RoomSource };

/** Returns the same object when the input changes nothing. */
export function reducePlayer(facts: PlayerFacts, input: PlayerInput): PlayerFacts {
  switch (input.type) {
    case "play":
      return { ...noFacts, source: input.source, request: "play", room: roomStatusOf(input.source) };
    case "stop":
      if (facts.request !== "play") return facts;
      return { ...facts, request: "ending", hasEnded: input.hasEnded };
    case "sounding":
      // A late event of an engine that was told to stop.
      if (facts.request !== "play") return facts;
      return {
        ...facts,
        engine: input.engine,
        isSounding: true,
        hasFailed: false,
        hasSounded: true,
        isCued: false,
      };
    case "starved":
      return facts.isSounding ? { ...facts, isSounding: false } : facts;
    case "failed":
      // Later the source or the network is missing, not an engine.
      if (facts.request !== "play" || facts.hasSounded || facts.hasFailed) return facts;
      return { ...facts, hasFailed: true };
    case "cued":
      if (facts.request !== "play" || facts.isCued) return facts;
      return { ...facts, isSounding: false, isCued: true };
    case "stopped":
      if (facts.request !== "ending") return facts;
      // The bar continues to show what has ended; a manual stop clears the stream.
      return {
        ...noFacts,
        hasEnded: facts.hasEnded,
        source: facts.hasEnded ? facts.source : null,
      };
    case "room":
      if (facts.request === "none") return facts;
      return { ...facts, source: input.source, room: input.source.onAir.status };
    case "pause":
      if (facts.request !== "play" || facts.isPaused === input.isPaused) return facts;
      return { ...facts, isPaused: input.isPaused, isSounding: false, hasSounded: false };
  }
}

/** A replay does not depend on its room. */
function roomStatusOf(source: PlaySource): OnAirView["status"] {
  return source.kind === "replay" ? "live" : source.onAir.status;
}

/** init → loading → playing → stopping → init, as the specification names them. */
export function statusOf(facts: PlayerFacts): PlayerStatus {
  if (facts.request === "none" || facts.isPaused) return facts.request === "ending" ? "stopping" : "init";
  if (facts.request === "ending") return "stopping";
  return facts.isSounding ? "playing" : "loading";
}

/** The state in words. */
export function phaseOf(facts: PlayerFacts): PlayerPhase {
  if (facts.hasEnded) return "ended";
  if (facts.request !== "play") return "idle";
  if (facts.isPaused) return "paused";
  if (facts.isCued) return "cued";
  if (facts.room === "reconnecting") return "reconnecting";
  if (facts.isSounding) return facts.source?.kind === "replay" ? "replay" : "live";
  if (facts.hasFailed) return "failed";
  return facts.hasSounded ? "reconnecting" : "connecting";
}

/** Whether what is on air in a room has changed; chat and counts do not matter here. */
export function isOtherProgramme(before: OnAirView, after: OnAirView): boolean {
  return (
    before.status !== after.status ||
    before.state?.name !== after.state?.name ||
    before.currentUrl !== after.currentUrl ||
    before.performance !== after.performance ||
    before.currentSet?.id !== after.currentSet?.id ||
    before.endTime !== after.endTime ||
    before.currentDj?.id !== after.currentDj?.id ||
    before.currentTrackHistory !== after.currentTrackHistory ||
    before.currentTitle !== after.currentTitle
  );
}
