/** The rule by which the database keeps usernames distinct. */
import { otherSkeletonsOf, skeletonOf, toLook, toLooks } from "./confusables.ts";
import type { UsernameClaims } from "./queries/accounts.ts";
import { cleanUsername, foldUsername } from "./rules.ts";

/** The columns of a username: as it is shown, as it is compared, as it looks. They change together. */
export interface UsernameColumns {
  username: string;
  usernameKey: string;
  usernameLook: string;
}

export function toUsernameColumns(username: string): UsernameColumns {
  return {
    username: cleanUsername(username),
    usernameKey: foldUsername(username),
    usernameLook: lookOfUsername(username),
  };
}

/**
 * The same for names that are taken for one another: РауРаl in Cyrillic letters is PayPal, and so are paypa1, Pay.Pal
 * and Payṗal.
 */
export function lookOfUsername(username: string): string {
  return skeletonOf(toLook(cleanUsername(username)));
}

/** A w is written as two u, too. */
const spellingsOf = (skeleton: string) => [
  skeleton,
  skeleton.replaceAll("uu", "w"),
  skeleton.replaceAll("w", "uu"),
];

export function toUsernameClaims(username: string): UsernameClaims {
  const looks = toLooks(cleanUsername(username));
  return {
    usernameKey: foldUsername(username),
    usernameLooks: [...new Set(looks.map(skeletonOf).flatMap(spellingsOf))],
    performerLooks: [...new Set(looks.flatMap(otherSkeletonsOf))],
  };
}
