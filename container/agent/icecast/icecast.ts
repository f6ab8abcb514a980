/** Keeps one Icecast running on loopback, and answers what it asks. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../log.ts";
import { Callbacks } from "./callbacks.ts";
import { newSecret, renderConfiguration } from "./configuration.ts";
import { prepareFolder } from "./folder.ts";
import { freePort } from "./loopback-port.ts";
import { IcecastProcess } from "./process.ts";
import { askMounts } from "./stats.ts";

export interface IcecastOptions {
  /** The agent's folder. */
  folder: string;
  /** May a source with this ticket have this mount? */
  isAdmitted(mount: string, ticket: string): boolean;
  /**
   * Icecast gained or lost a mount: only a hint to check, since a late call may be about the mount's previous source.
   */
  onMountsChanged(): void;
}

const restartDelayMs = 200;
const upWithinMs = 3_000;
const mountsWithinMs = 2_000;
const attemptsAtStart = 3;

export class Icecast {
  readonly #options: IcecastOptions;
  readonly #adminPassword = newSecret();
  readonly #callbackPassword = newSecret();
  readonly #callbacks: Callbacks;
  // Also the marker by which a leftover process of this start is recognized.
  readonly #configurationName = `icecast-${newSecret()}.xml`;
  #folder = "";
  /** Undefined while it is down. */
  #port: number | undefined;
  #stopProcess = async () => {};
  /** True from the first time it is up until it is stopped. */
  #isRunning = false;

  constructor(options: IcecastOptions) {
    this.#options = options;
    this.#callbacks = new Callbacks({ ...options, password: this.#callbackPassword });
  }

  /** Resolves once Icecast responds. Throws when it cannot be started at all. */
  async start(): Promise<() => Promise<void>> {
    const stopCallbacks = await this.#callbacks.start();
    this.#folder = prepareFolder(this.#options.folder, this.#configurationName);
    for (let attempt = 1; this.#port === undefined; attempt++)
      await this.#launch().catch((error: unknown) => {
        if (attempt < attemptsAtStart) return;
        stopCallbacks();
        throw error;
      });
    this.#isRunning = true;
    return async () => {
      this.#isRunning = false;
      await this.#stopProcess();
      stopCallbacks();
    };
  }

  /**
   * The loopback port it listens on, waiting for a restart if needed; undefined when that takes over three seconds, and
   * before the start.
   */
  async whenUp(): Promise<number | undefined> {
    const deadline = performance.now() + upWithinMs;
    while (this.#port === undefined && performance.now() < deadline && this.#isRunning) await sleep(50);
    return this.#port;
  }

  /** The mounts it holds. Throws while it is down. */
  async mounts(): Promise<string[]> {
    if (this.#port === undefined) throw new Error("Icecast is down");
    return askMounts(this.#port, this.#adminPassword, mountsWithinMs);
  }

  async #launch(): Promise<void> {
    const port = await freePort();
    this.#configure(port);
    const started = new IcecastProcess({
      agentFolder: this.#options.folder,
      folder: this.#folder,
      configurationName: this.#configurationName,
      port,
      adminPassword: this.#adminPassword,
      onExit: (reason) => this.#ended(port, reason),
    });
    const stop = started.start();
    this.#stopProcess = stop;
    await started.ready().catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    this.#port = port;
    log("icecast-started", { pid: started.pid });
  }

  #configure(port: number): void {
    const secrets = { adminPassword: this.#adminPassword, callbackPassword: this.#callbackPassword };
    const configuration = renderConfiguration({ port, callbackUrl: this.#callbacks.url, secrets });
    writeFileSync(join(this.#folder, this.#configurationName), configuration);
  }

  #ended(port: number, reason: string): void {
    if (this.#port !== port) return; // it never was up: `#launch` reports that
    this.#port = undefined;
    if (!this.#isRunning) return;
    log("icecast-ended", { reason }, "warn");
    void this.#restart();
  }

  async #restart(): Promise<void> {
    while (this.#isRunning) {
      await sleep(restartDelayMs);
      try {
        if (this.#isRunning) await this.#launch();
        return;
      } catch (error) {
        log("icecast-start-failed", { reason: String(error) }, "error");
      }
    }
  }
}
