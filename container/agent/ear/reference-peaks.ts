/** The peaks of references, fetched from the Worker once and kept while any stream wants them. */
import { setTimeout as sleep } from "node:timers/promises";
import { agentPaths } from "#app/domains/air/media/contract/control.ts";
import {
  decodePeakList,
  maxPeaksAtOnce,
  maxReferences,
  peaksRequest,
} from "#app/domains/air/media/contract/heard.ts";
import { log } from "../log.ts";
import { type RequestOptions, sendSigned } from "../uplink/signed-request.ts";

export interface ReferencePeaksOptions extends RequestOptions {
  /** These came, and only these are kept. */
  onChange: (added: { id: string; peaks: Uint8Array }[], keep: string[]) => void;
}

/** Interval between two attempts; what is missing in the store is asked for again as seldom. */
const againMs = 30_000;

export class ReferencePeaks {
  readonly #options: ReferencePeaksOptions;
  /** Peaks in shared memory, so that both threads have them once. Undefined: not there (yet). */
  readonly #known = new Map<string, Uint8Array | undefined>();
  #wanted = new Set<string>();
  #isFetching = false;
  #stopped = new AbortController();

  constructor(options: ReferencePeaksOptions) {
    this.#options = options;
  }

  start(): () => void {
    this.#stopped = new AbortController();
    return () => this.#stopped.abort();
  }

  /** All that are known. */
  all(): { id: string; peaks: Uint8Array }[] {
    return [...this.#known].flatMap(([id, peaks]) => (peaks === undefined ? [] : [{ id, peaks }]));
  }

  /** Makes these the references that are kept, the most important first; fetches what is missing. */
  want(ids: Iterable<string>): void {
    this.#wanted = new Set([...new Set(ids)].slice(0, maxReferences.all));
    for (const id of this.#known.keys()) if (!this.#wanted.has(id)) this.#known.delete(id);
    if (!this.#isFetching) void this.#fetchMissing();
  }

  async #fetchMissing(): Promise<void> {
    this.#isFetching = true;
    try {
      const { signal } = this.#stopped;
      while (!signal.aborted) {
        const missing = [...this.#wanted].filter((id) => this.#known.get(id) === undefined);
        const isComplete = await this.#fetch(missing);
        if (isComplete && [...this.#wanted].every((id) => this.#known.has(id))) return;
        await sleep(againMs, undefined, { signal }).catch(() => {});
      }
    } finally {
      this.#isFetching = false;
    }
  }

  /** Returns false where a request failed. All that came is passed on together: each change costs the index work. */
  async #fetch(missing: readonly string[]): Promise<boolean> {
    const added: { id: string; peaks: Uint8Array }[] = [];
    let isComplete = true;
    for (let first = 0; first < missing.length && isComplete; first += maxPeaksAtOnce) {
      const ids = missing.slice(first, first + maxPeaksAtOnce);
      const found = await this.#request(ids);
      isComplete = found !== undefined;
      for (const id of found === undefined ? [] : ids) {
        const peaks = toShared(found?.get(id));
        if (!this.#wanted.has(id)) continue;
        this.#known.set(id, peaks);
        if (peaks !== undefined) added.push({ id, peaks });
      }
    }
    this.#options.onChange(added, [...this.#wanted]);
    return isComplete;
  }

  async #request(ids: readonly string[]): Promise<Map<string, Uint8Array> | undefined> {
    const path = peaksRequest(agentPaths.references, ids);
    try {
      const response = await sendSigned(this.#options, path, { signal: this.#stopped.signal });
      return decodePeakList(new Uint8Array(await response.arrayBuffer()));
    } catch (error) {
      if (!this.#stopped.signal.aborted) log("peaks-not-fetched", { reason: String(error) }, "warn");
      return undefined;
    }
  }
}

function toShared(peaks: Uint8Array | undefined): Uint8Array | undefined {
  if (peaks === undefined) return undefined;
  const shared = new Uint8Array(new SharedArrayBuffer(peaks.length));
  shared.set(peaks);
  return shared;
}
