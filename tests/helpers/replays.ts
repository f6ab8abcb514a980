/** Recordings as they are in D1 and R2 after a performance. */
import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import {
  chunkKey,
  indexKey,
  joinedKey,
  offsetOf,
  type TapeIndex,
} from "#app/domains/air/replays/tape-index.ts";
import { openDb } from "#db/client.ts";
import { replays, sets } from "#db/schema/index.ts";
import { OggOpusWriter } from "#packages/audio-formats/ogg-opus.ts";
import { silentMp3Frame } from "#packages/audio-formats/silence.ts";

const db = openDb(env.DB);

export interface MadeReplay {
  id: string;
  performance: string;
  index: TapeIndex;
  /** The chunks one after the other. */
  opus: Uint8Array;
  mp3: Uint8Array;
}

type Facts = Partial<typeof replays.$inferInsert>;

/** 45 s of sound that ended an hour ago: chunks of 20, 20 and 5 s. `facts` are columns of its row. */
export async function makeReplay(facts: Facts = {}, change: Partial<TapeIndex> = {}): Promise<MadeReplay> {
  const id = facts.id ?? ulid();
  const performance = facts.setId ?? id;
  const startedAt = facts.startedAt ?? Date.now() - 3_645_000;
  const endedAt = facts.endedAt === undefined ? startedAt + 45_000 : facts.endedAt;
  const serial = 0xc0ffee;
  const chunks = makeChunks(serial, [20_000, 20_000, 5_000]);
  const index: TapeIndex = {
    id,
    performance,
    serial,
    version: 7,
    startedAt,
    endedAt,
    durationMs: 45_000,
    chunks: chunks.map(({ ms, opus, mp3 }, n) => ({
      n,
      place: "r2",
      ms,
      pages: Math.ceil(ms / 1_000),
      opusBytes: opus.byteLength,
      mp3Bytes: mp3.byteLength,
    })),
    anchors: [{ position: 0, at: startedAt }],
    peaks: btoa(String.fromCharCode(...Array.from({ length: 90 }, (_, i) => i))),
    ...change,
  };
  for (const [n, { opus, mp3 }] of chunks.entries()) {
    await env.TAPES.put(chunkKey(id, n, "opus"), opus);
    await env.TAPES.put(chunkKey(id, n, "mp3"), mp3);
  }
  await env.TAPES.put(indexKey(id), JSON.stringify(index));
  const [opus, mp3] = [joined(chunks.map((each) => each.opus)), joined(chunks.map((each) => each.mp3))];
  const { stageId, performerId } = facts;
  await db.insert(replays).values({
    id,
    performance,
    room: stageId == null ? `profile/${performerId}` : `stage/${stageId}`,
    status: "ready",
    startedAt,
    endedAt,
    durationMs: index.durationMs,
    opusBytes: opus.byteLength,
    mp3Bytes: mp3.byteLength,
    visibility: "always",
    mayDownload: true,
    isInFeed: true,
    changedAt: Date.now(),
    ...facts,
  });
  return { id, performance, index, opus, mp3 };
}

/** Joins the first chunks of it, as its `Tape` does after a while; their own objects are deleted. */
export async function joinChunks({ id, index, opus, mp3 }: MadeReplay, count: number): Promise<void> {
  for (const [file, bytes] of [
    ["opus", opus],
    ["mp3", mp3],
  ] as const) {
    await env.TAPES.put(joinedKey(id, count, file), bytes.slice(0, offsetOf(index, count, file)));
    await env.TAPES.delete(index.chunks.slice(0, count).map(({ n }) => chunkKey(id, n, file)));
  }
  await env.TAPES.put(indexKey(id), JSON.stringify({ ...index, joined: count }));
}

/** A set that was played; an hour long, started two hours ago unless told otherwise. */
export async function makePlayedSet(
  of: { stageId: string; performerId: string },
  startsAt = Date.now() - 7_200_000,
) {
  const id = ulid();
  const times = { startsAt, endsAt: startsAt + 3_600_000, createdAt: Date.now() };
  await db.insert(sets).values({ id, name: "Late bus", ...of, ...times });
  return id;
}

function makeChunks(serial: number, lengths: readonly number[]) {
  const writer = new OggOpusWriter(serial);
  writer.head({ channels: 2, preSkip: 312, comments: {} });
  return lengths.map((ms) => {
    const pages = Array.from({ length: ms / 1_000 }, () =>
      writer.page(Array.from({ length: 50 }, () => randomPacket())),
    );
    const frames = Array.from({ length: Math.floor(ms / 24) }, () => silentMp3Frame(null).bytes);
    return { ms, opus: joined(pages), mp3: joined(frames) };
  });
}

/** CELT, full band, 20 ms, stereo: what follows the first byte may be anything. */
function randomPacket(): Uint8Array {
  const packet = crypto.getRandomValues(new Uint8Array(60));
  packet[0] = 0xfc;
  return packet;
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
}
