/** Schedules for calendars (RFC 5545) and played sets for feed readers (RSS 2.0). */
import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { playedSetPath, profilePath, stagePath } from "#app/paths.ts";
import { listCalendarSets } from "#db/queries/calendar-sets.ts";
import { listPlayedSets } from "#db/queries/sets.ts";
import { openProfile } from "../people/open-profile.server.ts";
import type { SetView } from "../schedule/contract/sets.ts";
import { toSetView } from "../schedule/views.ts";
import { requireStage } from "../stages/require-stage.server.ts";
import { cleanLine, cleanParagraphs } from "../text/clean.ts";
import { xml } from "../text/xml.ts";

const dayMs = 24 * 3_600_000;
/** A calendar reaches this far back, so that it still shows what was just played or cancelled. */
const calendarBackMs = 30 * dayMs;
const feedLength = 50;

/** Whose schedule: a stage by id or custom URL, a performer by id or username, or one set. */
export type Schedule = { stage: string } | { performer: string } | { set: string };

/**
 * The schedule as a calendar. Each set is one event with a permanent id and a sequence that increases when it is moved;
 * a cancelled one stays as cancelled, so that it is removed from the calendars that have it. Instants are UTC: they are
 * shown correctly in every zone. Throws `not-found`.
 */
export async function buildCalendar(ctx: AppContext, schedule: Schedule): Promise<string> {
  const { name, of } = await ownerOf(ctx, schedule);
  const rows = await listCalendarSets(ctx.db, of, ctx.clock.now() - calendarBackMs);
  if ("setId" in of && rows.length === 0) throw new AppError("not-found");
  const calendar = ical({
    name: `${name} · Cue`,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: "Cue Music", product: "Schedule", language: "EN" },
  });
  for (const row of rows) {
    calendar.createEvent({
      id: `set-${row.id}@${new URL(ctx.config.origin).hostname}`,
      sequence: row.revision,
      status: row.status === "cancelled" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      summary: `${cleanLine(row.name)} · ${row.performerName}`,
      description: cleanParagraphs(row.description),
      location: cleanLine(row.stageName),
      url: `${ctx.config.origin}${stagePath(row.stageId)}`,
      start: new Date(row.startsAt),
      end: new Date(row.endsAt),
      stamp: new Date(row.changedAt ?? row.createdAt),
      created: new Date(row.createdAt),
      lastModified: new Date(row.changedAt ?? row.createdAt),
    });
  }
  return calendar.toString();
}

/** The latest sets that were played, as RSS. Throws `not-found`. */
export async function buildFeed(
  ctx: AppContext,
  schedule: { stage: string } | { performer: string },
): Promise<string> {
  const { name, of, path } = await ownerOf(ctx, schedule);
  if ("setId" in of) throw new AppError("not-found");
  const rows = await listPlayedSets(ctx.db, { of, now: ctx.clock.now(), limit: feedLength });
  const { origin } = ctx.config;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel>
<title>${xml(`${name} · Cue`)}</title>
<link>${xml(origin + path)}</link>
<description>${xml(`The latest sets of ${name} on Cue.`)}</description>
<generator>Cue Music</generator>
<lastBuildDate>${new Date(rows[0]?.endsAt ?? 0).toUTCString()}</lastBuildDate>
${rows.map((row) => itemOf(origin, toSetView(row))).join("\n")}
</channel></rss>
`;
}

function itemOf(origin: string, set: SetView): string {
  const link = xml(`${origin}${playedSetPath(set.id)}`);
  const stage = set.room === null ? "" : ` on ${cleanLine(set.room.name)}`;
  // Readers interpret a description as HTML: its text is escaped for that, and then for XML.
  const description = xml(cleanParagraphs(set.description)).replaceAll("\n", "<br>\n");
  return `<item>
<title>${xml(`${cleanLine(set.name)} · ${set.user.username}${stage}`)}</title>
<link>${link}</link>
<guid>${link}</guid>
<pubDate>${new Date(set.startTime).toUTCString()}</pubDate>
<description>${xml(description)}</description>
</item>`;
}

type Owner =
  | { name: string; path: string; of: { stageId: string } | { performerId: string } }
  | { name: string; path: string; of: { setId: string } };

async function ownerOf(ctx: AppContext, schedule: Schedule): Promise<Owner> {
  if ("set" in schedule) return { name: "Set", path: "", of: { setId: schedule.set } };
  if ("stage" in schedule) {
    const stage = await requireStage(ctx, schedule.stage);
    return { name: cleanLine(stage.name), path: stagePath(stage.id), of: { stageId: stage.id } };
  }
  const person = await openProfile({ ...ctx, viewer: null }, { user: schedule.performer });
  return { name: person.username, path: profilePath(person.id), of: { performerId: person.id } };
}
