/** Whom a child process runs as: never root, also where the agent is. */
import { readFileSync } from "node:fs";

export interface Identity {
  uid?: number;
  gid?: number;
}

/** The ids of this account, else of `nobody`, for `spawn`; empty where the agent is no root and cannot choose. */
export function unprivileged(account: string): Identity {
  if (process.getuid?.() !== 0) return {};
  return known.get(account) ?? remember(account);
}

const known = new Map<string, Identity>();

function remember(account: string): Identity {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  const line = [account, "nobody"]
    .map((name) => lines.find((entry) => entry.startsWith(`${name}:`)))
    .find((entry) => entry !== undefined);
  const [, , uid, gid] = line?.split(":") ?? [];
  const identity = { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
  known.set(account, identity);
  return identity;
}
