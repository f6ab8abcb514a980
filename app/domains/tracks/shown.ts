/** How songs are told to people: the one home of each rule. */

/** What stands for a title, or an artist, that no one has sent. */
export const shownTitle = (title: string | null): string => title || "No title";
export const shownArtist = (artist: string | null): string => artist || "No artist";

/** A title is announced a little after its first note: within 30 s. */
const announcedLateMs = 30_000;

/** When a past song was on, epoch ms: 30 s before the time that was noted. */
export const shownTime = (timestamp: number): number => timestamp - announcedLateMs;

/** `May 17, 2019`, `May 2019`, `2019`, as far as it is known; what is none of these as it came. */
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
