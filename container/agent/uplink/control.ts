/** The agent's end of the control socket: facts and snapshots out; routes, cuts and verdicts in. */
import { ulid } from "ulidx";
import {
  type AgentMessage,
  agentPaths,
  closeCodes,
  type EncoderReport,
  type Fact,
  GatewayMessage,
} from "#app/domains/media/contract/control.ts";
import type { Verdict } from "../authorizer.ts";
import { log } from "../log.ts";
import type { ServerClock } from "../server-clock.ts";
import { openSignedSocket } from "./signed-socket.ts";

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
  /** A newer agent has taken over. */
  onFenced: () => void;
}

export interface Control {
  isConnected: () => boolean;
  /** Sent now (levels within a moment), or dropped while disconnected: the next snapshot contains everything. */
  report: (fact: Fact) => void;
  sendSnapshot: () => void;
  authorize: (mount: string, password: string) => Promise<Verdict>;
  stop: () => void;
}

const authorizeWithinMs = 5_000;
/** Levels of all mounts within this time are sent together: two hundred mounts make four hundred levels a second. */
const levelsTogetherMs = 50;
/** Snapshots are acknowledged and sent every 5 s: after this long without a message the connection is dead. */
const silenceMs = 12_000;

export function startControl(options: ControlOptions): Control {
  const { clock } = options;
  const start = ulid();
  let fence: number | undefined;
  let seq = 0;
  let lastHeardAt = 0;
  let sentHelloAt = 0;
  let waiting: Fact[] = [];
  let levelTimer: NodeJS.Timeout | undefined;
  const sentAt = new Map<number, number>();
  const questions = new Map<
    string,
    { mount: string; password: string; settle: (verdict: Verdict) => void }
  >();

  const socket = openSignedSocket({
    name: "control",
    origin: options.origin,
    pathAndQuery: agentPaths.control,
    agentKey: options.agentKey,
    clock,
    onOpen() {
      sentHelloAt = lastHeardAt = clock.local();
      send({ type: "hello", start, at: Math.round(clock.now()) });
    },
    onText: receive,
    onClose(code) {
      if (fence !== undefined) log("control-closed", { code }, "warn");
      fence = undefined;
      sentAt.clear();
      if (code === closeCodes.fenced) {
        options.onFenced();
        return false;
      }
      if (code === closeCodes.unauthorized)
        log("key-not-accepted", { hint: "Does CUE_AGENT_KEY match the Worker's?" }, "error");
      return true;
    },
  });

  const watchdog = setInterval(() => {
    if (socket.isOpen() && clock.local() - lastHeardAt > silenceMs) socket.reconnect();
  }, 1_000);

  function send(message: AgentMessage): void {
    socket.send(JSON.stringify(message));
  }

  function nextSeq(): number {
    seq++;
    sentAt.set(seq, clock.local());
    return seq;
  }

  function sendFacts(): void {
    clearTimeout(levelTimer);
    levelTimer = undefined;
    const facts = waiting;
    waiting = [];
    if (fence !== undefined && facts.length > 0) send({ type: "facts", fence, seq: nextSeq(), facts });
  }

  function sendSnapshot(): void {
    if (fence === undefined) return;
    sendFacts();
    send({
      type: "snapshot",
      fence,
      seq: nextSeq(),
      at: Math.round(clock.now()),
      mounts: options.snapshot(),
    });
  }

  function receive(text: string): void {
    const message = parse(text);
    if (message === undefined) return log("control-message-not-understood", {}, "warn");
    lastHeardAt = clock.local();
    switch (message.type) {
      case "welcome":
        fence = message.fence;
        clock.learn(message.now, sentHelloAt);
        log("control-connected", { fence });
        sendSnapshot();
        for (const [id, { mount, password }] of questions) send({ type: "authorize", id, mount, password });
        return;
      case "ack": {
        const at = sentAt.get(message.seq);
        if (at !== undefined) clock.learn(message.now, at);
        // An acknowledgement covers everything before it.
        for (const number of sentAt.keys()) if (number <= message.seq) sentAt.delete(number);
        return;
      }
      case "authorized":
        return questions.get(message.id)?.settle(message.isAllowed ? "allowed" : "refused");
      case "route":
        return options.onRoute(message);
      case "cut":
        return options.onCut(message.mount);
      case "listeners":
        return options.onListeners(message.mount, message.count);
    }
  }

  return {
    isConnected: () => fence !== undefined,
    report(fact) {
      waiting.push(fact);
      if (fact.type !== "level") sendFacts();
      else levelTimer ??= setTimeout(sendFacts, levelsTogetherMs);
    },
    sendSnapshot,
    authorize(mount, password) {
      const id = ulid();
      return new Promise((resolve) => {
        const settle = (verdict: Verdict) => {
          clearTimeout(timer);
          questions.delete(id);
          resolve(verdict);
        };
        const timer = setTimeout(() => settle("unavailable"), authorizeWithinMs);
        questions.set(id, { mount, password, settle });
        if (fence !== undefined) send({ type: "authorize", id, mount, password });
      });
    },
    stop() {
      clearInterval(watchdog);
      clearTimeout(levelTimer);
      for (const { settle } of questions.values()) settle("unavailable");
      socket.stop();
    },
  };
}

function parse(text: string): GatewayMessage | undefined {
  try {
    return GatewayMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
