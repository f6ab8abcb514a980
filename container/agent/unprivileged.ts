/** The account that a child process runs as (never root, even if the agent is), and its share of the machine. */
import { existsSync, readFileSync } from "node:fs";

export interface Identity {
  uid?: number;
  gid?: number;
}

/** The ids of this account, else of `nobody`, for `spawn`; empty where the agent is not root and cannot choose. */
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

const prlimit = "/usr/bin/prlimit";

/**
 * The command line that runs a program with a memory limit, without writing files and without core dumps. `prlimit`
 * becomes the program, so the process is the same one. It is part of every Debian; elsewhere the program runs without
 * these limits.
 */
export function limited(
  { memoryBytes }: { memoryBytes: number },
  program: string,
  ...words: string[]
): [string, ...string[]] {
  if (!existsSync(prlimit)) return [program, ...words];
  return [prlimit, `--data=${memoryBytes}`, "--fsize=0", "--core=0", program, ...words];
}
