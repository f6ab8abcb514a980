/** All engines, and the order in which they are tried. */
import { isPacketEngine, type PlayerEngine, playerEngines } from "../contract.ts";
import { forcedEngine } from "../forced-engine.ts";
import { describePlatform } from "../sound-output.ts";
import { ElementEngine } from "./element-engine.ts";
import type { Engine, EngineEvent, EngineHost } from "./engine.ts";
import { canStream, MseEngine } from "./mse-engine.ts";
import { canDecode, PacketEngine } from "./packet-engine.ts";

/** An engine that has not played for this long, although the room is live, is replaced by the next. */
const startMs = 4_000;
const watchEveryMs = 250;

export type LadderEvent = EngineEvent & { engine: PlayerEngine };

/** Tries the engines in turn until one plays; then keeps it. */
export class Ladder {
  readonly #host: EngineHost;
  readonly #rungs: readonly PlayerEngine[];
  readonly #onEvent: (event: LadderEvent) => void;
  #rung = -1;
  #engine: Engine | null = null;
  #hasSounded = false;
  #liveMs = 0;
  #watch: ReturnType<typeof setInterval> | undefined;
  #url: string | null = null;

  constructor(host: Omit<EngineHost, "onEvent">, onEvent: (event: LadderEvent) => void) {
    this.#host = { ...host, onEvent: (event) => this.#onEngine(event) };
    this.#rungs = rungsHere();
    this.#onEvent = onEvent;
  }

  get engine(): Engine | null {
    return this.#engine;
  }

  start(): void {
    this.#watch = setInterval(() => this.#onWatch(), watchEveryMs);
    this.#climb("");
  }

  async stop(): Promise<void> {
    clearInterval(this.#watch);
    const engine = this.#engine;
    this.#rung = this.#rungs.length;
    await engine?.stop();
  }

  setGain(gain: number): void {
    this.#host.gain = gain;
    this.#engine?.setGain(gain);
  }

  #climb(reason: string): void {
    void this.#engine?.stop();
    this.#engine = null;
    this.#liveMs = 0;
    this.#rung += 1;
    const name = this.#rungs[this.#rung];
    if (name === undefined) {
      clearInterval(this.#watch);
      this.#onEvent({ type: "failed", reason, engine: this.#rungs.at(-1) ?? "element" });
      return;
    }
    const engine = makeEngine(name, this.#host);
    if (engine === null) {
      this.#climb(`${name} is not available here`);
      return;
    }
    this.#engine = engine;
    this.#url = this.#host.url();
    engine.start();
  }

  #onEngine(event: EngineEvent): void {
    const engine = this.#engine?.name;
    if (engine === undefined) return;
    if (event.type === "sounding") this.#hasSounded = true;
    if (event.type === "failed" && !this.#hasSounded) this.#climb(event.reason);
    else this.#onEvent({ ...event, engine });
  }

  #onWatch(): void {
    if (this.#hasSounded) {
      // Another performance is another progressive stream; packets come on the same socket, without a gap.
      const url = this.#host.url();
      if (this.#engine?.isProgressive && url !== null && url !== this.#url) {
        this.#rung -= 1;
        this.#climb("");
      }
      return;
    }
    // While the source or the network is down no engine could play anything.
    const { state, connection } = this.#host.room.getView();
    if (state.status !== "live" || connection !== "open") this.#liveMs = 0;
    else this.#liveMs += watchEveryMs;
    if (this.#liveMs >= startMs) this.#climb(`nothing was heard for ${startMs} ms`);
  }
}

function rungsHere(): readonly PlayerEngine[] {
  const forced = forcedEngine();
  if (forced !== null) return [forced];
  // With a locked screen iOS stops everything except an element.
  return describePlatform().isMobileApple
    ? ["element", ...playerEngines.filter(isPacketEngine)]
    : playerEngines;
}

function makeEngine(name: PlayerEngine, host: EngineHost): Engine | null {
  switch (name) {
    case "webcodecs":
    case "wasm":
      return host.context && canDecode(name) ? new PacketEngine(name, host, host.context) : null;
    case "mse":
      return canStream() ? new MseEngine(host) : null;
    case "element":
      return new ElementEngine(host);
  }
}
