/**
 * Names that seem to speak for the operators or the site: no one may take one as a username or as the address of a
 * stage. Older accounts and stages with such a name keep it.
 */
import { skeletonOf, toLooks } from "./confusables.ts";

/** The product, alone or before a word for its role: "Cue Music Support". */
const product = ["cue", "cuemusic", "musiccue"];

/** Names that seem to speak for this site. */
const authorities = [
  "admin",
  "admins",
  "administrator",
  "administrators",
  "administration",
  "mod",
  "mods",
  "moderator",
  "moderators",
  "moderation",
  "operator",
  "operators",
  "staff",
  "support",
  "helpdesk",
  "help",
  "official",
  "security",
  "abuse",
  "postmaster",
  "webmaster",
  "hostmaster",
  "root",
  "superuser",
  "sysadmin",
  "system",
  "owner",
  "billing",
  "noreply",
];

/** Words that matter only together with those above: "the admin", "support team", "Cue HQ". */
const company = [
  "the",
  "team",
  "account",
  "service",
  "desk",
  "hq",
  "app",
  "bot",
  "news",
  "info",
  "your",
  "our",
];

/** Words that an address or a program may read as something other than a name. */
const words = [
  "api",
  "anonymous",
  "anybody",
  "artists",
  "deleted",
  "dev",
  "embed",
  "everybody",
  "everyone",
  "favorites",
  "feed",
  "followers",
  "following",
  "guest",
  "here",
  "inbox",
  "ingest",
  "labels",
  "live",
  "login",
  "logout",
  "management",
  "me",
  "nobody",
  "null",
  "performances",
  "pictures",
  "player",
  "privacy",
  "profile",
  "realtime",
  "recover",
  "register",
  "room",
  "search",
  "settings",
  "songs",
  "stage",
  "stats",
  "status",
  "tos",
  "tracks",
  "undefined",
  "unsubscribe",
  "verify",
];

/** Digits and signs that are read as letters, and letters that are read as one another. */
const alike: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  i: "l",
  "2": "z",
  "3": "e",
  "4": "a",
  "5": "s",
  "6": "g",
  "7": "t",
  "8": "b",
  "9": "g",
};

/** The same with digits and signs read as letters. */
const readAsLetters = (look: string): string =>
  skeletonOf(look).replace(/[0-9i]/g, (letter) => alike[letter] ?? letter);

const skeletons = (list: readonly string[]) => list.map(readAsLetters);
const either = (...lists: (readonly string[])[]) => skeletons(lists.flat()).join("|");
const reservedWords = new Set(skeletons(words));
/** One word of authority with only accompanying words around it, or the product with any of them. */
const reservedPattern = new RegExp(
  [
    `^(?:${either(company)})?(?:${either(authorities)})(?:${either(company)})?$`,
    `^(?:${either(company)})?(?:${either(product)})(?:${either(authorities, company)}){0,2}$`,
    `^(?:${either(authorities, company)})(?:${either(product)})$`,
  ].join("|"),
);

/** Whether this name is reserved, however it is spelled: "Adm1n", "S.u.p.p.o.r.t", "сuе music". */
export function isReservedName(name: string): boolean {
  return toLooks(name)
    .map(readAsLetters)
    .some((skeleton) => reservedWords.has(skeleton) || reservedPattern.test(skeleton));
}
