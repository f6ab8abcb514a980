/** The agent's end of the control socket: facts and snapshots out; routes, cuts and verdicts in. */
import { ulid } from "ulidx";
import {
  type AgentMessage,
  agentPaths,
  closeCodes,
  type EncoderReport,
  type Fact,
  GatewayMessage,
} from "#app/domains/air/media/contract/control.ts";
import { type FetchRequest, type FetchResult, fetchOffer } from "#app/domains/air/media/contract/fetch.ts";
import { type EarProbed, earOffer, type StreamReferences } from "#app/domains/air/media/contract/heard.ts";
import type { Verdict } from "../authorizer.ts";
import { log } from "../log.ts";
import type { ServerClock } from "../server-clock.ts";
import { Questions } from "./questions.ts";
import { SignedSocket } from "./signed-socket.ts";

export interface Route {
  mount: string;
  stream: string;
  /** A path below /ingest/audio; null: the stream is sent nowhere. */
  room: string | null;
}

export interface ControlOptions {
  origin: string;
  agentKey: string;
  clock: ServerClock;
  snapshot: () => EncoderReport[];
  onRoute: (route: Route) => void;
  onCut: (mount: string) => void;
  onListeners: (mount: string, count: number) => void;
  /** Makes a request to another service; never rejects. */
  onFetch: (request: FetchRequest) => Promise<FetchResult>;
  /** Called with the references that may be heard on a stream. */
  onReferences: (references: StreamReferences) => void;
  /** Whether the ear works; never rejects. */
  onProbe: (id: string) => Promise<EarProbed>;
  /** A newer agent has taken over. */
  onFenced: () => void;
}

/** Levels of all mounts within this time are sent together: two hundred mounts make four hundred levels a second. */
const levelsTogetherMs = 50;
/** Snapshots are acknowledged and sent every 5 s: after this long without a message the connection is dead. */
const silenceMs = 12_000;

export class Control {
  readonly #options: ControlOptions;
  readonly #socket: SignedSocket;
  readonly #questions = new Questions();
  /** The number of this start of the agent. */
  readonly #start = ulid();
  /** Undefined while disconnected. */
  #fence: number | undefined;
  #seq = 0;
  #lastHeardAt = 0;
  #sentHelloAt = 0;
  #waiting: Fact[] = [];
  #levelTimer: NodeJS.Timeout | undefined;
  /** Times of sending by sequence number, until it is acknowledged. */
  readonly #sentAt = new Map<number, number>();

  constructor(options: ControlOptions) {
    this.#options = options;
    this.#socket = new SignedSocket({
      name: "control",
      origin: options.origin,
      pathAndQuery: agentPaths.control,
      agentKey: options.agentKey,
      clock: options.clock,
      onOpen: () => this.#greet(),
      onText: (text) => this.#receive(text),
      onClose: (code) => this.#closed(code),
    });
  }

  start(): () => void {
    const { clock } = this.#options;
    const stopSocket = this.#socket.start();
    const watchdog = setInterval(() => {
      if (this.#socket.isOpen() && clock.local() - this.#lastHeardAt > silenceMs) this.#socket.reconnect();
    }, 1_000);
    return () => {
      clearInterval(watchdog);
      clearTimeout(this.#levelTimer);
      this.#questions.giveUp();
      stopSocket();
    };
  }

  isConnected(): boolean {
    return this.#fence !== undefined;
  }

  /** Sent now (levels within a moment), or dropped while disconnected: the next snapshot contains everything. */
  report(fact: Fact): void {
    this.#waiting.push(fact);
    if (fact.type !== "level") this.#sendFacts();
    else this.#levelTimer ??= setTimeout(() => this.#sendFacts(), levelsTogetherMs);
  }

  sendSnapshot(): void {
    const fence = this.#fence;
    if (fence === undefined) return;
    this.#sendFacts();
    this.#send({
      type: "snapshot",
      fence,
      seq: this.#nextSeq(),
      at: Math.round(this.#options.clock.now()),
      mounts: this.#options.snapshot(),
    });
  }

  authorize(mount: string, password: string): Promise<Verdict> {
    const { question, verdict } = this.#questions.ask(mount, password);
    if (this.isConnected()) this.#send({ type: "authorize", ...question });
    return verdict;
  }

  #greet(): void {
    const { clock } = this.#options;
    this.#sentHelloAt = this.#lastHeardAt = clock.local();
    const offers = [fetchOffer, earOffer];
    this.#send({ type: "hello", start: this.#start, at: Math.round(clock.now()), offers });
  }

  #closed(code: number): boolean {
    if (this.isConnected()) log("control-closed", { code }, "warn");
    this.#fence = undefined;
    this.#sentAt.clear();
    if (code === closeCodes.fenced) {
      this.#options.onFenced();
      return false;
    }
    if (code === closeCodes.unauthorized)
      log("key-not-accepted", { hint: "Does CUE_AGENT_KEY match the Worker's?" }, "error");
    return true;
  }

  #send(message: AgentMessage): void {
    this.#socket.send(JSON.stringify(message));
  }

  #nextSeq(): number {
    this.#seq++;
    this.#sentAt.set(this.#seq, this.#options.clock.local());
    return this.#seq;
  }

  #sendFacts(): void {
    clearTimeout(this.#levelTimer);
    this.#levelTimer = undefined;
    const facts = this.#waiting;
    this.#waiting = [];
    const fence = this.#fence;
    if (fence !== undefined && facts.length > 0)
      this.#send({ type: "facts", fence, seq: this.#nextSeq(), facts });
  }

  #receive(text: string): void {
    const message = parse(text);
    if (message === undefined) return log("control-message-not-understood", {}, "warn");
    this.#lastHeardAt = this.#options.clock.local();
    switch (message.type) {
      case "welcome":
        return this.#welcomed(message.fence, message.now);
      case "ack":
        return this.#acknowledged(message.seq, message.now);
      case "authorized":
        return this.#questions.settle(message.id, message.isAllowed ? "allowed" : "refused");
      case "route":
        return this.#options.onRoute(message);
      case "cut":
        return this.#options.onCut(message.mount);
      case "listeners":
        return this.#options.onListeners(message.mount, message.count);
      case "fetch":
        return void this.#options.onFetch(message).then((result) => this.#send(result));
      case "references":
        return this.#options.onReferences(message);
      case "probe":
        return void this.#options.onProbe(message.id).then((answer) => this.#send(answer));
    }
  }

  #welcomed(fence: number, serverNow: number): void {
    this.#fence = fence;
    this.#options.clock.learn(serverNow, this.#sentHelloAt);
    log("control-connected", { fence });
    this.sendSnapshot();
    for (const question of this.#questions.all()) this.#send({ type: "authorize", ...question });
  }

  /** An acknowledgement covers everything before it. */
  #acknowledged(seq: number, serverNow: number): void {
    const at = this.#sentAt.get(seq);
    if (at !== undefined) this.#options.clock.learn(serverNow, at);
    for (const number of this.#sentAt.keys()) if (number <= seq) this.#sentAt.delete(number);
  }
}

function parse(text: string): GatewayMessage | undefined {
  try {
    return GatewayMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
