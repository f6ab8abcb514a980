/** An agent, and the broadcasters whose encoders it reports, for the gateway's tests. */
import { env } from "cloudflare:test";
import {
  type AgentMessage,
  type EncoderReport,
  type Fact,
  GatewayMessage,
} from "#app/domains/air/media/contract/control.ts";
import type { Quality } from "#app/domains/air/media/contract/quality.ts";
import { agentHeader } from "#durable-objects/contract.ts";
import { openSocket } from "./socket.ts";

type Message<Type extends GatewayMessage["type"]> = Extract<GatewayMessage, { type: Type }>;
type Unsent<T> = T extends unknown ? Omit<T, "mount" | "connection" | "at"> : never;

export async function connectAgent(stub: { fetch(request: Request): Promise<Response> }, start: string) {
  const socket = await openSocket(
    stub,
    "/ingest/control",
    { headers: { [agentHeader]: "control" } },
    GatewayMessage,
  );
  const heard: GatewayMessage[] = [];
  const send = (message: AgentMessage) => socket.send(message);
  let fence = 0;
  let seq = 0;

  /** Returns the next message of this type; earlier messages are kept in `heard`. */
  async function next<Type extends GatewayMessage["type"]>(type: Type): Promise<Message<Type>> {
    for (;;) {
      const message = await socket.next();
      if (message.type === type) return message as Message<Type>;
      heard.push(message);
    }
  }

  async function acked(): Promise<void> {
    const sent = seq;
    while ((await next("ack")).seq !== sent);
  }

  return {
    closed: socket.closed,
    heard,
    next,
    send,
    async hello(at = Date.now(), offers?: string[]): Promise<number> {
      send({ type: "hello", start, at, ...(offers && { offers }) });
      fence = (await next("welcome")).fence;
      return fence;
    },
    /** Resolves when the gateway has stored them. */
    async facts(...facts: Fact[]): Promise<void> {
      send({ type: "facts", fence, seq: ++seq, facts });
      await acked();
    },
    async snapshot(mounts: EncoderReport[], at = Date.now()): Promise<void> {
      send({ type: "snapshot", fence, seq: ++seq, at, mounts });
      await acked();
    },
    async isAdmitted(mount: string, password: string): Promise<boolean> {
      const id = crypto.randomUUID();
      send({ type: "authorize", id, mount, password });
      return (await next("authorized")).isAllowed;
    },
  };
}

/** Returns a fact about one connection of an encoder. */
export function encoderOn(mount: string, connection = "c1") {
  return (fact: Unsent<Exclude<Fact, { type: "refused" }>>, at = Date.now()): Fact =>
    ({ mount, connection, at, ...fact }) as Fact;
}

export function encoderReport(mount: string, fields: Partial<EncoderReport> = {}): EncoderReport {
  return {
    mount,
    connection: "c1",
    connectedAt: Date.now(),
    firstAudioAt: null,
    codec: null,
    title: null,
    level: null,
    silentSince: null,
    ...fields,
  };
}

/** The measurements of an encoder without faults. */
export const healthy: Quality = {
  sampleRate: 44_100,
  channels: 2,
  quietMs: 0,
  isClipping: false,
  monoMs: 0,
  leftOnlyMs: 0,
  rightOnlyMs: 0,
  loopMs: null,
  pace: 1,
  drops: { count: 0, longestMs: 0 },
  delay: { agentMs: 45, networkMs: 12 },
};

export const loud = { rmsDb: -18, peakDb: -3, clippedSamples: 0, bitrate: 320_000 };

/** Creates a user with a credential: mount `<name>-mount`, password `<name>-password`, stream `<name>-stream`. */
export async function createBroadcaster(
  name: string,
  options: { kind?: "performer" | "test"; isPerformer?: boolean; bannedAt?: number; expiresAt?: number } = {},
): Promise<{ mount: string; password: string; stream: string }> {
  const { kind = "performer", isPerformer = true, bannedAt = null, expiresAt = null } = options;
  await env.DB.prepare(
    `insert into users (id, username, username_key, email, email_key, password_hash, created_at, is_performer, banned_at)
     values (?1, ?1, ?1, ?1, ?1, '', 0, ?2, ?3)`,
  )
    .bind(name, isPerformer ? 1 : 0, bannedAt)
    .run();
  await createCredential(name, kind, name, expiresAt);
  return { mount: `${name}-mount`, password: `${name}-password`, stream: `${name}-stream` };
}

export async function createCredential(
  name: string,
  kind: "performer" | "test" | "stage",
  ownerId: string,
  expiresAt: number | null = null,
): Promise<void> {
  await env.DB.prepare(
    `insert into ingest_credentials (mount, password, kind, owner_id, stream_id, created_at, expires_at)
     values (?, ?, ?, ?, ?, 0, ?)`,
  )
    .bind(`${name}-mount`, `${name}-password`, kind, ownerId, `${name}-stream`, expiresAt)
    .run();
}
