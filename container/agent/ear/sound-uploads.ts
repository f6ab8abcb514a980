/** The peaks of live sound on their way to the Worker, which keeps them until it is known what was played. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { agentPaths } from "#app/domains/air/media/contract/control.ts";
import { soundRequest } from "#app/domains/air/media/contract/heard.ts";
import { log } from "../log.ts";
import { type RequestOptions, sendSigned } from "../uplink/signed-request.ts";

/** Two hours of one stream, or two minutes of sixty: the oldest is dropped. */
const maxWaiting = 120;
const againMs = 15_000;

interface Waiting {
  stream: string;
  from: number;
  peaks: Uint8Array;
}

export class SoundUploads {
  readonly #options: RequestOptions;
  readonly #waiting: Waiting[] = [];
  #isSending = false;
  #stopped = new AbortController();

  constructor(options: RequestOptions) {
    this.#options = options;
  }

  start(): () => void {
    this.#stopped = new AbortController();
    return () => this.#stopped.abort();
  }

  /** Sends them when it can: after everything that came before, and again while the Worker is away. */
  add(piece: Waiting): void {
    this.#waiting.push(piece);
    if (this.#waiting.length > maxWaiting) this.#waiting.shift();
    if (!this.#isSending) void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    const { signal } = this.#stopped;
    for (let piece = this.#waiting.shift(); piece !== undefined; piece = this.#waiting.shift()) {
      if (signal.aborted || (await this.#send(piece))) continue;
      if (this.#waiting.length < maxWaiting) this.#waiting.unshift(piece);
      await sleep(againMs, undefined, { signal }).catch(() => {});
    }
    this.#isSending = false;
  }

  async #send({ stream, from, peaks }: Waiting): Promise<boolean> {
    const digest = createHash("sha256").update(peaks).digest("hex");
    const path = soundRequest(agentPaths.sound, { stream, from, digest });
    const { signal } = this.#stopped;
    try {
      await sendSigned(this.#options, path, { method: "POST", body: Uint8Array.from(peaks), signal });
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      log("sound-not-sent", { reason: String(error) }, "warn");
      // What it does not take now, it never will.
      return /status 4\d\d/.test(String(error));
    }
  }
}
