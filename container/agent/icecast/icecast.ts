/** Keeps one Icecast running on loopback. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { recordChild } from "../child-records.ts";
import { log } from "../log.ts";
import { unprivileged } from "../unprivileged.ts";
import { newSecret, renderConfiguration } from "./configuration.ts";
import { mountsOfStats } from "./stats.ts";

export interface IcecastOptions {
  /** The agent's folder. */
  folder: string;
  callbackUrl: string;
  callbackPassword: string;
}

export interface Icecast {
  /** The loopback port it listens on, waiting for a restart if needed; undefined when that takes over three seconds. */
  whenUp(): Promise<number | undefined>;
  /** The mounts it holds. Throws while it is down. */
  mounts(): Promise<string[]>;
  stop(): Promise<void>;
}

const restartDelayMs = 200;
const startTimeoutMs = 5_000;
const upWithinMs = 3_000;
const attemptsAtStart = 3;
/**
 * Icecast 2.4.4 listens a little before it is ready. Of a hundred starts on a busy machine, four crashed when they were
 * connected to immediately, and none after a short wait.
 */
const settleMs = 300;
/** The state LISTEN in /proc/net/tcp. */
const tcpListen = "0A";

/** Resolves once Icecast responds. Throws when it cannot be started at all. */
export async function startIcecast(options: IcecastOptions): Promise<Icecast> {
  const adminPassword = newSecret();
  // Also the marker by which a leftover process of this start is recognised.
  const configurationName = `icecast-${newSecret()}.xml`;
  const folder = prepareFolder(options.folder, configurationName);
  let child: ChildProcess | undefined;
  let port: number | undefined;
  let isStopped = false;

  async function run(): Promise<void> {
    const candidate = await freePort();
    const secrets = { adminPassword, callbackPassword: options.callbackPassword };
    const { callbackUrl } = options;
    const configuration = renderConfiguration({ port: candidate, callbackUrl, secrets });
    writeFileSync(join(folder, configurationName), configuration);

    const started = spawn("icecast2", ["-c", configurationName], {
      stdio: ["ignore", "ignore", "pipe"],
      cwd: folder,
      ...unprivileged("icecast2"),
    });
    child = started;
    // Its output before the first encoder explains a failed start; later output would contain mounts.
    let complaint = "";
    started.stderr.on("data", (bytes: Buffer) => {
      if (port === undefined) complaint = (complaint + bytes.toString("utf8")).slice(-1_000);
    });
    const exited = new Promise<string>((resolve) => {
      started.once("exit", (code, signal) => resolve(signal ?? `code ${code}`));
      started.once("error", (error) => resolve(error.message));
    });
    const forget =
      started.pid === undefined ? () => {} : recordChild(options.folder, started.pid, configurationName);
    void exited.then((reason) => {
      forget();
      if (port !== candidate) return; // it never was up: `run` reports that
      port = undefined;
      if (isStopped) return;
      log("icecast-ended", { reason }, "warn");
      void restart();
    });

    if (!(await isUp(candidate, exited))) {
      started.kill("SIGKILL");
      await exited;
      throw new Error(`Icecast did not start. ${complaint.trim()}`);
    }
    port = candidate;
    log("icecast-started", { pid: started.pid });
  }

  async function askMounts(at: number, withinMs: number): Promise<string[]> {
    const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString("base64")}`;
    const response = await fetch(`http://127.0.0.1:${at}/admin/stats`, {
      headers: { authorization },
      signal: AbortSignal.timeout(withinMs),
    });
    if (!response.ok) throw new Error(`Icecast answered ${response.status}`);
    return mountsOfStats(await response.text());
  }

  async function isUp(candidate: number, exited: Promise<unknown>): Promise<boolean> {
    let isGone = false;
    void exited.then(() => {
      isGone = true;
    });
    const deadline = performance.now() + startTimeoutMs;
    while (!isListening(candidate)) {
      if (isGone || performance.now() > deadline) return false;
      await sleep(20);
    }
    await sleep(settleMs);
    return askMounts(candidate, startTimeoutMs).then(
      () => !isGone,
      () => false,
    );
  }

  async function restart(): Promise<void> {
    while (!isStopped) {
      await sleep(restartDelayMs);
      try {
        if (!isStopped) await run();
        return;
      } catch (error) {
        log("icecast-start-failed", { reason: String(error) }, "error");
      }
    }
  }

  for (let attempt = 1; port === undefined; attempt++)
    await run().catch((error: unknown) => {
      if (attempt === attemptsAtStart) throw error;
    });

  return {
    async whenUp() {
      const deadline = performance.now() + upWithinMs;
      while (port === undefined && performance.now() < deadline && !isStopped) await sleep(50);
      return port;
    },
    async mounts() {
      if (port === undefined) throw new Error("Icecast is down");
      return askMounts(port, 2_000);
    },
    async stop() {
      isStopped = true;
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      // It has no state to save, and an orderly shutdown takes a second.
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/**
 * A new folder that belongs to Icecast's account and is closed to others. Icecast works inside it with relative paths,
 * so the parent folders need not be open to that account.
 */
function prepareFolder(agentFolder: string, configurationName: string): string {
  const folder = join(agentFolder, "icecast");
  const { uid, gid } = unprivileged("icecast2");
  rmSync(folder, { recursive: true, force: true });
  const folders = [folder, join(folder, "web"), join(folder, "admin")];
  for (const path of folders) {
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o700);
  }
  const file = join(folder, configurationName);
  writeFileSync(file, "", { mode: 0o600 });
  if (uid !== undefined && gid !== undefined)
    for (const path of [...folders, file]) chownSync(path, uid, gid);
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Looks without connecting: see `settleMs`. */
function isListening(port: number): boolean {
  const address = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .some(([, local = "", , state]) => local.endsWith(address) && state === tcpListen);
}
