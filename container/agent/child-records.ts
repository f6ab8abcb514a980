/** Records which processes this agent has started, so that the next agent can end what a killed one left running. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { log } from "./log.ts";

/** `marker` is part of the process's command line; a process without it has reused the pid. */
const Record = z.object({ pid: z.number().int().min(2), marker: z.string().min(8) });

function recordsFolder(folder: string): string {
  return join(folder, "children");
}

/** Returns a function that removes the record. */
export function recordChild(folder: string, pid: number, marker: string): () => void {
  mkdirSync(recordsFolder(folder), { recursive: true, mode: 0o700 });
  const file = join(recordsFolder(folder), `${pid}.json`);
  writeFileSync(file, JSON.stringify({ pid, marker } satisfies z.infer<typeof Record>), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** Ends every recorded process that still runs with SIGKILL: none has anything to save. */
export function endLeftovers(folder: string): void {
  mkdirSync(recordsFolder(folder), { recursive: true, mode: 0o700 });
  for (const name of readdirSync(recordsFolder(folder))) {
    const file = join(recordsFolder(folder), name);
    const { data: record } = Record.safeParse(readJson(file));
    if (record && commandLine(record.pid).includes(record.marker)) {
      process.kill(record.pid, "SIGKILL");
      log("leftover-ended", { pid: record.pid });
    }
    rmSync(file, { force: true });
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined; // half-written by a killed agent
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
