import type { GatewayMessage } from "#app/domains/air/media/contract/control.ts";
import type { SoundPath } from "../contract.ts";
import { type AgentConnection, send } from "./agent-messages.ts";
import type { GatewayCore } from "./core.ts";

const maxRememberedCounts = 5_000;

/** The connection of the present agent, and what it is told. */
export class AgentLine {
  readonly #core: GatewayCore;
  readonly #connections: () => Iterable<AgentConnection>;
  /** The numbers of listeners last sent to the agent, by mount. */
  readonly #counts = new Map<string, string>();

  /** `connections`: every open connection of an agent, also of one that has been replaced. */
  constructor(core: GatewayCore, connections: () => Iterable<AgentConnection>) {
    this.#core = core;
    this.#connections = connections;
  }

  get isOpen(): boolean {
    return this.#present() !== undefined;
  }

  /** Whether the present agent does this; one of an earlier version offers nothing. */
  offers(offer: string): boolean {
    return this.#present()?.state?.offers?.includes(offer) ?? false;
  }

  /** False where no agent is connected. */
  send(message: GatewayMessage): boolean {
    const agent = this.#present();
    if (agent !== undefined) send(agent, message);
    return agent !== undefined;
  }

  /** Tells the agent where to send the sound of a stream; null: nowhere, it is only measured. */
  route(stream: string, room: SoundPath | null): void {
    const { ledger, agents } = this.#core;
    for (const { mount, encoder, routed } of ledger.mountsOf(stream)) {
      const route = `${agents.fence()} ${encoder.connection} ${room}`;
      if (encoder.state === "down" || routed === route) continue;
      if (this.send({ type: "route", mount, stream, room })) ledger.setRouted(mount, route);
    }
  }

  /** The number of listeners of a source, whenever its room reports another number. */
  count(stream: string, count: number): void {
    const { ledger, agents } = this.#core;
    for (const { mount, encoder } of ledger.mountsOf(stream)) {
      // An agent that has started since has received nothing.
      const news = `${agents.fence()} ${encoder.connection} ${count}`;
      if (encoder.state !== "up" || this.#counts.get(mount) === news) continue;
      if (!this.send({ type: "listeners", mount, count })) continue;
      // A removed number is sent once more.
      if (this.#counts.size >= maxRememberedCounts) this.#counts.clear();
      this.#counts.set(mount, news);
    }
  }

  #present(): AgentConnection | undefined {
    const fence = this.#core.agents.fence();
    return [...this.#connections()].find(({ state }) => state?.fence === fence);
  }
}
