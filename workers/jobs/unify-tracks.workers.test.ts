import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { expect, test } from "vitest";
import { identifyTrack, identityVersion } from "#app/domains/music/tracks/identity.ts";
import { findTrack } from "#app/domains/music/tracks/queries/tracks.ts";
import { openDb } from "#db/client.ts";
import * as tables from "#db/schema/index.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { unifyTracks } from "./unify-tracks.ts";

const db = openDb(env.DB);

/** A row as stored before the identity rule existed. */
async function addTrack(artist: string, title: string, facts: { spotify?: string; key?: string } = {}) {
  const id = ulid();
  const old = { id, key: `${artist}\n${title}`.toLowerCase(), artist, title, createdAt: 1, ...facts };
  await db.insert(tables.tracks).values(old);
  return id;
}

async function addPlay(trackId: string) {
  const id = ulid();
  await db.insert(tables.plays).values({ id, trackId, broadcastId: ulid(), playedAt: 1, listenCount: 2 });
  return id;
}

const rowsOf = async (sql: string, ...values: string[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all()
  ).results;

test("duplicate tracks are merged with all plays and cheers, and each user's favorite once", async () => {
  const name = `Ana ${ulid()}`;
  const [one, both, other] = await Promise.all([makePerson(), makePerson(), makePerson()]);
  const plain = await addTrack(`${name} feat. Ben`, "One");
  const junk = await addTrack(name, "One (ft. Ben) [Free Download]", { spotify: "spot" });
  const shout = await addTrack(`${name.toUpperCase()} FEATURING BEN`, "ONE", { key: ulid() });
  const remix = await addTrack(`${name} feat. Ben`, "One (Cy Remix)");
  for (const track of [plain, junk, shout, shout, remix]) await addPlay(track);
  const marks: [string, string][] = [
    [one.id, junk],
    [both.id, plain],
    [both.id, shout],
    [other.id, remix],
  ];
  await db
    .insert(tables.favorites)
    .values(marks.map(([userId, trackId]) => ({ userId, trackId, createdAt: 1 })));
  await db.insert(tables.cheers).values({ id: ulid(), userId: one.id, trackId: shout, cheeredAt: 1 });
  await db.insert(tables.recordings).values({ trackId: junk, album: "An album" });

  await unifyTracks(env);
  await unifyTracks(env);

  const { key } = identifyTrack(`${name} feat. Ben`, "One");
  const [track] = await rowsOf("select id, key_version as v, spotify from tracks where key = ?", key);
  expect(track).toMatchObject({ v: identityVersion, spotify: "spot" });
  const id = String(track?.id);
  for (const former of [plain, junk, shout]) expect((await findTrack(db, former))?.id).toBe(id);
  expect((await findTrack(db, remix))?.id).toBe(remix);
  const count = async (table: string, trackId: string) =>
    (await rowsOf(`select count(*) as n from ${table} where track_id = ?`, trackId))[0]?.n;
  expect(await count("plays", id)).toBe(4);
  expect(await count("plays", remix)).toBe(1);
  expect(await count("favorites", id)).toBe(2);
  expect(await count("cheers", id)).toBe(1);
  expect(await count("recordings", id)).toBe(1);
  expect(
    await rowsOf(
      `select a.key as name, ta.position as position from tracks_artists as ta join artists as a on a.id = ta.artist_id
       where ta.track_id = ? order by ta.position`,
      id,
    ),
  ).toEqual([
    { name: name.toLowerCase(), position: 0 },
    { name: "ben", position: 1 },
  ]);
  expect(await rowsOf("select id from tracks where key_version < ?1", String(identityVersion))).toEqual([]);
});
