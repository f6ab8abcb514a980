/** The listeners in one network, by how they listen. */

/** The way in which someone listens: by a socket, by a connection of a player, or as an app has reported. */
export type EarKind = "socket" | "player" | "app";

/** The anonymous listeners of one network, by their keys. */
export interface NetworkKeys {
  pages: Set<string>;
  players: Set<string>;
  apps: Set<string>;
  /** Those of the pages that hear the past only. */
  past: Set<string>;
  /** Apps of users: each is counted together with one of the players' connections. */
  userApps: Map<string, number>;
  /** Those of them that a player's connection delivers sound to: as many as there are connections, the first ones. */
  delivered: Map<string, Delivery>;
}

interface Delivery {
  since: number;
  /** Time when its connection closed; null while it is open. */
  lostAt: number | null;
}

/** Gives each connection of a player to one app. One that was without for no more than `recentMs` goes on. */
export function deliver({ players, userApps, delivered }: NetworkKeys, now: number, recentMs: number): void {
  for (const key of delivered.keys()) if (!userApps.has(key)) delivered.delete(key);
  const isOpen = (key: string) => delivered.get(key)?.lostAt === null;
  const open = [...delivered.keys()].filter(isOpen);
  for (const key of open.slice(players.size)) {
    const delivery = delivered.get(key);
    if (delivery !== undefined) delivery.lostAt = now;
  }
  const waiting = [...userApps.keys()].filter((key) => !isOpen(key));
  const isRecent = (key: string) => now - (delivered.get(key)?.lostAt ?? -Infinity) <= recentMs;
  const [back, others] = [waiting.filter(isRecent), waiting.filter((key) => !isRecent(key))];
  for (const key of [...back, ...others].slice(0, Math.max(0, players.size - open.length))) {
    const since = isRecent(key) ? (delivered.get(key)?.since ?? now) : now;
    delivered.set(key, { since, lostAt: null });
  }
}

export function keysOf({ pages, players, apps }: NetworkKeys, kind: EarKind): Set<string> {
  if (kind === "socket") return pages;
  return kind === "player" ? players : apps;
}

export function drop(userApps: Map<string, number>, key: string, kind: EarKind): void {
  if (kind !== "app") return;
  const left = (userApps.get(key) ?? 0) - 1;
  if (left > 0) userApps.set(key, left);
  else userApps.delete(key);
}
