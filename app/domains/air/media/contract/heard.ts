/**
 * Messages of the agent's ear and the gateway on the control socket: which references a stream's sound is compared
 * with, which of them are heard, and whether the ear works at all.
 */
import * as z from "zod/mini";

/** The entry in `hello.offers` of an agent that has an ear. */
export const earOffer = "ear";

const Reference = z.string().check(z.minLength(1), z.maxLength(64));

/** More lines of one connection are never kept: what ended longest ago is left out. */
export const maxHeardLines = 8;

/** A reference that is or was heard on one connection of an encoder. The agent knows no names, only references. */
export const HeardLine = z.object({
  /** Unique among the lines of all connections. A later report of the same line replaces the one before. */
  line: z.string().check(z.minLength(1), z.maxLength(100)),
  reference: Reference,
  /** Server time in the sound, epoch ms. `to` rises while it is heard. */
  from: z.number(),
  to: z.number(),
  /** 1.02 is 2 % faster than the reference. */
  speed: z.number(),
  /** Playback with the pitch (`varispeed`) or without (`keylock`). */
  playback: z.enum(["varispeed", "keylock"]),
  /** Position of `to` in the reference, ms; absent from agents of an earlier version. */
  position: z.optional(z.number()),
  /** The part of the reference's peaks that was heard, and at wrong places (0 to 1). */
  share: z.number(),
  chance: z.number(),
  /** Seconds in which it was heard. */
  seconds: z.number(),
  certainty: z.enum(["possible", "named"]),
  /** References of other recordings that explain the sound nearly as well. */
  versions: z.array(Reference).check(z.maxLength(10)),
  /** Nothing of it follows: it was not heard for a while, or its connection ended. */
  isOver: z.boolean(),
  /** Number of references that the ear knew. */
  indexSize: z.number(),
});
export type HeardLine = z.infer<typeof HeardLine>;

/** Maximum number of references looked for in one stream, and known to the ear in all. */
export const maxReferences = { stream: 1_500, all: 3_000 } as const;

/**
 * The gateway's list, for an agent that has an ear, of the references that may be heard on a stream, whether or not it
 * is connected; sent on connect and when they change. Their peaks are fetched from `agentPaths.references`.
 */
export const StreamReferences = z.object({
  type: z.literal("references"),
  stream: z.string(),
  /** Differs whenever the list does. */
  version: z.string(),
  references: z.array(Reference).check(z.maxLength(maxReferences.stream)),
});
export type StreamReferences = z.infer<typeof StreamReferences>;

/** The gateway's request to an agent that has an ear: recognize the pattern of tones that both know. */
export const EarProbe = z.object({ type: z.literal("probe"), id: z.string() });

/** The answer to a probe. */
export const EarProbed = z.object({
  type: z.literal("probed"),
  id: z.string(),
  isRecognized: z.boolean(),
  /** Time from the question to the name. */
  tookMs: z.number(),
});
export type EarProbed = z.infer<typeof EarProbed>;

/** A probe that was not answered by then has failed. */
export const probeAnswerMs = 10_000;

/** Maximum number of references in one request for their peaks. */
export const maxPeaksAtOnce = 40;

/** Path and query of a request for peaks, without the origin; signed like an upgrade. */
export function peaksRequest(path: string, ids: readonly string[]): string {
  return `${path}?${new URLSearchParams(ids.map((id) => ["id", id]))}`;
}

/** A minute of sound as peaks has about 8 kB. */
export const maxSoundBytes = 65_536;
/** Clocks differ, and what could not be sent is sent later: sound is taken that is so old, or so far ahead. */
export const soundAge = { maxMs: 6 * 3_600_000, aheadMs: 120_000 } as const;

/** The peaks of some of a stream's sound. */
export interface SoundRequest {
  stream: string;
  /** Server time of the first frame, epoch ms. */
  from: number;
  /** SHA-256 (hex) of the body: the signature is over the address alone. */
  digest: string;
}

/** Path and query of a POST of peaks, without the origin; signed like an upgrade. */
export function soundRequest(path: string, { stream, from, digest }: SoundRequest): string {
  return `${path}?${new URLSearchParams({ stream, from: String(from), digest })}`;
}

/** The opposite; null where something is missing or no such value. */
export function readSoundRequest(query: URLSearchParams): SoundRequest | null {
  const found = SoundQuery.safeParse(Object.fromEntries(query)).data;
  return found === undefined ? null : { ...found, from: Number(found.from) };
}

/** Each costs the agent a request for its peaks. */
export const maxCandidates = 10;
/** References that unnamed sound may be of: the agent compares them itself. */
export const Candidates = z.object({ references: z.array(Reference).check(z.maxLength(maxCandidates)) });
export type Candidates = z.infer<typeof Candidates>;

const SoundQuery = z.object({
  stream: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  from: z.string().check(z.regex(/^\d{13}$/)),
  digest: z.string().check(z.regex(/^[\da-f]{64}$/)),
});

/** The body of the response: of each reference that exists, its id and its peaks, each after its length (u32). */
export function encodePeakList(found: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const parts = [...found].flatMap(([id, peaks]) => [new TextEncoder().encode(id), peaks]);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length);
    bytes.set(part, at + 4);
    at += 4 + part.length;
  }
  return bytes;
}

/** The opposite. Throws a RangeError where the bytes are cut off. */
export function decodePeakList(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = view.getUint32(at);
    if (at + 4 + length > bytes.length) throw new RangeError("a list of peaks is cut off");
    parts.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  const found = new Map<string, Uint8Array>();
  for (let at = 0; at + 1 < parts.length; at += 2)
    found.set(new TextDecoder().decode(parts[at]), parts[at + 1] ?? new Uint8Array());
  return found;
}
