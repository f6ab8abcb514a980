import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type ServiceView, statusLimits } from "#app/domains/outside/status/contract.ts";
import { listServices } from "#app/domains/outside/status/operations.server.ts";
import { insertMail, markMailSent } from "#app/domains/people/notifications/queries/mails.ts";
import { openDb } from "#db/client.ts";
import { broadcasts, uploads } from "#db/schema/index.ts";
import { mediaGateway } from "#durable-objects/stubs.ts";
import { connectAgent } from "#tests/helpers/agent.ts";
import { makePerformer, makePerson } from "#tests/helpers/people.ts";
import { makeReplay } from "#tests/helpers/replays.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { createAppContext } from "../context.ts";

const origin = new Request("http://localhost:8787/");
const minuteMs = 60_000;
const noMail = { send: async () => undefined } as unknown as SendEmail;

/** Each test has its own instance, whose services have not been checked yet. */
let own: Env;
let queries: number;
beforeEach(() => {
  queries = 0;
  const prepare = (sql: string) => {
    queries++;
    return env.DB.prepare(sql);
  };
  own = { ...env, DB: { prepare } as unknown as D1Database };
});

async function statusOf(
  name: ServiceView["name"],
  instance: Env,
  ahead = 0,
): Promise<ServiceView | undefined> {
  const ctx = createAppContext(origin, instance, null);
  const clock = { now: () => Date.now() + ahead };
  return (await listServices({ ...ctx, clock })).find((service) => service.name === name);
}

test("the status lists the five services as online or offline", async () => {
  const services = await answerOf<ServiceView[]>(request("/api/status"));
  expect(services.map(({ name }) => name)).toEqual([
    "Primary Server",
    "Recordings / Mixcloud Service",
    "Transcoder Service",
    "Audio Fingerprinting Service",
    "Notifications Service",
  ]);
  for (const { status } of services) expect(["online", "offline"]).toContain(status);
});

test("services that are not configured are offline and say so", async () => {
  const withoutMail = { ...own, CUE_MODE: "production" as Env["CUE_MODE"] };
  const services = await listServices(createAppContext(origin, withoutMail, null));
  const without = services.filter(({ isConfigured }) => !isConfigured);
  expect(without.map(({ name }) => name)).toEqual(["Notifications Service"]);
  for (const { status } of without) expect(status).toBe("offline");
});

test("recognition is offline until the agent's ear has recognized what it must, asked for real", async () => {
  const name = "Audio Fingerprinting Service";
  expect(await statusOf(name, own)).toEqual({ name, status: "offline", isConfigured: true });
  const agent = await connectAgent(mediaGateway(env), "status");
  await agent.hello(Date.now(), ["ear"]);
  const { id } = await agent.next("probe");
  expect(await statusOf(name, own, 60_000)).toMatchObject({ status: "offline" });
  agent.send({ type: "probed", id, isRecognized: true, tookMs: 800 });
  await vi.waitUntil(() => mediaGateway(env).isEarWorking());
  expect(await statusOf(name, own, 120_000)).toMatchObject({ status: "online" });
});

test("a thousand status requests within five seconds run the queries of one", async () => {
  await statusOf("Primary Server", own);
  const ofOne = queries;
  expect(ofOne).toBeGreaterThan(0);
  for (let asked = 0; asked < 1_000; asked++) await statusOf("Primary Server", own);
  expect(queries).toBe(ofOne);
  await statusOf("Primary Server", own, statusLimits.keptMs);
  expect(queries).toBe(2 * ofOne);
  const response = await request("/api/status");
  expect(response.headers.get("cache-control")).toBe("public, max-age=5");
});

test("the primary server is offline when its database or its lobby does not respond", async () => {
  const away = () => Promise.reject(new Error("away"));
  expect(await statusOf("Primary Server", own)).toMatchObject({ status: "online" });
  const ctx = createAppContext(
    origin,
    { ...own, DB: { prepare: env.DB.prepare.bind(env.DB) } as D1Database },
    null,
  );
  const lobby = { ...ctx.lobby, live: away };
  const services = await listServices({ ...ctx, lobby });
  expect(services[0]).toMatchObject({ name: "Primary Server", status: "offline" });
});

test("a check that hangs fails after three seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const ctx = createAppContext(origin, own, null);
    const stuck = () => new Promise<never>(() => {});
    const asked = listServices({
      ...ctx,
      lobby: { ...ctx.lobby, live: stuck },
      media: { ...ctx.media, isAgentConnected: stuck },
      mail: { ...ctx.mail, line: stuck },
    });
    await vi.advanceTimersByTimeAsync(statusLimits.checkMs);
    const offline = (await asked).filter(({ status, isConfigured }) => status === "offline" && isConfigured);
    expect(offline.map(({ name }) => name)).toEqual([
      "Primary Server",
      "Transcoder Service",
      "Audio Fingerprinting Service",
      "Notifications Service",
    ]);
  } finally {
    vi.useRealTimers();
  }
});

describe("the recordings", () => {
  const recordings = (instance: Env = own, ahead = 0) =>
    statusOf("Recordings / Mixcloud Service", instance, ahead);
  const isOnline = { status: "online", isConfigured: true };
  const isOffline = { status: "offline", isConfigured: true };

  test("are online while their bucket keeps what is written to it, and nothing is left there", async () => {
    expect(await recordings()).toMatchObject(isOnline);
    expect((await env.TAPES.list({ prefix: "status/" })).objects).toEqual([]);
    const bucket = (change: Partial<R2Bucket>) => ({
      ...own,
      TAPES: {
        put: async () => null,
        get: async () => null,
        delete: async () => undefined,
        ...change,
      } as R2Bucket,
    });
    const ahead = statusLimits.bucketMs;
    expect(await recordings(bucket({}), ahead)).toMatchObject(isOffline);
    const put = () => Promise.reject(new Error("away"));
    expect(await recordings(bucket({ put }), 2 * ahead)).toMatchObject(isOffline);
    expect(await recordings(own, 3 * ahead)).toMatchObject(isOnline);
  });

  test("are offline while one is not complete five minutes after its end", async () => {
    const { id: performerId } = await makePerformer();
    // Until it is complete the row of a recording does not say when it ended; its broadcasts do.
    const { id, performance } = await makeReplay({ performerId, status: "recording", endedAt: null });
    const broadcast = { streamId: "stream", performerId, performance, startedAt: Date.now() - minuteMs };
    const db = openDb(env.DB);
    await db.insert(broadcasts).values({ ...broadcast, id });
    expect(await recordings(own, 2 * minuteMs)).toMatchObject(isOnline);
    await db.update(broadcasts).set({ endedAt: Date.now() }).where(eq(broadcasts.id, id));
    expect(await recordings(own, 4 * minuteMs)).toMatchObject(isOnline);
    expect(await recordings(own, 6 * minuteMs)).toMatchObject(isOffline);
    // The same performance went on.
    await db.insert(broadcasts).values({ ...broadcast, id: `${id} 2`, startedAt: Date.now() });
    expect(await recordings(own, 7 * minuteMs)).toMatchObject(isOnline);
    await db
      .update(broadcasts)
      .set({ endedAt: Date.now() })
      .where(eq(broadcasts.id, `${id} 2`));
    expect(await recordings(own, 7.5 * minuteMs)).toMatchObject(isOffline);
    await env.DB.prepare("update replays set status = 'ready' where id = ?").bind(id).run();
    expect(await recordings(own, 8 * minuteMs)).toMatchObject(isOnline);
  });

  test("are offline while an upload waits for half an hour, unless the service told it to", async () => {
    const { id: userId } = await makePerson();
    const now = Date.now();
    const times = { nextTryAt: now, requestedAt: now, changedAt: now };
    const upload = { replayId: "stuck", party: "mixcloud", userId, setId: "set", name: "Late" } as const;
    await openDb(env.DB)
      .insert(uploads)
      .values({ ...upload, ...times, status: "waiting", error: "unreachable" });
    const change = (sql: string) =>
      env.DB.prepare(`update uploads set ${sql} where replay_id = 'stuck'`).run();
    expect(await recordings(own, 29 * minuteMs)).toMatchObject(isOnline);
    expect(await recordings(own, 31 * minuteMs)).toMatchObject(isOffline);
    // Without keys of the service nobody can send it.
    const keyless = { ...own, ELSEWHERE: undefined } as unknown as Env;
    expect(await recordings(keyless, 33 * minuteMs)).toMatchObject(isOnline);
    await change(`error = 'rate-limit', next_try_at = ${now + 60 * minuteMs}`);
    expect(await recordings(own, 35 * minuteMs)).toMatchObject(isOnline);
    expect(await recordings(own, 61 * minuteMs)).toMatchObject(isOffline);
    await change("status = 'done'");
    expect(await recordings(own, 63 * minuteMs)).toMatchObject(isOnline);
  });
});

test("the notification service is offline when no email can be sent or none is configured", async () => {
  const db = openDb(env.DB);
  const deployed = { ...own, CUE_MODE: "production" as Env["CUE_MODE"] };
  const instance = { ...deployed, MAIL: noMail };
  const of = (ahead: number) => statusOf("Notifications Service", instance, ahead);
  await insertMail(db, { id: "waits", to: "a@b.example", subject: "", text: "", html: "", at: Date.now() });
  expect(await of(0)).toMatchObject({ status: "online" });
  expect(await of(16 * minuteMs)).toMatchObject({ status: "offline", isConfigured: true });
  await insertMail(db, { id: "passes", to: "a@b.example", subject: "", text: "", html: "", at: Date.now() });
  await markMailSent(db, "passes", Date.now() + minuteMs);
  expect(await of(32 * minuteMs)).toMatchObject({ status: "online" });
  expect(await statusOf("Notifications Service", deployed, 64 * minuteMs)).toEqual({
    name: "Notifications Service",
    status: "offline",
    isConfigured: false,
  });
});
