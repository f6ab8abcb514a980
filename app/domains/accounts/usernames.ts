/** How the database keeps usernames distinct. */
import { toLook, toLooks } from "./confusables.ts";
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

/** The same for names that cannot be distinguished on the screen: РауРаl in Cyrillic letters is PayPal, paypa1 too. */
export function lookOfUsername(username: string): string {
  return foldUsername(toLook(cleanUsername(username)));
}

/** The values that make a name taken: its key, or any of its looks. A word that mixes scripts has several. */
export function toUsernameClaims(username: string): { usernameKey: string; usernameLooks: string[] } {
  return {
    usernameKey: foldUsername(username),
    usernameLooks: toLooks(cleanUsername(username)).map(foldUsername),
  };
}
