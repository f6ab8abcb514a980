/** Candidates from the Worker's index of all references for streams without a name. */
import { createHash } from "node:crypto";
import { agentPaths } from "#app/domains/air/media/contract/control.ts";
import { Candidates, soundRequest } from "#app/domains/air/media/contract/heard.ts";
import { log } from "../log.ts";
import { type RequestOptions, sendSigned } from "../uplink/signed-request.ts";

/** A candidate is compared with the stream for so long; one that is heard is asked for again in time. */
const keptMs = 10 * 60_000;
/** Half a set's worth of candidates: the oldest go first. */
const maxKept = 40;

interface ColdLookupsOptions extends RequestOptions {
  /** Other references are to be compared with this stream. */
  onChange: (stream: string) => void;
}

export class ColdLookups {
  readonly #options: ColdLookupsOptions;
  /** Candidates by stream, and until when they are kept (local ms). */
  readonly #found = new Map<string, Map<string, number>>();
  #stopped = new AbortController();

  constructor(options: ColdLookupsOptions) {
    this.#options = options;
  }

  start(): () => void {
    this.#stopped = new AbortController();
    return () => this.#stopped.abort();
  }

  /** The candidates of a stream, the newest first. */
  of(stream: string): string[] {
    return [...(this.#found.get(stream)?.keys() ?? [])].toReversed();
  }

  /** Asks about sound that was heard from `from` on (epoch ms). Never rejects; another minute asks again. */
  async ask(stream: string, from: number, peaks: Uint8Array): Promise<void> {
    const { signal } = this.#stopped;
    const digest = createHash("sha256").update(peaks).digest("hex");
    const path = soundRequest(agentPaths.unnamed, { stream, from, digest });
    try {
      const request = { method: "POST", body: Uint8Array.from(peaks), signal };
      const response = await sendSigned(this.#options, path, request);
      this.#keep(stream, Candidates.parse(await response.json()).references);
    } catch (error) {
      if (!signal.aborted) log("not-looked-up", { reason: String(error) }, "warn");
    }
  }

  #keep(stream: string, references: readonly string[]): void {
    const now = this.#options.clock.local();
    const known = this.#found.get(stream) ?? new Map<string, number>();
    const before = [...known.keys()].join();
    // The likeliest is the newest.
    for (const id of references.toReversed()) {
      known.delete(id);
      known.set(id, now + keptMs);
    }
    for (const id of known.keys()) if (known.size > maxKept) known.delete(id);
    this.#found.set(stream, known);
    for (const [each, candidates] of this.#found) {
      for (const [id, until] of candidates) if (until <= now) candidates.delete(id);
      if (candidates.size === 0) this.#found.delete(each);
    }
    if ([...known.keys()].join() !== before) this.#options.onChange(stream);
  }
}
