/** Builds what operations work with from the Worker's bindings. */
import { createHmac } from "node:crypto";
import { ulid } from "ulidx";
import type { AppContext, Config, Limits, Viewer } from "#app/context.ts";
import { openDb } from "#db/client.ts";
import { insertMail } from "#db/queries/mails.ts";
import * as stubs from "#durable-objects/stubs.ts";
import { createCaptcha } from "./captcha.ts";
import { readMailLine, sendMails } from "./jobs/send-mails.ts";
import { createLog } from "./log.ts";
import { createPictures } from "./pictures.ts";
import { isLocal } from "./session.ts";
import { createVault } from "./vault.ts";

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
  // Without it captchas could be forged and addresses read back from their hashes.
  if (!env.CUE_SECRET) throw new Error("CUE_SECRET is not set");
  const db = openDb(env.DB);
  const log = createLog({ requestId: options.requestId });
  const address = request.headers.get("cf-connecting-ip");
  const clock = { now: () => Date.now() };
  const ids = { next: () => ulid() };
  const limits = createLimits(env);
  return {
    db,
    viewer,
    clock,
    ids,
    log,
    config: readConfig(env),
    clientKey: hashClient(env.CUE_SECRET, address),
    country: countryOf(request),
    clientShare: address === null && isLocal(env) ? localClients : 1,
    rooms: {
      stage: (stageId) => stubs.stageRoom(env, stageId),
      profile: (userId) => stubs.profileRoom(env, userId),
    },
    lobby: stubs.lobby(env),
    inboxes: { of: (userId) => stubs.inbox(env, userId) },
    pictures: createPictures(env, { db, clock }),
    afterAnswer(name, work) {
      const done = Promise.resolve()
        .then(work)
        .catch((error: unknown) => log.error("after-answer-failed", { work: name, reason: String(error) }));
      options.waitUntil?.(done);
    },
    vault: createVault(env.CUE_SECRET),
    media: stubs.mediaGateway(env),
    limits,
    captcha: createCaptcha(env.CUE_SECRET, { limits, clock, log }),
    mail: {
      async send(mail) {
        await insertMail(db, { id: ids.next(), at: clock.now(), ...mail });
        options.waitUntil?.(sendMails(env));
      },
      line: () => readMailLine(env),
    },
  };
}

function createLimits(env: Env): Limits {
  return {
    take: (key, limit) => stubs.limiter(env, key).take(key, limit),
    once: (key, forMs) => stubs.limiter(env, key).once(key, forMs),
    giveBack: (key) => stubs.limiter(env, key).giveBack(key),
  };
}

/** Without an edge every browser and program on the machine has the same key: room for a class of them. */
const localClients = 50;

function readConfig(env: Env): Config {
  return {
    isLocal: isLocal(env),
    origin: env.CUE_ORIGIN.replace(/\/+$/, ""),
    ingestHost: env.CUE_INGEST_HOST,
    ingestPort: Number(env.CUE_INGEST_PORT),
    version: env.CUE_VERSION ?? "0.1.0",
    stores: { apple: env.CUE_APPLE_STORE || null, google: env.CUE_GOOGLE_STORE || null },
    links: {
      forum: webAddress(env.CUE_FORUM),
      community: webAddress(env.CUE_COMMUNITY),
      feed: webAddress(env.CUE_SOCIAL_FEED),
      mixes: webAddress(env.CUE_MIXES),
    },
    specialStage:
      env.CUE_SPECIAL_STAGE && env.CUE_SPECIAL_STAGE_TEXT
        ? { stage: env.CUE_SPECIAL_STAGE, text: env.CUE_SPECIAL_STAGE_TEXT }
        : null,
    contact: env.CUE_CONTACT || null,
  };
}

/** A setting that pages link to: a web address and nothing else that a link could be. */
function webAddress(setting: string | undefined): string | null {
  return setting && /^https?:$/.test(URL.parse(setting)?.protocol ?? "") ? setting : null;
}

/** What the edge knows of the place; locally it knows nothing, and some networks are in no country ("XX", "T1"). */
function countryOf(request: Request): string | null {
  const country: unknown = request.cf?.country;
  return typeof country === "string" && /^[A-Z]{2}$/.test(country) && country !== "XX" ? country : null;
}

/** A keyed hash: counters and listens are told apart by where they come from, and no address is stored. */
function hashClient(secret: string, address: string | null): string {
  return createHmac("sha256", `client:${secret}`)
    .update(clientNetwork(address))
    .digest("base64url")
    .slice(0, 22);
}

/**
 * One counter per IPv4 address and per IPv6 /64: a household or a server gets one, not 2^64. Locally there is no
 * edge in front, so everybody counts as one client.
 */
export function clientNetwork(address: string | null): string {
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
