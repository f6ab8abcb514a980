/** Schedules for calendars (RFC 5545). */
import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import type { AppContext } from "#app/context.ts";
import { foreignLine, foreignParagraphs } from "#app/domains/base/text/foreign-text.ts";
import { AppError } from "#app/errors.ts";
import { stagePath } from "#app/paths.ts";
import { punctualityNote } from "../schedule/punctuality.ts";
import { findSubject, type SubjectName } from "./feed-subject.server.ts";
import { listCalendarSets } from "./queries/calendar-sets.ts";
import { listFirstHeard } from "./queries/first-heard.ts";

const dayMs = 24 * 3_600_000;
/** A calendar reaches this far back, so that it still shows what was just played or cancelled. */
const calendarBackMs = 30 * dayMs;

/**
 * The schedule as a calendar. Each set is one event with a permanent id and a sequence that increases when it is moved;
 * a cancelled one stays as cancelled, so that it is removed from the calendars that have it. Instants are UTC: they are
 * shown correctly in every zone. Throws `not-found`.
 */
export async function buildCalendar(
  ctx: AppContext,
  schedule: SubjectName | { set: string },
): Promise<string> {
  const { name, of } =
    "set" in schedule ? { name: "Set", of: { setId: schedule.set } } : await findSubject(ctx, schedule);
  const rows = await listCalendarSets(ctx.db, of, ctx.clock.now() - calendarBackMs);
  if ("setId" in of && rows.length === 0) throw new AppError("not-found");
  const heard = await listFirstHeard(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const noteOf = ({ id, startsAt, endsAt, status }: (typeof rows)[number]): string | null => {
    const times = { startTime: startsAt, endTime: endsAt, heardAt: heard.get(id) ?? null };
    return status === "cancelled" ? null : punctualityNote(times, ctx.clock.now());
  };
  const calendar = ical({
    name: `${toText(name)} · Cue`,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: "Cue Music", product: "Schedule", language: "EN" },
  });
  for (const row of rows) {
    calendar.createEvent({
      id: `set-${row.id}@${new URL(ctx.config.origin).hostname}`,
      sequence: row.revision,
      status: row.status === "cancelled" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      summary: `${foreignLine(row.name)} · ${foreignLine(row.performerName)}`,
      description: [noteOf(row), foreignParagraphs(row.description)].filter(Boolean).join("\n\n"),
      location: foreignLine(row.stageName),
      url: `${ctx.config.origin}${stagePath(row.stageId)}`,
      start: new Date(row.startsAt),
      end: new Date(row.endsAt),
      stamp: new Date(row.changedAt ?? row.createdAt),
      created: new Date(row.createdAt),
      lastModified: new Date(row.changedAt ?? row.createdAt),
    });
  }
  // Each line ends with a line break, also the last.
  return `${calendar.toString()}\r\n`;
}

/** Escapes a value of the type TEXT (RFC 5545, 3.3.11): of a calendar's name, the generator does not. */
const toText = (value: string): string => foreignLine(value).replaceAll(/[\\;,]/g, "\\$&");
