/** Builds the `AppContext` of operations from the Worker's bindings. */
import { monotonicFactory } from "ulidx";
import type { AppContext, Config, Limits, LobbyPort, Viewer } from "#app/context.ts";
import { readAnalytics } from "#app/domains/outside/operator/usage/analytics.ts";
import type { UsageMeterPort } from "#app/domains/outside/operator/usage/port.ts";
import { createSigner } from "#app/domains/people/accounts/security/signer.ts";
import { createVault } from "#app/domains/people/accounts/security/vault.ts";
import type { Connect } from "#app/domains/people/integrations/elsewhere.ts";
import { readPushKey } from "#app/domains/people/notifications/push-key.ts";
import { insertMail } from "#app/domains/people/notifications/queries/mails.ts";
import { isCrawler } from "#app/domains/value/stats/crawlers.ts";
import type { Caller } from "#app/domains/value/stats/ports.ts";
import { tokenLimits } from "#app/domains/value/tokens/rules.ts";
import { openDb } from "#db/client.ts";
import { canSendEmail } from "#durable-objects/carry-mail.ts";
import { createColdIndex } from "#durable-objects/cold-index.ts";
import { deliveriesOf } from "#durable-objects/deliveries/deliveries-port.ts";
import { createConnect } from "#durable-objects/elsewhere.ts";
import { createLivePeaks } from "#durable-objects/live-peaks.ts";
import { webPushServices } from "#durable-objects/push-services.ts";
import { createReferencePeaks } from "#durable-objects/reference-peaks.ts";
import { regionOf } from "#durable-objects/regions.ts";
import * as stubs from "#durable-objects/stubs.ts";
import { erased } from "#packages/durable/erase-object.ts";
import { createCaptcha } from "./captcha.ts";
import { addressOf, clientShareOf, hashClient, networkIn, programIn } from "./client-network.ts";
import { readMailLine, sendMails } from "./jobs/send-mails.ts";
import { createKeptAnswers } from "./kept-answers.ts";
import { createLog } from "./log.ts";
import { ownOrigin } from "./own-host.ts";
import { createPictures } from "./pictures.ts";
import { primaryOf } from "./request-database.ts";
import { isLocal } from "./session.ts";
import { createTapes } from "./tapes.ts";

/**
 * `waitUntil` keeps work alive after the response (sending email). Tests and jobs without a request pass a request to
 * the instance's own origin.
 */
export function createAppContext(
  request: Request,
  env: Env,
  viewer: Viewer | null,
  options: { requestId?: string; waitUntil?: (work: Promise<unknown>) => void } = {},
): AppContext {
  // Without the secret, captchas could be forged and addresses recovered from their hashes.
  if (!env.CUE_SECRET) throw new Error("CUE_SECRET is not set");
  const db = openDb(env.DB);
  const log = createLog({ requestId: options.requestId });
  const address = addressOf(request);
  const clock = { now: () => Date.now() };
  const ids = { next: monotonicFactory() };
  const limits = createLimits(env);
  const region = regionOf(request.cf);
  const connect = createConnect(env);
  return {
    db,
    primaryDb: openDb(primaryOf(env.DB).database),
    viewer,
    clock,
    ids,
    log,
    config: readConfig(env),
    clientKey: hashClient(env.CUE_SECRET, address),
    caller: createCaller(request, env, clock),
    answers: createKeptAnswers(env, (work) => options.waitUntil?.(work.catch(() => undefined))),
    country: countryOf(request),
    clientShare: clientShareOf(env, address),
    rooms: {
      stage: (stageId) => stubs.stageRoom(env, stageId, region),
      profile: (userId) => stubs.profileRoom(env, userId, userId === viewer?.id ? region : null),
      erase: (path) => erased(stubs.roomAt(env, path).erase()),
    },
    lobby: createLobby(env, viewer?.id ?? hashClient(env.CUE_SECRET, address)),
    inboxes: {
      of: (userId) => stubs.inbox(env, userId),
      erase: (userId) => erased(stubs.inbox(env, userId).erase()),
    },
    alerts: {
      announce: (said) => stubs.announcementAlerts(env, said.number, "told").announce(said),
      takeBack: (said) => stubs.announcementAlerts(env, said.number, "taken-back").takeBack(said),
    },
    pushServices: webPushServices,
    conversations: { of: (id) => stubs.conversation(env, id) },
    pictures: createPictures(env, { db, clock }),
    tapes: createTapes(env),
    referencePeaks: createReferencePeaks(env),
    livePeaks: createLivePeaks(env),
    coldIndex: createColdIndex(env),
    connect,
    deliveries: { of: (owner) => deliveriesOf(env, owner) },
    afterAnswer(name, work) {
      const done = Promise.resolve()
        .then(work)
        .catch((error: unknown) => log.error("after-answer-failed", { work: name, reason: String(error) }));
      options.waitUntil?.(done);
    },
    wallets: { of: (id) => stubs.wallet(env, id) },
    vault: createVault(env.CUE_SECRET),
    signer: createSigner(env.CUE_SECRET),
    media: stubs.mediaGateway(env),
    limits,
    captcha: createCaptcha(env.CUE_SECRET, { limits, clock, log }),
    mail: {
      async send(mail) {
        if (!canSendEmail(env)) return log.warn("mail-not-configured", { id: mail.id });
        await insertMail(db, { id: ids.next(), at: clock.now(), ...mail });
        options.waitUntil?.(sendMails(env));
      },
      line: () => readMailLine(env),
    },
    meter: env.METER ?? createMeter(connect),
  };
}

function createMeter(connect: Connect): UsageMeterPort {
  return {
    async read(period) {
      const service = connect("cloudflare");
      return service === null ? { is: "off" } : readAnalytics(service, period);
    },
  };
}

function createCaller(request: Request, env: Env, clock: { now(): number }): Caller {
  return {
    isCrawler: isCrawler(request.headers.get("user-agent"), { isLocal: isLocal(env) }),
    networkIn: (room) => networkIn(env, request, room, clock.now()),
    programIn: (room) => programIn(env, request, room, clock.now()),
  };
}

/** Reads what is live from the shard of whoever asks, so that no object answers for everyone. */
function createLobby(env: Env, caller: string): LobbyPort {
  return {
    live: () => stubs.lobbyShard(env, caller).live(),
    upcomingChanged: () => stubs.lobby(env).upcomingChanged(),
    announced: (announcement) => stubs.lobby(env).announced(announcement),
    retracted: (number) => stubs.lobby(env).retracted(number),
    dropUser: (userId, sessionHash) => stubs.lobbyShard(env, userId).dropUser(userId, sessionHash),
    forgetUser: (userId) => stubs.lobby(env).forgetUser(userId),
  };
}

function createLimits(env: Env): Limits {
  return {
    take: (key, limit) => stubs.limiter(env, key).take(key, limit),
    uses: (key, perMs) => stubs.limiter(env, key).uses(key, perMs),
    once: (key, forMs) => stubs.limiter(env, key).once(key, forMs),
    giveBack: (key) => stubs.limiter(env, key).giveBack(key),
  };
}

function readConfig(env: Env): Config {
  return {
    isLocal: isLocal(env),
    origin: ownOrigin(env),
    ingestHost: env.CUE_INGEST_HOST,
    ingestPort: Number(env.CUE_INGEST_PORT),
    version: env.CUE_VERSION ?? "0.1.0",
    canSendEmail: canSendEmail(env),
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
    pioneersUntil: readInstant(env.CUE_PIONEERS_UNTIL),
    tokensPerDay: readCount(env.CUE_TOKENS_PER_DAY) ?? tokenLimits.issuePerDay,
    pushKey: env.CUE_PUSH_KEY ? readPushKey(env.CUE_PUSH_KEY).publicKey : null,
    contact: env.CUE_CONTACT || null,
  };
}

/** A setting that is a date; null where it is not valid. */
function readInstant(setting: string | undefined): number | null {
  const at = Date.parse(setting ?? "");
  return Number.isNaN(at) ? null : at;
}

/** A setting that is a number of things; null where it is not valid. */
function readCount(setting: string | undefined): number | null {
  return setting !== undefined && /^\d{1,9}$/.test(setting) ? Number(setting) : null;
}

/** A setting that pages link to: null unless it is a web address. */
function webAddress(setting: string | undefined): string | null {
  return setting && /^https?:$/.test(URL.parse(setting)?.protocol ?? "") ? setting : null;
}

/** The country that the edge reports; null locally, and for networks without a country ("XX", "T1"). */
function countryOf(request: Request): string | null {
  const country: unknown = request.cf?.country;
  return typeof country === "string" && /^[A-Z]{2}$/.test(country) && country !== "XX" ? country : null;
}
