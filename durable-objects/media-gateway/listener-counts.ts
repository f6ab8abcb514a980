import type { GatewayMessage } from "#app/domains/media/contract/control.ts";
import type { Ledger } from "./ledger.ts";

const maxRemembered = 5_000;

/** Sends the agent the number of listeners of each source, whenever its room reports another number. */
export class ListenerCounts {
  readonly #ledger: Ledger;
  readonly #tellAgent: (message: GatewayMessage) => boolean;
  /** The numbers last sent to the agent, by mount. */
  readonly #told = new Map<string, string>();

  constructor(ledger: Ledger, tellAgent: (message: GatewayMessage) => boolean) {
    this.#ledger = ledger;
    this.#tellAgent = tellAgent;
  }

  /** `fence`: of the agent that is notified; one that has started since has received nothing. */
  tell(stream: string, count: number, fence: number): void {
    for (const { mount, encoder } of this.#ledger.mountsOf(stream)) {
      const news = `${fence} ${encoder.connection} ${count}`;
      if (encoder.state !== "up" || this.#told.get(mount) === news) continue;
      if (!this.#tellAgent({ type: "listeners", mount, count })) continue;
      // A removed number is sent once more.
      if (this.#told.size >= maxRemembered) this.#told.clear();
      this.#told.set(mount, news);
    }
  }
}
