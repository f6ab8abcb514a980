/** Keeps one Icecast running on loopback. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
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
  /** Where it listens on loopback; undefined while it is down. */
  port(): number | undefined;
  /** The mounts it holds. Throws while it is down. */
  mounts(): Promise<string[]>;
  stop(): Promise<void>;
}

const restartDelayMs = 200;
const startTimeoutMs = 5_000;

/** Resolves once Icecast answers. Throws when it cannot be started at all. */
export async function startIcecast(options: IcecastOptions): Promise<Icecast> {
  const adminPassword = newSecret();
  // Also the mark by which a leftover of this start is known.
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
    // What it says before any encoder has come tells why it does not start; later it would name mounts.
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
      port = undefined;
      if (isStopped) return;
      log("icecast-ended", { reason }, "warn");
      void restart();
    });

    if (!(await answersBefore(candidate, performance.now() + startTimeoutMs, exited))) {
      started.kill("SIGKILL");
      throw new Error(`Icecast did not start. ${complaint.trim()}`);
    }
    port = candidate;
    log("icecast-started", { pid: started.pid });
  }

  async function restart(): Promise<void> {
    await sleep(restartDelayMs);
    if (isStopped) return;
    // A failed start ends in another exit, and so comes back here.
    await run().catch((error: Error) => log("icecast-start-failed", { reason: error.message }, "error"));
  }

  await run().catch((error: unknown) => {
    isStopped = true;
    throw error;
  });

  return {
    port: () => port,
    async mounts() {
      if (port === undefined) throw new Error("Icecast is down");
      const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString("base64")}`;
      const response = await fetch(`http://127.0.0.1:${port}/admin/stats`, {
        headers: { authorization },
        signal: AbortSignal.timeout(2_000),
      });
      if (!response.ok) throw new Error(`Icecast answered ${response.status}`);
      return mountsOfStats(await response.text());
    },
    async stop() {
      isStopped = true;
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child?.once("exit", resolve));
      child.kill("SIGTERM");
      const ending = setTimeout(() => child?.kill("SIGKILL"), 1_000);
      await gone;
      clearTimeout(ending);
    },
  };
}

/**
 * A fresh folder that belongs to Icecast's account and is closed to others. Icecast works inside it by relative
 * paths, so the folders above need not be open to that account.
 */
function prepareFolder(agentFolder: string, configurationName: string): string {
  const folder = join(agentFolder, "icecast");
  const { uid, gid } = unprivileged("icecast2");
  rmSync(folder, { recursive: true, force: true });
  for (const path of [folder, join(folder, "web"), join(folder, "admin")])
    mkdirSync(path, { recursive: true });
  const file = join(folder, configurationName);
  writeFileSync(file, "", { mode: 0o600 });
  chmodSync(folder, 0o700);
  if (uid !== undefined && gid !== undefined) for (const path of [folder, file]) chownSync(path, uid, gid);
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

async function answersBefore(port: number, deadline: number, exited: Promise<unknown>): Promise<boolean> {
  let isGone = false;
  void exited.then(() => {
    isGone = true;
  });
  while (performance.now() < deadline && !isGone) {
    if (await canConnect(port)) return true;
    await sleep(25);
  }
  return false;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
