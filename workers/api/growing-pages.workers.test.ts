/** Paging through lists while rows are added: nothing is lost or repeated. */
import { env } from "cloudflare:test";
import fc from "fast-check";
import { ulid } from "ulidx";
import { beforeAll, expect, test } from "vitest";
import type { FavoriteView, PlayView } from "#app/domains/music/tracks/contract/tracks.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

interface Page<Item> {
  items: Item[];
  dateCursor: number | null;
  idCursor: string;
}

let reader: Person;
const trackIds = Array.from({ length: 140 }, () => ulid());
beforeAll(async () => {
  reader = await makePerson();
  const insert = env.DB.prepare(
    "insert into tracks (id, key, artist, title, created_at) values (?1, ?1, 'Ana', ?1, 0)",
  );
  await env.DB.batch(trackIds.map((id) => insert.bind(id)));
});

/** Existing rows, some within one millisecond, and how many are added before each further page. */
const growth = fc.record({
  agesMs: fc.array(fc.nat(12), { maxLength: 95 }),
  added: fc.array(fc.nat(6), { minLength: 4, maxLength: 4 }),
});

/** Reads all pages; `grow` adds rows before the page of this number. */
async function readAll<Item>(
  read: (cursor: object) => Promise<Page<Item>>,
  grow: (page: number) => Promise<void>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor = {};
  for (let page = 0; ; page++) {
    const { items: more, dateCursor, idCursor } = await read(cursor);
    items.push(...more);
    if (idCursor === "end") return items;
    cursor = { dateCursor, idCursor };
    await grow(page);
  }
}

/** Expects that all of `there` were seen, and none twice. */
function expectEachOnce(seen: readonly string[], there: readonly string[]): void {
  expect(new Set(seen).size).toBe(seen.length);
  expect(there.filter((id) => !seen.includes(id))).toEqual([]);
}

test("paging through favorites loses and repeats nothing while favorites are added", {
  timeout: 60_000,
}, async () => {
  const insert = env.DB.prepare("insert into favorites (user_id, track_id, created_at) values (?, ?, ?)");
  await fc.assert(
    fc.asyncProperty(growth, async ({ agesMs, added }) => {
      const listener = await makePerson();
      const now = Date.now();
      const mark = (from: number, timesAt: number[]) =>
        env.DB.batch(timesAt.map((at, index) => insert.bind(listener.id, trackIds[from + index], at)));
      if (agesMs.length > 0)
        await mark(
          0,
          agesMs.map((age) => now - age),
        );
      let marked = agesMs.length;
      const seen = await readAll<FavoriteView>(
        (body) => answerOf(request("/api/favorites/getFavoritesPaginate", { as: listener, body })),
        async (page) => {
          const count = added[page] ?? 0;
          if (count > 0)
            await mark(
              marked,
              Array.from({ length: count }, () => now + page),
            );
          marked += count;
        },
      );
      expectEachOnce(
        seen.map(({ track }) => track.id),
        trackIds.slice(0, agesMs.length),
      );
    }),
    { numRuns: 15 },
  );
});

test("paging through the songs of a performer loses and repeats nothing while songs are played", {
  timeout: 60_000,
}, async () => {
  const insert = env.DB.prepare(
    "insert into plays (id, track_id, broadcast_id, performer_id, played_at) values (?, ?, 'b', ?, ?)",
  );
  await fc.assert(
    fc.asyncProperty(growth, async ({ agesMs, added }) => {
      const performer = await makePerformer();
      const now = Date.now();
      const play = async (timesAt: number[]) => {
        const ids = timesAt.map(() => ulid());
        const rows = ids.map((id, index) => insert.bind(id, trackIds[0], performer.id, timesAt[index]));
        if (rows.length > 0) await env.DB.batch(rows);
        return ids;
      };
      const there = await play(agesMs.map((age) => now - age));
      const seen = await readAll<PlayView>(
        (cursor) =>
          answerOf(
            request("/api/trackHistory/getLatestProfileTracksPaginate", {
              as: reader,
              body: { user: performer.id, ...cursor },
            }),
          ),
        async (page) => {
          await play(Array.from({ length: added[page] ?? 0 }, () => now + page));
        },
      );
      expectEachOnce(
        seen.map(({ id }) => id),
        there,
      );
    }),
    { numRuns: 15 },
  );
});
