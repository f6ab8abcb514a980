import type { Track } from "../material.ts";
import { openAudfprint } from "./audfprint.ts";
import { openChromaprint } from "./chromaprint.ts";
import type { Peer } from "./peer.ts";
import { openStreamFingerprint } from "./stream-fingerprint.ts";

/** Returns the peers that can be run on this machine, with these references; `audfprint` is the folder of its source. */
export function openPeers(references: readonly Track[], audfprint: string | null): Peer[] {
  const chromaprint = openChromaprint(references);
  return [
    ...(chromaprint === undefined ? [] : [chromaprint]),
    openStreamFingerprint(references),
    ...(audfprint === null ? [] : [openAudfprint(references, audfprint)]),
  ];
}
