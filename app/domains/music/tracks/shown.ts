/** Display of songs: the only place for each rule. */

/** The replacement for a missing title or artist. */
export const shownTitle = (title: string | null): string => title || "No title";
export const shownArtist = (artist: string | null): string => artist || "No artist";

/** The replacement for a track that its performer hides. */
export const hiddenName = { title: "ID", artist: "ID" } as const;

/** The track of a tracklist's line: an "ID" where its performer hides it, null where nobody has named it. */
export const listedTrackOf = <T>({ track, isHidden }: { track: T | null; isHidden: boolean }) =>
  track ?? (isHidden ? { id: null, ...hiddenName } : null);

/** A title is sent a little after its first note: within 30 s. */
const announcedLateMs = 30_000;

/**
 * Returns when a past song was on, epoch ms: 30 s before the recorded time where that is when its title was sent
 * (`isAnnounced`); the ear, a history file and people give the first note itself.
 */
export const shownTime = (timestamp: number, isAnnounced = true): number =>
  isAnnounced ? timestamp - announcedLateMs : timestamp;

/** `May 17, 2019`, `May 2019`, `2019`, as precise as it is known; any other text unchanged. */
export function shownReleaseDate(date: string): string {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(date) ?? [];
  if (year === undefined || month === undefined) return date;
  const at = new Date(`${year}-${month}-${day ?? "01"}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return date;
  const parts = { timeZone: "UTC", year: "numeric", month: "long" } as const;
  return new Intl.DateTimeFormat("en-US", day === undefined ? parts : { ...parts, day: "numeric" }).format(
    at,
  );
}
