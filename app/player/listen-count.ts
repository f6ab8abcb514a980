import { callApi } from "../api-client.ts";
import { ListenView } from "../domains/stages/contract.ts";
import type { PlaySource } from "./contract.ts";

/** Counts this listener for each performance that is heard, once a page; the server counts a person once in all. */
export class ListenCount {
  readonly #counted = new Set<string>();

  /** The sound of this source is at the ear. */
  heard({ kind, id, onAir }: PlaySource): void {
    const set = onAir.currentSet?.id ?? null;
    const performance = `${kind}/${id}/${set ?? onAir.startTime}`;
    if (!onAir.online || this.#counted.has(performance)) return;
    this.#counted.add(performance);
    const body = kind === "stage" ? { room: id, set } : { dj: id, set };
    // Whoever listens must not be told that they could not be counted; the next sound tries again.
    callApi("/api/plays/count", { answer: ListenView, body }).catch(() => this.#counted.delete(performance));
  }
}
