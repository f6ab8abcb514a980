/** The rules of every zone, read from the zone data of Node. */

/** Instants in minutes since the epoch, offsets in minutes east of UTC. */
export interface ZoneRules {
  /** Offset before the first change. */
  offset: number;
  changes: { at: number; offset: number }[];
}

const minuteMs = 60_000;
/** No two changes are nearer to each other. */
const stepMinutes = 3 * 24 * 60;

/** The changes of a zone's clocks between the starts of two years, UTC. Throws for a zone that Node does not know. */
export function readRules(timeZone: string, { from, until }: { from: number; until: number }): ZoneRules {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const offsetAt = (minute: number) => readOffset(format, minute * minuteMs);
  const [first, end] = [Date.UTC(from) / minuteMs, Date.UTC(until) / minuteMs];
  const rules: ZoneRules = { offset: offsetAt(first), changes: [] };
  for (let at = first, offset = rules.offset; at < end; at += stepMinutes) {
    const next = offsetAt(at + stepMinutes);
    if (next === offset) continue;
    let [before, after] = [at, at + stepMinutes];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(middle) === offset) before = middle;
      else after = middle;
    }
    offset = next;
    rules.changes.push({ at: after, offset });
  }
  return rules;
}

/** `GMT-07:00`, or `GMT` alone. */
function readOffset(format: Intl.DateTimeFormat, instant: number): number {
  const name = format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) || 0;
}
