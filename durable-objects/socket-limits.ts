/** Limits of the sockets that an object keeps open of one account, and of one network without an account. */
import type { Connection } from "partyserver";
import type { SocketViewer } from "./contract.ts";
import { localNetwork } from "./listener-key.ts";
import { userTag } from "./presence.ts";
import { socketCloseCodes } from "./sockets.ts";

/**
 * A page has one socket to each object; behind one network there may be a school that listens without accounts, and
 * without an edge in front everyone comes from the one machine.
 */
export const socketLimits = { account: 30, network: 100, machine: 2_500 } as const;

const openedTag = "opened/";

/** The tags of a socket: whose it is, then when it was opened. None where neither is known. */
export function tagsOf(viewer: SocketViewer | null): string[] {
  const whose = whoseTag(viewer);
  return whose === null ? [] : [whose, `${openedTag}${Date.now()}`];
}

function whoseTag(viewer: SocketViewer | null): string | null {
  if (viewer === null) return null;
  if (viewer.userId !== null) return userTag(viewer.userId);
  return viewer.network === undefined ? null : `network/${viewer.network}`;
}

/**
 * Closes the oldest sockets of a viewer who has just opened one too many: a person who opens a new page wants that one.
 * @param open every open socket with this tag
 * @param close closes one, after the object's own bookkeeping
 */
export function closeOldest(
  viewer: SocketViewer,
  open: (tag: string) => Iterable<Connection>,
  close = (connection: Connection, code: number, reason: string) => connection.close(code, reason),
): void {
  const tag = whoseTag(viewer);
  if (tag === null) return;
  const max = maxOf(viewer);
  const own = [...open(tag)].filter(({ readyState }) => readyState === WebSocket.OPEN);
  const oldestFirst = own.toSorted((a, b) => openedAt(a) - openedAt(b));
  for (const connection of oldestFirst.slice(0, Math.max(0, own.length - max)))
    close(connection, socketCloseCodes.crowded, "too many sockets");
}

function maxOf({ userId, network }: SocketViewer): number {
  if (userId !== null) return socketLimits.account;
  return network === localNetwork ? socketLimits.machine : socketLimits.network;
}

function openedAt({ tags }: Connection): number {
  const tag = tags.find((each) => each.startsWith(openedTag));
  return tag === undefined ? 0 : Number(tag.slice(openedTag.length));
}
