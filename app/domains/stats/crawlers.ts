/** Who reads for a machine: crawlers, link previews, monitors. They are served, and never counted as listeners. */
import { createIsbotFromList, list } from "isbot";

/**
 * Rules of the list that name no one, but fit whatever says only its name and version or the library that it was built
 * on. So do players, radios and apps: they are how people listen.
 */
const fitsPlayers = [
  "^[\\w \\.\\-\\(?:\\):%]+(?:/v?\\d+(?:\\.\\d+)?(?:\\.\\d{1,10})*?)?(?:,|$)",
  "^[\\w\\-]+/[\\w]+$",
  "^\\w+/[\\w\\(\\)]*$",
  "^\\w+/\\d\\.\\d\\s\\([\\w@]+\\)$",
  "\\b\\w+/1\\.0;",
  "^[^ ]{50,}$",
  "(?<!lib)http",
  "java(?!;)",
  "library",
  "server",
  "url",
];

/** Browsers and programs without a person in front of them. On one's own machine they are who tries things out. */
const automation = [
  "headless",
  "playwright",
  "selenium",
  "cypress/",
  "phantomjs",
  "node\\b",
  "^python",
  "^wget",
];

/** Rules of the list that are not taken as they stand. */
export const setAside: readonly string[] = [...fitsPlayers, ...automation];

const named = list.filter((rule) => !setAside.includes(rule));
const isReader = createIsbotFromList(named);
// The last two are known to the list by a rule that fits players too.
const isReaderOrProgram = createIsbotFromList([...named, ...automation, "^curl/", "^go-http-client"]);

/** `isLocal`: a copy on someone's own machine, where headless browsers and scripts are listeners like all others. */
export function isCrawler(userAgent: string | null, { isLocal = false } = {}): boolean {
  return (isLocal ? isReader : isReaderOrProgram)(userAgent);
}
