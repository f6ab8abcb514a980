/** The lines of the ear in a bench, as the rows that the product keeps of it. */

import type { EvidenceRow } from "#app/domains/air/tracklists/evidence.ts";
import type { TrackLine } from "#packages/fingerprint/line.ts";

export interface Name {
  artist: string;
  title: string;
}

/** `startsAt`: the epoch ms of the sound's first second. The reference is of grade A: a file of the performer. */
export function toEvidence(line: TrackLine, name: Name, startsAt: number): EvidenceRow {
  const { reference, from, to, speed, playback, share, chance, seconds, certainty } = line;
  return {
    id: `${reference} ${startsAt} ${from}`,
    performance: "set",
    setId: "set",
    stageId: "stage",
    performerId: "performer",
    broadcastId: "broadcast",
    kind: "ear",
    act: "heard",
    line: null,
    trackId: reference,
    ...name,
    startsAt: Math.round(startsAt + from * 1_000),
    endsAt: Math.round(startsAt + to * 1_000),
    speed,
    playback: playback === "keyLock" ? "keylock" : "varispeed",
    share,
    chance,
    supportedMs: seconds * 1_000,
    referenceId: reference,
    grade: "A",
    indexSize: null,
    rulesVersion: null,
    userId: null,
    details: { certainty: certainty === "named" ? "named" : "possible" },
    at: startsAt,
  };
}
