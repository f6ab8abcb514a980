/** One Icecast process: it is started once, and not replaced when it ends. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { recordChild } from "../child-records.ts";
import { unprivileged } from "../unprivileged.ts";
import { isListening } from "./loopback-port.ts";
import { askMounts } from "./stats.ts";

export interface IcecastProcessOptions {
  /** The agent's folder, where its child processes are recorded. */
  agentFolder: string;
  /** The folder of the configuration, and of its work. */
  folder: string;
  configurationName: string;
  /** The port of the configuration. */
  port: number;
  adminPassword: string;
  /** It has ended, by itself or because it was stopped. */
  onExit(reason: string): void;
}

const startTimeoutMs = 5_000;
/**
 * Icecast 2.4.4 listens a little before it is ready. Of a hundred starts on a busy machine, four crashed when they were
 * connected to immediately, and none after a short wait.
 */
const settleMs = 300;

export class IcecastProcess {
  readonly #options: IcecastProcessOptions;
  readonly #exited = Promise.withResolvers<string>();
  #hasExited = false;
  #isReady = false;
  #complaint = "";
  #pid: number | undefined;

  constructor(options: IcecastProcessOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#pid;
  }

  /** Its stop resolves when the process has exited. */
  start(): () => Promise<void> {
    const { agentFolder, folder, configurationName } = this.#options;
    const child = spawn("icecast2", ["-c", configurationName], {
      stdio: ["ignore", "ignore", "pipe"],
      cwd: folder,
      ...unprivileged("icecast2"),
    });
    this.#pid = child.pid;
    this.#listen(
      child,
      child.pid === undefined ? () => {} : recordChild(agentFolder, child.pid, configurationName),
    );
    return async () => {
      if (this.#hasExited) return;
      // It has no state to save, and an orderly shutdown takes a second.
      child.kill("SIGKILL");
      await this.#exited.promise;
    };
  }

  /** Resolves once it responds. Throws with what it wrote when it does not, and may still run then. */
  async ready(): Promise<void> {
    if (!(await this.#isUp())) throw new Error(`Icecast did not start. ${this.#complaint.trim()}`);
    this.#isReady = true;
  }

  #listen(child: ChildProcessByStdio<null, null, Readable>, forget: () => void): void {
    // Its output before the first encoder explains a failed start; later output would contain mounts.
    child.stderr.on("data", (bytes: Buffer) => {
      if (!this.#isReady) this.#complaint = (this.#complaint + bytes.toString("utf8")).slice(-1_000);
    });
    const ended = (reason: string) => {
      if (this.#hasExited) return;
      this.#hasExited = true;
      forget();
      this.#exited.resolve(reason);
      this.#options.onExit(reason);
    };
    child.once("exit", (code, signal) => ended(signal ?? `code ${code}`));
    child.once("error", (error) => ended(error.message));
  }

  async #isUp(): Promise<boolean> {
    const { port, adminPassword } = this.#options;
    const deadline = performance.now() + startTimeoutMs;
    // Looks without connecting: see `settleMs`.
    while (!isListening(port)) {
      if (this.#hasExited || performance.now() > deadline) return false;
      await sleep(20);
    }
    await sleep(settleMs);
    return askMounts(port, adminPassword, startTimeoutMs).then(
      () => !this.#hasExited,
      () => false,
    );
  }
}
