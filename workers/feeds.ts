/**
 * Schedules and histories for other software: `/calendar/stage/{stage}.ics`, `/calendar/performer/{user}.ics`,
 * `/calendar/set/{set}.ics`, `/feed/stage/{stage}.xml`, `/feed/performer/{user}.xml`. Public, and the same for all.
 */
import { type Context, Hono } from "hono";
import { etag } from "hono/etag";
import { buildCalendar } from "#app/domains/air/sets/calendar.server.ts";
import { buildFeed } from "#app/domains/air/sets/feed.server.ts";
import { AppError } from "#app/errors.ts";
import type { HonoEnv } from "./hono.ts";
import { limitCallers } from "./middleware/rates.ts";

const types = {
  ics: "text/calendar; charset=utf-8; method=PUBLISH",
  xml: "application/rss+xml; charset=utf-8",
} as const;

/**
 * Calendars poll, and a response that is a minute old does not matter to them. A feed has replays, which may be
 * withdrawn at any time: a copy of it is used only once it is found to be current.
 */
const kept = { ics: "public, max-age=60", xml: "no-cache" } as const;

function file(c: Context<HonoEnv>, kind: keyof typeof types, text: string) {
  c.header("cache-control", kept[kind]);
  c.header("access-control-allow-origin", "*");
  return c.body(text, 200, { "content-type": types[kind] });
}

/** Responds 304 where the caller's copy is current. */
const validate = etag({ retainedHeaders: ["access-control-allow-origin", "cache-control", "etag", "vary"] });

/** Directories and calendar services ask for many people at once. */
const limited = limitCallers("feeds", "often");

export const feeds = new Hono<HonoEnv>()
  .get("/calendar/:kind{stage|performer|set}/:file{.+\\.ics}", limited, validate, async (c) => {
    const schedule = { [c.req.param("kind")]: stemOf(c.req.param("file")) } as Parameters<
      typeof buildCalendar
    >[1];
    return file(c, "ics", await buildCalendar(c.get("app"), schedule));
  })
  .get("/feed/:kind{stage|performer}/:file{.+\\.xml}", limited, validate, async (c) => {
    const schedule = { [c.req.param("kind")]: stemOf(c.req.param("file")) } as Parameters<
      typeof buildFeed
    >[1];
    return file(c, "xml", await buildFeed(c.get("app"), schedule));
  });

/** The part before the last dot. */
function stemOf(name: string): string {
  const stem = name.slice(0, name.lastIndexOf("."));
  if (stem === "" || stem.length > 100) throw new AppError("not-found");
  return stem;
}
