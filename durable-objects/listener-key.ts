/**
 * Who hears a room, as one text: a user's id, or what a room may know of someone without an account. Two keys that
 * are the same are one listener.
 */

/** Without an edge in front no one tells addresses apart: everyone on the machine is of one network. */
export const localNetwork = "local";

/** An anonymous page by the random id that it gave itself, within its network. */
export const pageKey = (network: string, page: string) => `anonymous:${network}/${page}`;

/** A program without this product's sockets, such as a radio: all of one name within a network are one. */
export const playerKey = (network: string, program: string) => `player:${network}/${program}`;

/** An app that has said that it plays the stream. */
export const appKey = (network: string, program: string) => `app:${network}/${program}`;

/** The network of an anonymous listener; null for a user, who is the same person everywhere. */
export function networkOf(key: string): string | null {
  return /^(?:anonymous|player|app):([^/]*)/.exec(key)?.[1] ?? null;
}
