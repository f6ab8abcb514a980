/** All engines, and the order in which they are tried. */
import { isPacketEngine, type PlayerEngine, playerEngines } from "../engine-names.ts";
import { noteFall } from "../falls.ts";
import { forcedEngine } from "../forced-engine.ts";
import { describePlatform } from "../sound-output.ts";
import { ElementEngine } from "./element-engine.ts";
import type { Engine, EngineEvent, EngineHost } from "./engine.ts";
import { canStream, MseEngine } from "./mse-engine.ts";
import { canDecode, PacketEngine } from "./packet-engine.ts";

/** An engine that has not played for this long, although there is sound, is replaced by the next. */
const startMs = 4_000;
const watchEveryMs = 250;

export type LadderEvent = EngineEvent & { engine: PlayerEngine };

/** The engines for one kind of sound, in the order in which they are tried. */
export interface LadderPlan<Kind extends Engine> {
  rungs: readonly PlayerEngine[];
  /** Null where this browser does not have it. */
  make: (name: PlayerEngine, host: EngineHost) => Kind | null;
}

/** Returns the plan for the sound of rooms. */
export const livePlan = (): LadderPlan<Engine> => ({ rungs: rungsHere(), make: makeEngine });

/** Tries the engines in turn until one plays; then keeps it. */
export class Ladder<Kind extends Engine = Engine> {
  readonly #host: EngineHost;
  readonly #plan: LadderPlan<Kind>;
  readonly #onEvent: (event: LadderEvent) => void;
  #rung = -1;
  #engine: Kind | null = null;
  #hasSounded = false;
  #flowingMs = 0;
  #watch: ReturnType<typeof setInterval> | undefined;
  #url: string | null = null;

  constructor(
    host: Omit<EngineHost, "onEvent">,
    plan: LadderPlan<Kind>,
    onEvent: (event: LadderEvent) => void,
  ) {
    this.#host = { ...host, onEvent: (event) => this.#onEngine(event) };
    this.#plan = plan;
    this.#onEvent = onEvent;
  }

  get engine(): Kind | null {
    return this.#engine;
  }

  start(): void {
    this.#watch = setInterval(() => this.#onWatch(), watchEveryMs);
    this.#climb("");
  }

  async stop(): Promise<void> {
    clearInterval(this.#watch);
    const engine = this.#engine;
    this.#rung = this.#plan.rungs.length;
    await engine?.stop();
  }

  setGain(gain: number): void {
    this.#host.gain = gain;
    this.#engine?.setGain(gain);
  }

  #climb(reason: string): void {
    void this.#engine?.stop();
    this.#engine = null;
    this.#flowingMs = 0;
    this.#rung += 1;
    const { rungs, make } = this.#plan;
    const name = rungs[this.#rung];
    if (name === undefined) {
      clearInterval(this.#watch);
      this.#onEvent({ type: "failed", reason, engine: rungs.at(-1) ?? "element" });
      return;
    }
    const engine = make(name, this.#host);
    if (engine === null) {
      const missing = `${name} is not available here`;
      noteFall(name, missing);
      this.#climb(missing);
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
    if (event.type === "failed") noteFall(engine, event.reason);
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
    if (this.#host.sound.isFlowing()) this.#flowingMs += watchEveryMs;
    else this.#flowingMs = 0;
    if (this.#flowingMs < startMs) return;
    const silent = `nothing was heard for ${startMs} ms`;
    if (this.#engine !== null) noteFall(this.#engine.name, silent);
    this.#climb(silent);
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
