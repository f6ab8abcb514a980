import type { GatewayMessage } from "#app/domains/media/contract/control.ts";
import type { Ledger } from "./ledger.ts";

const maxRemembered = 5_000;

/** Tells the agent how many listeners each source has, whenever its room reports another number. */
export class ListenerCounts {
  readonly #ledger: Ledger;
  readonly #tellAgent: (message: GatewayMessage) => boolean;
  /** The numbers that the agent was last sent, by mount. */
  readonly #told = new Map<string, string>();

  constructor(ledger: Ledger, tellAgent: (message: GatewayMessage) => boolean) {
    this.#ledger = ledger;
    this.#tellAgent = tellAgent;
  }

  /** `fence`: of the agent that is told; one that has started since knows nothing. */
  tell(stream: string, count: number, fence: number): void {
    for (const { mount, encoder } of this.#ledger.mountsOf(stream)) {
      const news = `${fence} ${encoder.connection} ${count}`;
      if (encoder.state !== "up" || this.#told.get(mount) === news) continue;
      if (!this.#tellAgent({ type: "listeners", mount, count })) continue;
      // A forgotten number is sent once more.
      if (this.#told.size >= maxRemembered) this.#told.clear();
      this.#told.set(mount, news);
    }
  }
}
