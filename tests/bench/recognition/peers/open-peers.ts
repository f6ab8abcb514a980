import type { Track } from "../material.ts";
import { openChromaprint } from "./chromaprint.ts";
import type { Peer } from "./peer.ts";
import { openProgram } from "./program.ts";
import { openStreamFingerprint } from "./stream-fingerprint.ts";

/** Returns the peers that can be run on this machine, with these references; `programs` are others, as `NAME=PROGRAM`. */
export function openPeers(references: readonly Track[], programs: readonly string[]): Peer[] {
  const chromaprint = openChromaprint(references);
  return [
    ...(chromaprint === undefined ? [] : [chromaprint]),
    openStreamFingerprint(references),
    ...programs.map((program) => openProgram(references, program)),
  ];
}
