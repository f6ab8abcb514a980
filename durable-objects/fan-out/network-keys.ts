/** Who listens in one network, by how they do. */

/** How someone listens: by a socket, by a connection of a player, or as an app has reported. */
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
