/** Changes of the shown lines by a correction, until the server has answered with its own. Pure. */
import type { Correction, TracklistLine } from "./contract/tracklists.ts";

/** `newId`: of the line that the correction makes, if it makes one. */
export function applyCorrection(
  lines: readonly TracklistLine[],
  act: Correction,
  { newId, now }: { newId: string; now: number },
): TracklistLine[] {
  const change = (id: string, part: (line: TracklistLine) => Partial<TracklistLine>) =>
    lines.map((line) => (line.id === id ? { ...line, ...part(line) } : line));
  switch (act.act) {
    case "confirm":
      return change(act.line, ({ possible }) => (possible === null ? confirmed : named(possible)));
    case "confirm-all":
      return lines.map((line) => (canConfirm(line) ? { ...line, ...confirmed } : line));
    case "name":
      return change(act.line, () => named(act));
    case "add":
      return byStart([...lines, { ...blank(newId, act.start, act.end ?? null), ...named(act) }]);
    case "remove":
      return lines.filter(({ id }) => id !== act.line);
    case "split": {
      const whole = lines.find(({ id }) => id === act.line);
      if (whole === undefined || act.at <= whole.start || act.at >= (whole.end ?? Infinity))
        return [...lines];
      const rest = blank(newId, act.at, whole.end);
      return byStart([...change(act.line, () => ({ end: act.at })), rest]);
    }
    case "merge": {
      const merged = lines.find(({ id }) => id === act.line);
      if (merged === undefined) return [...lines];
      return byStart(
        change(act.into, ({ start, end }) => ({
          start: Math.min(start, merged.start),
          end: end === null || merged.end === null ? null : Math.max(end, merged.end),
        })).filter(({ id }) => id !== act.line),
      );
    }
    case "move":
      return byStart(change(act.line, () => ({ start: act.start, end: act.end ?? null })));
    case "hide":
      return change(act.line, () => ({ hiddenUntil: act.until, isHidden: (act.until ?? 0) > now }));
    case "own":
      return change(act.line, () => ({ isOwn: act.isOwn }));
    case "accept":
      return byStart(
        lines.flatMap((line) => {
          const suggestion = line.suggestions.find(({ id }) => id === act.suggestion);
          if (suggestion === undefined) return [line];
          const { start, end } = suggestion;
          if (start === null) return [{ ...line, ...named(suggestion) }];
          const suggestions = line.suggestions.filter(({ id }) => id !== suggestion.id);
          return [
            { ...line, suggestions },
            { ...blank(newId, start, end), ...named(suggestion) },
          ];
        }),
      );
    case "dismiss":
      return lines.map((line) => ({
        ...line,
        suggestions: line.suggestions.filter(({ id }) => id !== act.suggestion),
      }));
    case "undo":
      return [...lines];
  }
}

/** True for lines that "confirm all" confirms: not what is only possible, and not what the ear contradicts. */
export const canConfirm = ({ track, confidence, isConfirmed, isContradicted }: TracklistLine): boolean =>
  track !== null && confidence !== "possible" && !isConfirmed && !isContradicted;

const confirmed = { isConfirmed: true, isContradicted: false, versions: [] };

const named = ({ artist, title }: { artist: string; title: string }) =>
  ({
    ...confirmed,
    track: { id: "", _id: "", artist, title, spotify: null },
    possible: null,
    source: "performer",
    kinds: ["performer" as const],
    confidence: "named",
    takesSuggestions: false,
    suggestions: [],
  }) satisfies Partial<TracklistLine>;

const blank = (id: string, start: number, end: number | null): TracklistLine => ({
  id,
  track: null,
  possible: null,
  start,
  end,
  source: "performer",
  confidence: "possible",
  kinds: ["performer"],
  isConfirmed: false,
  isOwn: false,
  isHidden: false,
  isContradicted: false,
  isSample: false,
  hiddenUntil: null,
  versions: [],
  takesSuggestions: true,
  suggestions: [],
});

const byStart = (lines: readonly TracklistLine[]): TracklistLine[] =>
  lines.toSorted((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
