/** Builds what operations work with from the Worker's bindings. */
import { ulid } from "ulidx";
import type { AppContext, Config, LiveEntry, LobbyPort, Log, Media, Room, Viewer } from "#app/context.ts";
import { openDb } from "#db/client.ts";
import { insertMail } from "#db/queries/mails.ts";
import * as stubs from "#durable-objects/stubs.ts";
import { sendMails } from "./jobs/send-mails.ts";
import { createLog } from "./log.ts";
import { isLocal } from "./session.ts";

/**
 * `waitUntil` keeps work alive after the answer (mail on its way). Tests and jobs that have no request pass a
 * request to the instance's own origin.
 */
export function createAppContext(
  request: Request,
  env: Env,
  viewer: Viewer | null,
  options: { requestId?: string; waitUntil?: (work: Promise<unknown>) => void } = {},
): AppContext {
  const db = openDb(env.DB);
  const log = createLog({ requestId: options.requestId });
  const clock = { now: () => Date.now() };
  const ids = { next: () => ulid() };
  return {
    db,
    viewer,
    clock,
    ids,
    log,
    config: readConfig(env),
    clientKey: clientKey(request.headers.get("cf-connecting-ip")),
    rooms: {
      stage: (stageId) => stubs.stageRoom(env, stageId) as unknown as Room,
      profile: (userId) => stubs.profileRoom(env, userId) as unknown as Room,
    },
    lobby: stubs.lobby(env) as unknown as LobbyPort,
    media: stubs.mediaGateway(env) as unknown as Media,
    limits: {
      take: (key, limit) => limiterOf(env, key).take(key, limit),
      once: (key, forMs) => limiterOf(env, key).once(key, forMs),
    },
    mail: {
      async send(mail) {
        await insertMail(db, { id: ids.next(), at: clock.now(), ...mail });
        options.waitUntil?.(sendMails(env));
      },
    },
  };
}

function limiterOf(env: Env, key: string): AppContext["limits"] {
  return stubs.limiter(env, key) as unknown as AppContext["limits"];
}

export function readConfig(env: Env): Config {
  return {
    isLocal: isLocal(env),
    origin: env.CUE_ORIGIN.replace(/\/+$/, ""),
    ingestHost: env.CUE_INGEST_HOST,
    ingestPort: Number(env.CUE_INGEST_PORT),
    version: env.CUE_VERSION ?? "0.1.0",
  };
}

/**
 * One counter per IPv4 address and per IPv6 /64: a household or a server gets one, not 2^64. Locally there is no
 * edge in front, so everybody counts as one client.
 */
export function clientKey(address: string | null): string {
  if (address === null || address === "") return "local";
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = address.toLowerCase().split("::", 2);
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => "0"), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

export type { LiveEntry, Log };
