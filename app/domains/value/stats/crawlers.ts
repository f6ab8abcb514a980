/** Identifies automated readers: crawlers, link previews, monitors. They are served, and never counted as listeners. */
import { createIsbotFromList, list } from "isbot";

/**
 * Rules of the list that are not specific: they match any user agent with only a name and version, or with the library
 * that it was built on. Players, radios and apps have such user agents: they are how people listen.
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

/** Browsers and programs without a person in front of them. On one's own machine a developer uses them for trials. */
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

/** Rules of the list that are not used unchanged. */
export const setAside: readonly string[] = [...fitsPlayers, ...automation];

const named = list.filter((rule) => !setAside.includes(rule));
const isReader = createIsbotFromList(named);
// The list identifies the last two only by a rule that matches players too.
const isReaderOrProgram = createIsbotFromList([...named, ...automation, "^curl/", "^go-http-client"]);

/** `isLocal`: a copy on someone's own machine, where headless browsers and scripts are listeners like all others. */
export function isCrawler(userAgent: string | null, { isLocal = false } = {}): boolean {
  return (isLocal ? isReader : isReaderOrProgram)(userAgent);
}
