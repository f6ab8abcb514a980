/**
 * The identity of a listener, as one text: a user's id, or what a room may know of a listener without an account. Equal
 * keys are one listener.
 */

/** The network without an edge in front, where addresses are unknown: everyone on the machine counts as one network. */
export const localNetwork = "local";

/** An anonymous page: the random id that it has chosen, within its network. */
export const pageKey = (network: string, page: string) => `anonymous:${network}/${page}`;

/** Software without this product's sockets, such as a radio: all with the same name in a network are one listener. */
export const playerKey = (network: string, program: string) => `player:${network}/${program}`;

/** An app that has reported that it plays the stream. */
export const appKey = (network: string, program: string) => `app:${network}/${program}`;

/** The network of an anonymous listener; null for a user, who is the same person everywhere. */
export function networkOf(key: string): string | null {
  return /^(?:anonymous|player|app):([^/]*)/.exec(key)?.[1] ?? null;
}
