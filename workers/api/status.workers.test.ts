import { env } from "cloudflare:test";
import { beforeEach, expect, test, vi } from "vitest";
import { type ServiceView, statusLimits } from "#app/domains/status/contract.ts";
import { listServices } from "#app/domains/status/operations.server.ts";
import { openDb } from "#db/client.ts";
import { insertMail, markMailSent } from "#db/queries/mails.ts";
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
  const services = await listServices(createAppContext(origin, own, null));
  const without = services.filter(({ isConfigured }) => !isConfigured);
  expect(without.map(({ name }) => name)).toEqual([
    "Recordings / Mixcloud Service",
    "Audio Fingerprinting Service",
  ]);
  for (const { status } of without) expect(status).toBe("offline");
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
      "Notifications Service",
    ]);
  } finally {
    vi.useRealTimers();
  }
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
