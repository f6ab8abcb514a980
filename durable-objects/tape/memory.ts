/** The stored values of a tape beside its frames and chunks: every name with its schema. None of it may be lost. */
import * as z from "zod/mini";
import type { TapeAnchor } from "#app/domains/air/replays/tape-index.ts";
import { remembered } from "#packages/durable/memory.ts";
import type { TapeSubject } from "../contract.ts";
import type { Cursor } from "./cursor.ts";

const Subject: z.ZodMiniType<TapeSubject> = z.looseObject({
  broadcast: z.string(),
  performance: z.string(),
  room: z.templateLiteral([z.enum(["stage", "profile"]), "/", z.string()]),
  stageId: z.nullable(z.string()),
  performerId: z.nullable(z.string()),
  setId: z.nullable(z.string()),
});

const Anchor: z.ZodMiniType<TapeAnchor> = z.looseObject({
  position: z.number(),
  at: z.number(),
  isResumed: z.optional(z.literal(true)),
});

const Numbers = z.array(z.number());
const StoredCursor: z.ZodMiniType<Cursor> = z.looseObject({
  connection: z.nullable(z.string()),
  seq: z.nullable(z.number()),
  packets: z.number(),
  expectedAt: z.nullable(z.number()),
  fill: z.number(),
  anchors: z.array(Anchor),
  pauses: z.optional(z.array(z.looseObject({ from: z.number(), to: z.number() }))),
  mp3: z.looseObject({
    connection: z.nullable(z.string()),
    seq: z.nullable(z.number()),
    ms: z.number(),
    header: z.nullable(Numbers),
  }),
  done: z.array(z.looseObject({ name: z.string(), endedAt: z.number() })),
});

const StoredRecording = z.object({
  /** The subject of its first broadcast, which gives the replay its id. */
  subject: Subject,
  /** The broadcast whose frames came last. */
  broadcast: z.string(),
  serial: z.number(),
  startedAt: z.number(),
  endedAt: z.nullable(z.number()),
  /** Ends of broadcasts that were followed by another one, epoch ms. */
  ends: z.optional(Numbers),
  /** Its last chunk is written. */
  isComplete: z.boolean(),
  version: z.number(),
  cursor: StoredCursor,
  /** Number of chunks that are one object in R2. */
  joined: z.optional(z.number()),
});
/** The stored data of a recording beside its frames and chunks. */
export type StoredRecording = z.infer<typeof StoredRecording>;
export const storedRecording = remembered("recording", z.nullable(StoredRecording), null);

const Joining = z.object({
  /** Number of chunks that it will have. */
  joined: z.number(),
  file: z.enum(["opus", "mp3"]),
  key: z.string(),
  /** Null where it is small enough for one put. */
  uploadId: z.nullable(z.string()),
  parts: z.array(z.object({ partNumber: z.number(), etag: z.string() })),
});
export type Joining = z.infer<typeof Joining>;
export const joiningFile = remembered("joining", z.nullable(Joining), null);

const Deletion = z.object({
  id: z.string(),
  /** Number of chunks that it had, and how many of them were one object. */
  count: z.number(),
  joined: z.optional(z.number()),
  /** Time when it was asked for, epoch ms. */
  at: z.number(),
});
export type Deletion = z.infer<typeof Deletion>;
export const filesToDelete = remembered("to-delete", z.array(Deletion), []);

/** It was erased, and records nothing more. */
export const isErased = remembered("erased", z.boolean(), false);

/** True where R2 refuses every write of a local copy. */
export const isRefusing = remembered("bucket-refused", z.boolean(), false);
