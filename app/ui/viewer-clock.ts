/** The zone and the hour cycle of the browser's owner; also for the service worker. */
export interface ViewerClock {
  zone: string;
  hour12: boolean;
}

let viewerClock: ViewerClock | null = null;

/**
 * Whether clocks count to 12 in all of these languages; undefined is the browser's own. Browsers that were never set up
 * are in American English: one language with 24 hours is a better sign of its reader.
 */
export function isHalfDayClock(languages: readonly (string | undefined)[]): boolean {
  return languages
    .filter(isLanguageTag)
    .every((language) => new Intl.DateTimeFormat(language, { hour: "numeric" }).resolvedOptions().hour12);
}

/** A browser may pass on the locale of its system, such as `C` or `en_US`, which is no language tag. */
function isLanguageTag(language: string | undefined): boolean {
  try {
    Intl.getCanonicalLocales(language);
    return true;
  } catch {
    return false;
  }
}

/** The viewer's zone and hour cycle. In the browser only. */
export function readViewerClock(): ViewerClock {
  viewerClock ??= {
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
    hour12: isHalfDayClock([undefined, navigator.languages[0]]),
  };
  return viewerClock;
}
