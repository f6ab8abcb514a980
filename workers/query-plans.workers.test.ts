/** No call of the growing lists reads a whole table. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import type { AppContext, Viewer } from "#app/context.ts";
import { openReplays } from "#app/domains/air/replays/latest.server.ts";
import { listLatestRoomSets, openPastSets } from "#app/domains/air/sets/played.server.ts";
import { openGenre } from "#app/domains/air/stages/find.server.ts";
import {
  favorite,
  listFavorited,
  listFavorites,
  listLatestFavorites,
  openFavorites,
  unfavorite,
} from "#app/domains/music/tracks/favorites.server.ts";
import {
  listLatestTracks,
  listStageTracks,
  openPersonPlays,
} from "#app/domains/music/tracks/list-plays.server.ts";
import { search } from "#app/domains/outside/search/operations.server.ts";
import {
  getCueStats,
  listNewestPerformers,
  listTopPerformers,
  listWeeklyPerformers,
} from "#app/domains/value/stats/rankings.server.ts";
import { makePerformer, type Person, viewerOf } from "#tests/helpers/people.ts";
import { planOf, recordingDatabase, wholeTableScans } from "#tests/helpers/query-plan.ts";
import { makePlay, makeStage } from "#tests/helpers/stages.ts";
import { createAppContext } from "./context.ts";

let viewer: Viewer;
let stage: string;
let played: { trackId: string; playId: string };
const before = { dateCursor: Date.now(), idCursor: "x" };

beforeAll(async () => {
  const person: Person = await makePerformer();
  stage = (await makeStage(person, { instant: true })).id;
  played = await makePlay({ stageId: null, performerId: person.id });
  viewer = viewerOf(person);
});

const calls: Record<string, (ctx: AppContext) => Promise<unknown>> = {
  "/search": (ctx) => search(ctx, { search: "a", kinds: ["user", "track", "stage", "set", "genre"] }),
  "/genres/:genre": (ctx) => openGenre(ctx, { genre: "a" }).catch(() => null),
  "/favorites/getFavorites": listFavorites,
  "/favorites/getFavorited": (ctx) => listFavorited(ctx, { tracks: ["a"] }),
  "/favorites/getFavoritesPaginate": (ctx) => openFavorites(ctx, before),
  "/favorites/getLatestFavorites": (ctx) => listLatestFavorites(ctx, viewer.id),
  "/favorites/favorite": (ctx) => favorite(ctx, { track: played.trackId, trackHistory: played.playId }),
  "/favorites/unfavorite": (ctx) => unfavorite(ctx, { track: played.trackId }),
  "/tracks/latest": (ctx) => listLatestTracks(ctx),
  "/trackHistory/getLatestRoomTracks": (ctx) => listStageTracks(ctx, "stage"),
  "/trackHistory/getLatestProfileTracksPaginate": (ctx) =>
    openPersonPlays(ctx, { user: viewer.id, ...before }),
  "/sets/getPastSetsPaginate": (ctx) => openPastSets(ctx, { user: viewer.id, ...before }),
  "/sets/getLatestRoomSets": (ctx) => listLatestRoomSets(ctx, { room: stage }),
  "/replays/getLatestPaginate": (ctx) => openReplays(ctx, before),
  "/stats/get": getCueStats,
  "/stats/weeklyDJs": listWeeklyPerformers,
  "/djs/top": (ctx) => listTopPerformers(ctx),
  "/djs/newest": (ctx) => listNewestPerformers(ctx),
};

/** Answers are computed: one that another test has had made a moment ago would read nothing. */
const answers: AppContext["answers"] = { keep: (_name, _forMs, compute) => compute() };

function contextOf(path: string, database: D1Database): AppContext {
  const request = new Request(`http://localhost:8787/api${path}`);
  return { ...createAppContext(request, { ...env, DB: database }, viewer), answers };
}

test.each(["/favorites/getFavoritesPaginate", "/trackHistory/getLatestProfileTracksPaginate"])(
  "%s starts reading at the row of its cursor",
  async (path) => {
    const { database, statements } = recordingDatabase();
    await calls[path]?.(contextOf(path, database));
    const plans = await Promise.all([...statements].map(planOf));
    expect(plans.flat().filter((step) => /_id=\? AND \(\w+,\w+\)<\(\?,\?\)/.test(step))).toHaveLength(1);
  },
);

test.each(Object.keys(calls))("%s finds all of its rows by an index", async (path) => {
  const { database, statements } = recordingDatabase();
  await calls[path]?.(contextOf(path, database));
  expect(statements.size).toBeGreaterThan(0);
  const scans = await Promise.all(
    [...statements].map(async (statement) => ({ statement, scans: await wholeTableScans(statement) })),
  );
  expect(scans.filter((each) => each.scans.length > 0)).toEqual([]);
});
