/** Performances of the demo before its first start: broadcasts with their tracks, and the reactions of listeners. */
import { eq, max } from "drizzle-orm";
import { creditArtists } from "#app/domains/music/tracks/queries/records.ts";
import type { Db } from "./client.ts";
import { fixedId, madeAt, personIds } from "./demo-people.ts";
import {
  broadcasts,
  cheers,
  favorites,
  listens,
  plays,
  sets,
  stages,
  tracklistEvidence,
  tracks,
} from "./schema/index.ts";

export const stageIds = {
  glasshouse: fixedId(madeAt, "DEM0G1ASS"),
  ferry: fixedId(madeAt, "DEM0FERRY"),
  attic: fixedId(madeAt, "DEM0ATT1C"),
};

type Person = keyof typeof personIds;

export interface DemoPlay {
  /** Artist, title and key as the application identifies the track. */
  track: Pick<typeof tracks.$inferInsert, "key" | "keyVersion" | "artist" | "title">;
  artists: readonly { key: string; name: string }[];
  playedAt: number;
}

/** A performance that is over: of a set, otherwise on an on-demand stage or on its performer's profile. */
export interface DemoPerformance {
  /** Seven characters, which its ids contain. */
  name: string;
  set: { name: string; description: string } | null;
  stage: keyof typeof stageIds | null;
  performer: "ada" | "juno" | null;
  startsAt: number;
  endsAt: number;
  plays: readonly DemoPlay[];
  /** Cheers: who, and when. */
  cheers: readonly (readonly [Person, number])[];
  /** Favorites of the track that was heard then: who, and when. */
  favorites: readonly (readonly [Person, number])[];
  listeners: readonly Person[];
}

const idOf = (name: string, what: string) => fixedId(madeAt, `DEM0${name}${what}`);

/** Also the name of the performance, where it is not a set. */
export const demoBroadcastId = (name: string): string => idOf(name, "A1R");

export async function insertDemoPerformances(
  db: Db,
  performances: readonly DemoPerformance[],
  now: number,
): Promise<void> {
  for (const performance of performances) await insertPerformance(db, performance, now);
}

async function insertPerformance(db: Db, performance: DemoPerformance, now: number): Promise<void> {
  const { name, set, startsAt, endsAt, listeners } = performance;
  const stageId = performance.stage && stageIds[performance.stage];
  const performerId = performance.performer && personIds[performance.performer];
  const id = demoBroadcastId(name);
  const setId = set && idOf(name, "SET");
  const credit = { stageId, performerId, setId };
  const peakListeners = listeners.length;
  if (setId !== null && stageId !== null && performerId !== null)
    await db.insert(sets).values({
      ...set,
      name: set?.name ?? "",
      id: setId,
      stageId,
      performerId,
      startsAt,
      endsAt,
      peakListeners,
      createdAt: now,
    });
  await db.insert(broadcasts).values({
    ...credit,
    id,
    streamId: idOf(name, "STR"),
    startedAt: startsAt,
    endedAt: endsAt,
    performance: setId ?? id,
    peakListeners,
    steadyPeak: peakListeners,
  });
  if (stageId !== null) await noteStreamed(db, stageId, endsAt);
  for (const person of listeners)
    await db.insert(listens).values({
      ...credit,
      performance: setId ?? id,
      listener: personIds[person],
      listenedAt: startsAt,
    });
  const played = await insertPlays(db, performance, credit, now);
  await insertReactions(db, performance, credit, played);
}

interface Credit {
  stageId: string | null;
  performerId: string | null;
  setId: string | null;
}

interface Played {
  playId: string;
  trackId: string;
  playedAt: number;
}

async function insertPlays(
  db: Db,
  { name, plays: heard, listeners, endsAt }: DemoPerformance,
  credit: Credit,
  now: number,
): Promise<Played[]> {
  const played: Played[] = [];
  for (const [index, { track, artists, playedAt }] of heard.entries()) {
    const id = idOf(name, `T${index}`);
    const newArtists = artists.map((artist, n) => ({
      ...artist,
      id: idOf(name, `T${index}N${n}`),
      createdAt: now,
    }));
    await db.batch([
      db
        .insert(tracks)
        .values({ ...track, id, createdAt: now })
        .onConflictDoNothing(),
      ...creditArtists(db, track.key, newArtists),
    ]);
    const [known] = await db.select({ id: tracks.id }).from(tracks).where(eq(tracks.key, track.key));
    const trackId = known?.id ?? id;
    const playId = idOf(name, `P${index}`);
    const listenCount = listeners.length;
    await db
      .insert(plays)
      .values({ ...credit, id: playId, trackId, broadcastId: demoBroadcastId(name), playedAt, listenCount });
    await db.insert(tracklistEvidence).values({
      ...credit,
      id: playId,
      performance: credit.setId ?? demoBroadcastId(name),
      broadcastId: demoBroadcastId(name),
      kind: "encoder",
      act: "heard",
      trackId,
      artist: track.artist,
      title: track.title,
      startsAt: playedAt,
      endsAt: heard[index + 1]?.playedAt ?? endsAt,
      at: playedAt,
    });
    played.push({ playId, trackId, playedAt });
  }
  return played;
}

async function insertReactions(
  db: Db,
  { name, cheers: cheered, favorites: marked }: DemoPerformance,
  credit: Credit,
  played: readonly Played[],
): Promise<void> {
  const heardAt = (at: number) => {
    const { playId, trackId } = played.findLast(({ playedAt }) => playedAt <= at) ?? {};
    return { playId, trackId };
  };
  for (const [index, [person, cheeredAt]] of cheered.entries())
    await db.insert(cheers).values({
      ...credit,
      ...heardAt(cheeredAt),
      id: idOf(name, `C${index}`),
      userId: personIds[person],
      isHeard: true,
      cheeredAt,
    });
  for (const [person, createdAt] of marked) {
    const { playId, trackId } = heardAt(createdAt);
    if (trackId === undefined) continue;
    await db
      .insert(favorites)
      .values({ ...credit, playId, trackId, userId: personIds[person], isHeard: true, createdAt })
      .onConflictDoNothing();
  }
}

async function noteStreamed(db: Db, stageId: string, endedAt: number): Promise<void> {
  const [last] = await db
    .select({ at: max(broadcasts.endedAt) })
    .from(broadcasts)
    .where(eq(broadcasts.stageId, stageId));
  await db
    .update(stages)
    .set({ lastStreamedAt: Math.max(endedAt, last?.at ?? 0) })
    .where(eq(stages.id, stageId));
}
