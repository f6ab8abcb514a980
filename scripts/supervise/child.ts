import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createBackoff } from "./backoff.ts";
import { openLogFile } from "./log-file.ts";

const leash = join(import.meta.dirname, "leash.ts");
/** The time between asking a child to end and killing it. */
const stopGraceMs = 6_000;

export interface ChildSpec {
  name: string;
  /** A TypeScript file that Node runs. */
  script: string;
  env: Record<string, string>;
  logFile: string;
  /** Exit codes that mean "a restart is useless", each with a sentence for people. */
  finalCodes?: Readonly<Record<number, string>>;
  /** Called with a sentence when the child has ended, whether it is restarted or not. */
  onNews(text: string): void;
}

export interface Supervised {
  /** True once the child has ended with one of its final codes. */
  readonly isFinished: boolean;
  /** Kills the child, as if it had crashed; it is restarted. */
  restart(): void;
  /** Asks the child to end, waits, and kills the processes that remain. */
  stop(): Promise<void>;
}

/** Runs a child and restarts it, with back-off, whenever it ends. */
export function supervise(spec: ChildSpec): Supervised {
  const log = openLogFile(spec.logFile);
  const backoff = createBackoff();
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let isFinished = false;

  const running = (async () => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      log(`${new Date().toISOString()} start\n`);
      child = start(spec, log);
      const outcome = await ended(child);
      // Processes that it left running, e.g. the runtime of a killed server, would hold its ports.
      killGroup(child, "SIGKILL");
      log(`${new Date().toISOString()} ended (${outcome.text})\n`);
      if (stopping.signal.aborted) return;
      const finalWord = outcome.code === null ? undefined : spec.finalCodes?.[outcome.code];
      if (finalWord !== undefined) {
        isFinished = true;
        spec.onNews(finalWord);
        return;
      }
      const waitMs = backoff.next(performance.now() - startedAt);
      spec.onNews(
        `The ${spec.name} ended (${outcome.text}) and starts again in ${waitMs} ms; see ${spec.logFile}`,
      );
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();

  return {
    get isFinished() {
      return isFinished;
    },
    restart() {
      if (child !== undefined) killGroup(child, "SIGKILL");
    },
    async stop() {
      stopping.abort();
      child?.kill("SIGTERM");
      const timer = setTimeout(() => child && killGroup(child, "SIGKILL"), stopGraceMs);
      await running;
      clearTimeout(timer);
    },
  };
}

function start(spec: ChildSpec, log: (text: string | Uint8Array) => void): ChildProcess {
  // In its own process group, so that the terminal's Ctrl-C reaches only the supervisor, which then ends all in order.
  const child = spawn(process.execPath, ["--import", leash, spec.script], {
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...spec.env },
  });
  child.stdin?.on("error", () => {});
  child.stdout?.on("data", log);
  child.stderr?.on("data", log);
  return child;
}

function ended(child: ChildProcess): Promise<{ code: number | null; text: string }> {
  return new Promise((done) => {
    child.once("error", (error) => done({ code: null, text: error.message }));
    child.once("exit", (code, signal) =>
      done({ code, text: signal === null ? `exit code ${code}` : signal }),
    );
  });
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // All of its processes have ended.
  }
}
