import { parseArgs } from "node:util";

export interface BenchOptions {
  /** Chapters asked for; all if none. */
  names: string[];
  /** Time that the underrun chapters listen. */
  minutes: number;
  /** Number of measurements of each of the interleaved players, and how long each time lasts. */
  rounds: number;
  roundMs: number;
  /** Length of a recording in which a player seeks, and how often one goes back in what is on air. */
  replayMinutes: number;
  rewinds: number;
  seeks: number;
  /** Short broadcasts that are recorded and deleted. */
  broadcasts: number;
  /** Clicks on play. */
  clicks: number;
  /** Changes of track. */
  changes: number;
  /** Encoder connects. */
  connects: number;
  /** Number of requests of a page. */
  pages: number;
  listeners: number;
  fanOutMs: number;
  /** Accounts that flood a chat, and for how long. */
  spammers: number;
  floodMs: number;
  /** Number of kills of the runtime under a conversation. */
  kills: number;
  /** Simulated worlds of wallets. */
  seeds: number;
  /** Number of wallets, in each of these turns. */
  wallets: number[];
  /** Time that each ledger is measured. */
  ledgerMs: number;
  /** A folder with a copy of pgledger, or null. */
  pgledger: string | null;
  /** Length of the window in which each scenario's usage is counted. */
  costMs: number;
  /** Prints the usage and the bill as one line of JSON too. */
  isJson: boolean;
  recognition: RecognitionOptions;
}

export interface RecognitionOptions {
  /** Tracks of the material, most of them references. */
  real: number;
  generated: number;
  /** The test split is for final figures alone. */
  split: "develop" | "calibrate" | "test";
  /** Tracks whose excerpts are played at all speeds, tracks that peers get too, and tracks that are damaged. */
  tracks: number;
  peers: number;
  damaged: number;
  sets: number;
  /** Sets that peers get too, the first ones. */
  peerSets: number;
  setMinutes: number;
  /** Minutes of a set in which each track is heard for 20 to 30 s. */
  shortMinutes: number;
  /** Hours of sound that no reference is of. */
  nullHours: number;
  /** Tracks of which versions are played. */
  relatives: number;
  /** Other software to compare with, as `NAME=PROGRAM`. */
  programs: string[];
  /** Sizes of the index with distractors. */
  references: number[];
  /** Tracks in sets that teach, and in one that is recognized by what they taught. */
  harvested: number;
  /** Tracks that a browser reads, in each of three formats. */
  crateTracks: number;
  /** Number of measurements of eight streams with the ear and without it, and how long each time lasts. */
  delayRounds: number;
  delayMs: number;
}

/** Short by default: a run of everything takes about ten minutes. */
export function readOptions(): BenchOptions {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: "string", default: "1" },
      rounds: { type: "string", default: "3" },
      seconds: { type: "string", default: "12" },
      "replay-minutes": { type: "string", default: "60" },
      rewinds: { type: "string", default: "15" },
      seeks: { type: "string", default: "40" },
      broadcasts: { type: "string", default: "50" },
      clicks: { type: "string", default: "20" },
      changes: { type: "string", default: "10" },
      connects: { type: "string", default: "20" },
      pages: { type: "string", default: "60" },
      listeners: { type: "string", default: "1000" },
      "fan-out-seconds": { type: "string", default: "20" },
      spammers: { type: "string", default: "200" },
      "flood-seconds": { type: "string", default: "30" },
      kills: { type: "string", default: "20" },
      seeds: { type: "string", default: "500" },
      wallets: { type: "string", default: "10,1000" },
      "ledger-seconds": { type: "string", default: "5" },
      pgledger: { type: "string" },
      "cost-seconds": { type: "string", default: "60" },
      json: { type: "boolean", default: false },
      real: { type: "string", default: "24" },
      generated: { type: "string", default: "14" },
      split: { type: "string", default: "calibrate" },
      tracks: { type: "string", default: "8" },
      peers: { type: "string", default: "2" },
      damaged: { type: "string", default: "6" },
      sets: { type: "string", default: "2" },
      "peer-sets": { type: "string", default: "2" },
      "set-minutes": { type: "string", default: "15" },
      harvested: { type: "string", default: "4" },
      references: { type: "string", default: "1000" },
      "short-minutes": { type: "string", default: "4" },
      "null-hours": { type: "string", default: "0.25" },
      relatives: { type: "string", default: "2" },
      peer: { type: "string", multiple: true, default: [] },
      "crate-tracks": { type: "string", default: "2" },
      "delay-rounds": { type: "string", default: "2" },
      "delay-seconds": { type: "string", default: "8" },
    },
  });
  return {
    names: positionals,
    minutes: Number(values.minutes),
    rounds: Number(values.rounds),
    roundMs: Number(values.seconds) * 1_000,
    replayMinutes: Number(values["replay-minutes"]),
    rewinds: Number(values.rewinds),
    seeks: Number(values.seeks),
    broadcasts: Number(values.broadcasts),
    clicks: Number(values.clicks),
    changes: Number(values.changes),
    connects: Number(values.connects),
    pages: Number(values.pages),
    listeners: Number(values.listeners),
    fanOutMs: Number(values["fan-out-seconds"]) * 1_000,
    spammers: Number(values.spammers),
    floodMs: Number(values["flood-seconds"]) * 1_000,
    kills: Number(values.kills),
    seeds: Number(values.seeds),
    wallets: values.wallets.split(",").map(Number),
    ledgerMs: Number(values["ledger-seconds"]) * 1_000,
    pgledger: values.pgledger ?? null,
    costMs: Number(values["cost-seconds"]) * 1_000,
    isJson: values.json,
    recognition: {
      real: Number(values.real),
      generated: Number(values.generated),
      split: values.split === "develop" || values.split === "test" ? values.split : "calibrate",
      tracks: Number(values.tracks),
      peers: Number(values.peers),
      damaged: Number(values.damaged),
      sets: Number(values.sets),
      peerSets: Number(values["peer-sets"]),
      setMinutes: Number(values["set-minutes"]),
      harvested: Number(values.harvested),
      references: values.references.split(",").map(Number).filter(Boolean),
      shortMinutes: Number(values["short-minutes"]),
      nullHours: Number(values["null-hours"]),
      relatives: Number(values.relatives),
      programs: values.peer,
      crateTracks: Number(values["crate-tracks"]),
      delayRounds: Number(values["delay-rounds"]),
      delayMs: Number(values["delay-seconds"]) * 1_000,
    },
  };
}
