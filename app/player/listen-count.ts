import { recordListenCall } from "#app/domains/air/stages/calls/listens.ts";
import { minHeardMs } from "#app/domains/air/stages/contract/stages.ts";
import { callApi } from "../api-client.ts";
import type { RoomSource } from "./contract.ts";

/**
 * A listener who heard too little the first time may hear enough later; one counted on another day is not tried again.
 */
const maxTries = 3;

/**
 * Reports for each performance that this listener hears it, once that is long enough to count. The server asks the
 * room, and counts each person once.
 */
export class ListenCount {
  readonly #tries = new Map<string, number>();
  readonly #waiting = new Set<string>();

  /** The sound of this source is being heard. */
  heard(source: RoomSource): void {
    const { kind, id, onAir } = source;
    const performance = `${kind}/${id}/${onAir.currentSet?.id ?? onAir.startTime}`;
    const tries = this.#tries.get(performance) ?? 0;
    if (!onAir.online || tries === maxTries || this.#waiting.has(performance)) return;
    this.#waiting.add(performance);
    setTimeout(() => void this.#say(source, performance, tries), minHeardMs);
  }

  async #say(source: RoomSource, performance: string, tries: number): Promise<void> {
    this.#tries.set(performance, (await isCounted(source)) ? maxTries : tries + 1);
    this.#waiting.delete(performance);
  }
}

/** The listener is not notified when they could not be counted. */
async function isCounted({ kind, id, onAir }: RoomSource): Promise<boolean> {
  const set = onAir.currentSet?.id ?? null;
  const body = kind === "stage" ? { room: id, set } : { dj: id, set };
  const answer = await callApi(recordListenCall, body).catch(() => null);
  return answer?.counted === true;
}

/** One for this page, whatever is played on it. */
export const listens = new ListenCount();
