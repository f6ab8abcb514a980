import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { AppContext } from "#app/context.ts";
import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type { DeliveriesPort, DeliveryRecord } from "#app/domains/people/deliveries/port.ts";
import { isEventAsked } from "#app/domains/people/deliveries/queries/asked-events.ts";
import { openDb } from "#db/client.ts";
import { hostileHosts, hostileTexts, ownOrigin } from "#tests/helpers/hostile-addresses.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { makeStage } from "#tests/helpers/stages.ts";
import { arrivedAt, failNextCall, makeWebhook, receiverAt } from "#tests/helpers/webhooks.ts";
import { createAppContext } from "#workers/context.ts";
import { WebhookReceiver } from "#workers/local/elsewhere/webhooks/receiver.ts";
import { findViewer } from "#workers/session.ts";
import { maxWebhooks, type NewSecretView, type WebhookView } from "./contract.ts";
import { listWebhookDeliveries, retryWebhookDelivery, testWebhook } from "./deliveries.server.ts";
import { addWebhook, listWebhooks, removeWebhook, updateWebhook } from "./manage.server.ts";
import { toWebhookBody } from "./payload.ts";
import { callWebhook } from "./send.server.ts";

let ada: Person;
beforeEach(async () => {
  ada = await makePerformer();
});

const call = (as: Person, name: string, body: object) => request(`/api/webhooks/${name}`, { as, body });
const anAddress = (path = "") => receiverAt(`${path}${ulid()}`);
const asked = (url: string) => ({ url, events: ["live.started", "track.changed"] });
const add = (as: Person, body: object) => answerOf<NewSecretView>(call(as, "add", body));

/** A broadcast of Ada's has started. */
const started = (): OwnEvent => ({
  kind: "live",
  key: ulid(),
  at: Date.now(),
  path: `/profile/${ada.id}`,
  broadcast: ulid(),
  performer: { id: ada.id, username: ada.username },
  stage: null,
  set: null,
});

async function contextOf(person: Person, bindings: Partial<Env> = {}): Promise<AppContext> {
  const from = new Request(env.CUE_ORIGIN, { headers: { authorization: `Bearer ${person.token}` } });
  return createAppContext(from, { ...env, ...bindings }, await findViewer(from, env));
}

const ownerOf = (person: Person) => `user/${person.id}` as const;
const mine = () => ({ userId: ada.id, stageId: null });

/** One call of a webhook of Ada's. */
async function send(target: string, event: OwnEvent | null = started(), id = ulid()) {
  return callWebhook(await contextOf(ada), { owner: ownerOf(ada), target, event, id });
}

/** Verifies the signature as a receiver does that follows the documentation. */
async function isSigned(header: string, body: unknown, secret: string): Promise<boolean> {
  const [time = "", ...signatures] = header.split(",");
  const encode = (text: string) => new TextEncoder().encode(text);
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encode(secret), hmac, false, ["sign"]);
  const text = `${time.replace("t=", "")}.${JSON.stringify(body)}`;
  const right = Buffer.from(await crypto.subtle.sign("HMAC", key, encode(text))).toString("hex");
  return signatures.includes(`v1=${right}`);
}

describe("webhooks are kept", () => {
  test("by performers for themselves, with a secret that is answered once", async () => {
    const url = anAddress();
    const { secret, ...added } = await add(ada, {
      url: ` ${url}#x`.replace("#x", ""),
      events: ["set.ended"],
    });
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(added).toMatchObject({ url, events: ["set.ended"], isOn: true, offReason: null });
    expect(await answerOf(call(ada, "list", {}))).toEqual([added]);
    const stored = await env.DB.prepare("select * from webhooks where id = ?").bind(added.id).first();
    expect(JSON.stringify(stored)).not.toContain(secret);
    const other = await makePerformer();
    expect(await answerOf(call(other, "list", {}))).toEqual([]);
    for (const name of ["update", "rollSecret", "test", "deliveries", "remove"])
      for (const webhook of [added.id, ulid()])
        expect(await refusalOf(call(other, name, { webhook })), name).toBe("not-found");
    const retry = { webhook: added.id, delivery: ulid() };
    expect(await refusalOf(call(other, "retry", retry))).toBe("not-found");
    expect(await refusalOf(call(await makePerson(), "add", asked(url)))).toBe("not-found");
    await answerOf(call(ada, "remove", { webhook: added.id }));
    expect(await answerOf(call(ada, "list", {}))).toEqual([]);
  });

  test("by all managers of a stage, by its id", async () => {
    const [manager, other] = [await makePerson(), await makePerson()];
    const stage = await makeStage(manager);
    const { secret, ...added } = await add(manager, { stage: stage.id, ...asked(anAddress()) });
    expect(secret).toContain("whsec_");
    expect(await answerOf(call(manager, "list", { stage: stage.id }))).toEqual([added]);
    for (const body of [{ stage: stage.id }, { stage: ulid() }]) {
      expect(await refusalOf(call(other, "list", body))).toBe("not-found");
      expect(await refusalOf(call(other, "add", { ...body, ...asked(anAddress()) }))).toBe("not-found");
    }
    expect(await refusalOf(call(other, "remove", { webhook: added.id }))).toBe("not-found");
    await answerOf(
      request("/api/rooms/addManager", { as: manager, body: { room: stage.id, user: other.id } }),
    );
    expect(await answerOf(call(other, "remove", { webhook: added.id }))).toEqual([]);
  });

  test("up to ten for each owner, also when they are added together", async () => {
    const answers = await Promise.all(
      Array.from({ length: maxWebhooks + 3 }, () => call(ada, "add", asked(anAddress()))),
    );
    const added = answers.filter(({ status }) => status === 200);
    expect([added.length, answers.length]).toEqual([maxWebhooks, maxWebhooks + 3]);
    expect(await refusalOf(call(ada, "add", asked(anAddress())))).toBe("too-many-webhooks");
  });

  test("for events that exist", async () => {
    for (const events of [[], ["test"], ["live.started", "no.such"], "live.started"])
      expect(await refusalOf(call(ada, "add", { url: anAddress(), events }))).toBe("bad-input");
    const { id } = await add(ada, { url: anAddress(), events: ["set.ended", "live.started", "set.ended"] });
    const changed = { webhook: id, events: ["booking.created"] };
    expect(await answerOf(call(ada, "update", changed))).toMatchObject({ events: ["booking.created"] });
    expect(await refusalOf(call(ada, "update", { webhook: id, events: [] }))).toBe("bad-input");
  });
});

describe("a new address", () => {
  test("is asked whether it wants calls before anything else is sent to it", async () => {
    const url = anAddress();
    const { id: webhook, secret, isConfirmed } = await add(ada, asked(url));
    expect(isConfirmed).toBe(true);
    const [challenge, ...others] = await arrivedAt(url);
    expect(others).toEqual([]);
    expect(challenge?.headers).toMatchObject({ "x-cue-event": "challenge" });
    expect(challenge?.body).toMatchObject({
      event: "challenge",
      data: { webhook, challenge: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect(await isSigned(challenge?.headers?.["x-cue-signature"] ?? "", challenge?.body, secret)).toBe(true);
    expect(await answerOf<WebhookView[]>(call(ada, "list", {}))).toMatchObject([{ isConfirmed: true }]);
  });

  test("that does not answer gets nothing but the challenge, until it does", async () => {
    const name = ulid();
    const { id: webhook, url, isConfirmed } = await add(ada, asked(anAddress(`unaware/${name}`)));
    expect(isConfirmed).toBe(false);
    const refused = await call(ada, "test", { webhook });
    expect(await refused.json()).toMatchObject({
      code: "webhook-unconfirmed",
      error: expect.stringMatching(/^This address has not answered the challenge.* Responded 200: ok$/),
    });
    expect(await send(webhook)).toMatchObject({ is: "refused" });
    expect(await isEventAsked(openDb(env.DB), ownerOf(ada), { kind: "live", name: "live.started" })).toBe(
      false,
    );
    const events = (await arrivedAt(url)).map(({ headers }) => headers?.["x-cue-event"]);
    expect(events).toEqual(["challenge", "challenge"]);
    // Its software was taught to answer.
    const heard = vi.spyOn(WebhookReceiver.prototype, "handle");
    heard.mockImplementation(({ body }) => Response.json((body.json as { data: unknown }).data));
    expect(await answerOf(call(ada, "test", { webhook }))).toMatchObject({ event: "test", status: "sent" });
    heard.mockRestore();
    expect(await answerOf<WebhookView[]>(call(ada, "list", {}))).toMatchObject([{ isConfirmed: true }]);
  });

  test("is added once for each owner", async () => {
    const url = anAddress();
    await add(ada, asked(url));
    expect(await refusalOf(call(ada, "add", asked(url)))).toBe("webhook-known");
    await add(await makePerformer(), asked(url));
  });
});

describe("a call", () => {
  test("is signed, and has nothing but public facts", async () => {
    const url = anAddress();
    const { id: webhook, secret } = await add(ada, asked(url));
    const [event, id] = [started(), ulid()];
    expect(await send(webhook, event, id)).toEqual({
      is: "sent",
      remote: null,
      url: null,
      details: "Responded 200: ok",
      text: expect.stringContaining(`"id":"${id}"`),
    });
    const [, arrived, ...more] = await arrivedAt(url);
    expect(more).toEqual([]);
    expect(arrived).toMatchObject({
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Cue-Webhooks/1",
        "x-cue-delivery": id,
        "x-cue-event": "live.started",
      },
      body: { id, event: "live.started", createdAt: event.at, owner: { kind: "performer", id: ada.id } },
    });
    const signature = arrived?.headers?.["x-cue-signature"] ?? "";
    expect(await isSigned(signature, arrived?.body, secret)).toBe(true);
    expect(await isSigned(signature, { ...(arrived?.body as object), id: "d" }, secret)).toBe(false);
    expect(Math.abs(Number(/^t=(\d+)/.exec(signature)?.[1]) - Date.now() / 1_000)).toBeLessThan(30);
  });

  test("is signed with the former secret too for a day after a new one was made", async () => {
    const url = anAddress();
    const { id: webhook, secret: former } = await add(ada, asked(url));
    const { secret } = await answerOf<NewSecretView>(call(ada, "rollSecret", { webhook }));
    expect(secret).not.toBe(former);
    await send(webhook);
    const ctx = await contextOf(ada);
    const tomorrow = { now: () => Date.now() + 24 * 3_600_000 };
    await callWebhook(
      { ...ctx, clock: tomorrow },
      { owner: ownerOf(ada), target: webhook, event: null, id: "t" },
    );
    const [, ...calls] = await arrivedAt(url);
    const checks = calls.map(async ({ headers, body }) => {
      const signature = headers?.["x-cue-signature"] ?? "";
      return [await isSigned(signature, body, former), await isSigned(signature, body, secret)];
    });
    expect(await Promise.all(checks)).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test.each([
    [{ status: 410 }, { is: "dead" }],
    [
      { status: 429, retryAfter: 90 },
      { is: "later", waitMs: 90_000 },
    ],
    [
      { status: 503, retryAfter: 5 },
      { is: "later", waitMs: 5_000 },
    ],
    [{ status: 500 }, { is: "later", waitMs: null }],
    [{ status: 404 }, { is: "later", waitMs: null }],
    [{ status: 0 }, { is: "later", waitMs: null }],
    [
      { status: 0, isHandled: true },
      { is: "later", waitMs: null },
    ],
  ])("after which the receiver fails with %o has this outcome", async (fault, outcome) => {
    const { id, url } = await makeWebhook(mine());
    await failNextCall({ ...fault, path: new URL(url).pathname.split("/").at(-1) });
    expect(await send(id)).toMatchObject(outcome);
  });

  test("has the same id and body when it is repeated, after a response that was lost", async () => {
    const { id: target, url } = await makeWebhook(mine());
    await failNextCall({ status: 0, isHandled: true, path: new URL(url).pathname.split("/").at(-1) });
    const [event, id] = [started(), ulid()];
    expect(await send(target, event, id)).toMatchObject({ is: "later" });
    expect(await send(target, event, id)).toMatchObject({ is: "sent" });
    const [first, second] = await arrivedAt(url);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers?.["x-cue-delivery"]).toBe(id);
  });

  test("does not follow a redirect", async () => {
    const { id, url } = await makeWebhook(mine(), anAddress("redirect/"));
    expect(await send(id)).toMatchObject({ is: "later", details: expect.stringContaining("307") });
    expect(await arrivedAt(url)).toHaveLength(1);
    expect(await arrivedAt(receiverAt("elsewhere"))).toEqual([]);
  });

  test("shows little of the response, and never what signs the call", async () => {
    const echo = await makeWebhook(mine(), anAddress("echo/"));
    const echoed = JSON.stringify(await send(echo.id));
    const [arrived] = await arrivedAt(echo.url);
    const [, signature = "none"] = (arrived?.headers?.["x-cue-signature"] ?? "").split("v1=");
    expect(echoed).toContain("Responded 200");
    for (const secret of [signature, echo.current, echo.current.slice(6)])
      expect(echoed).not.toContain(secret);
    const long = await makeWebhook(mine(), anAddress("long/"));
    const said = await send(long.id);
    expect(said).toMatchObject({ is: "sent" });
    expect("details" in said && said.details?.length).toBeLessThan(300);
  });

  test("is not made for another owner, nor for one that is off or removed", async () => {
    const { id, url } = await makeWebhook(mine());
    const ctx = await contextOf(ada);
    const event = started();
    const foreign = { owner: ownerOf(await makePerformer()), target: id, event, id: "d" };
    expect(await callWebhook(ctx, foreign)).toMatchObject({ is: "refused" });
    expect(await send(ulid())).toMatchObject({ is: "refused" });
    expect(await answerOf<WebhookView>(call(ada, "update", { webhook: id, isOn: false }))).toMatchObject({
      isOn: false,
      offReason: null,
    });
    expect(await send(id)).toMatchObject({ is: "refused" });
    expect(await arrivedAt(url)).toEqual([]);
    expect(await send(id, null)).toMatchObject({ is: "sent" });
    await answerOf(call(ada, "update", { webhook: id, isOn: true }));
    expect(await send(id)).toMatchObject({ is: "sent" });
  });
});

describe("a hostile address", () => {
  /** Those of these that were added, or called once they were stored. */
  async function acceptedOf(addresses: readonly string[], origin: string): Promise<string[]> {
    const ctx = await contextOf(ada);
    const take = async () => ({ ok: true }) as const;
    const connect: AppContext["connect"] = (name) => {
      const service = ctx.connect(name);
      return service && { ...service, origin };
    };
    const here = { ...ctx, connect, limits: { ...ctx.limits, take } };
    const accepted: string[] = [];
    for (const url of addresses) {
      const adding = addWebhook(here, { url, events: ["live.started"] });
      const code = await adding.then(
        () => "added",
        (error: { code?: string }) => error.code,
      );
      const { id: target } = await makeWebhook(mine(), url);
      const outcome = await callWebhook(here, { owner: ownerOf(ada), target, event: started(), id: target });
      if (code !== "webhook-address" || outcome.is !== "refused") accepted.push(url);
    }
    return accepted;
  }

  test("is never added, nor called where it is stored", { timeout: 120_000 }, async () => {
    const network = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("This was not to be reached."));
    const log = () => answerOf<unknown[]>(request("/dev/elsewhere.json"));
    const before = await log();
    const hostile = [...hostileTexts, ...hostileHosts.map((host) => `https://${host}/cue`)];
    expect(hostile.length).toBeGreaterThan(200);
    expect(await acceptedOf(hostile, ownOrigin)).toEqual([]);
    const own = [
      "",
      "/",
      "/api/users/logout",
      "/dev/outbox.json",
      "/dev/elsewhere/mixcloud/me/",
      "/dev/elsewhere/clock",
      "/dev/elsewhere/webhooks/",
      "/dev/elsewhere/webhooks/../clock",
      "/dev/elsewhere/webhooks/%2e%2e/%2E./outbox.json",
      "/dev//elsewhere/webhooks/x",
    ].map((path) => `${env.CUE_ORIGIN}${path}`);
    const others = ["me@localhost:8787", "127.0.0.1:8787", "localhost", "localhost:8788"];
    const alike = others.map((host) => `http://${host}/dev/elsewhere/webhooks/x`);
    expect(await acceptedOf([...own, ...alike], env.CUE_ORIGIN)).toEqual([]);
    expect(network).not.toHaveBeenCalled();
    network.mockRestore();
    expect(await log()).toEqual(before);
  });
});

/** Sends as the object of an owner does, and keeps no more than these tests ask for. */
function deliveriesBy(ctx: AppContext): AppContext & { forgotten: string[] } {
  const records: DeliveryRecord[] = [];
  const forgotten: string[] = [];
  const attempt = async (owner: ReturnType<typeof ownerOf>, target: string, id: string) => {
    const outcome = await callWebhook(ctx, { owner, target, event: null, id });
    const now = Date.now();
    const text = toWebhookBody({ id, owner, webhook: target, event: null, now, origin: ctx.config.origin });
    const details = "details" in outcome ? (outcome.details ?? null) : null;
    const status = outcome.is === "sent" ? "sent" : "failed";
    const kept = { kind: "webhook", about: "test", attempts: 1, nextTryAt: null, url: null } as const;
    const record = { id, target, text, status, details, createdAt: now, changedAt: now, ...kept } as const;
    records.unshift(record);
    return record;
  };
  const of = (owner: string): Partial<DeliveriesPort> => ({
    test: ({ target }) => attempt(owner as ReturnType<typeof ownerOf>, target, ulid()),
    list: async ({ before, limit }) =>
      records
        .slice(before === undefined ? 0 : records.findIndex(({ id }) => id === before) + 1)
        .slice(0, limit),
    retry: async (id) => {
      const failed = records.find((each) => each.id === id && each.status === "failed");
      return failed ? attempt(owner as ReturnType<typeof ownerOf>, failed.target, id) : null;
    },
    forgetTarget: async (target) => void forgotten.push(target),
  });
  return { ...ctx, deliveries: { of: (owner) => of(owner) as DeliveriesPort }, forgotten };
}

describe("an owner", () => {
  test("tests a webhook, sees what it responded, and sends it again", async () => {
    const { id: webhook, url } = await makeWebhook(mine());
    const ctx = deliveriesBy(await contextOf(ada));
    await failNextCall({ status: 502, path: new URL(url).pathname.split("/").at(-1) });
    const failed = await testWebhook(ctx, { webhook });
    const details = "Responded 502: The receiver failed with 502.";
    expect(failed).toMatchObject({ event: "test", status: "failed", attempts: 1, details });
    expect(JSON.parse(failed.body)).toMatchObject({ id: failed.id, event: "test", data: { webhook } });
    const again = await retryWebhookDelivery(ctx, { webhook, delivery: failed.id });
    expect(again).toMatchObject({ id: failed.id, status: "sent", details: "Responded 200: ok" });
    const ids = (await arrivedAt(url)).map(({ headers }) => headers?.["x-cue-delivery"]);
    expect(ids).toEqual([failed.id, failed.id]);
    const log = await listWebhookDeliveries(ctx, { webhook });
    expect(log).toEqual({ deliveries: [again, failed], hasMore: false });
    const none = retryWebhookDelivery(ctx, { webhook, delivery: ulid() });
    await expect(none).rejects.toMatchObject({ code: "not-found" });
  });

  test("can test twenty times a minute, over all of their webhooks", async () => {
    const { id: webhook, url } = await makeWebhook(mine());
    const other = await makeWebhook(mine());
    const ctx = deliveriesBy(await contextOf(ada));
    for (let i = 0; i < 20; i++) await testWebhook(ctx, { webhook });
    for (const each of [webhook, other.id])
      await expect(testWebhook(ctx, { webhook: each })).rejects.toMatchObject({ code: "rate-limited" });
    expect(await arrivedAt(url)).toHaveLength(20);
    const { deliveries, hasMore } = await listWebhookDeliveries(ctx, { webhook });
    expect([deliveries.length, hasMore]).toEqual([20, false]);
  });

  test("cannot have one host called more than sixty times a minute, together with others", async () => {
    const host = `${ulid().toLowerCase()}.example.com`;
    let sent = 0;
    let wait: number | undefined;
    for (let owner = 0; owner < 4; owner++) {
      const person = await makePerformer();
      const { id: webhook } = await makeWebhook(
        { userId: person.id, stageId: null },
        // Another port is the same host.
        `https://${host}${owner % 2 === 0 ? "" : ":8443"}/${owner}`,
      );
      const own = deliveriesBy(await contextOf(person));
      const connect: AppContext["connect"] = (name) => {
        const service = own.connect(name);
        return service && { ...service, send: async () => new Response("ok") };
      };
      const ctx = deliveriesBy({ ...own, connect });
      for (let i = 0; i < 20; i++)
        await testWebhook(ctx, { webhook }).then(
          () => sent++,
          (error: { retryAfterMs?: number }) => {
            wait = error.retryAfterMs;
          },
        );
    }
    expect(sent).toBe(60);
    expect(wait).toBeGreaterThan(0);
  });

  test("ends what waits by removing a webhook or switching it off, once", async () => {
    const { id: webhook } = await makeWebhook(mine());
    const ctx = deliveriesBy(await contextOf(ada));
    await updateWebhook(ctx, { webhook, isOn: false });
    await updateWebhook(ctx, { webhook, isOn: false });
    await updateWebhook(ctx, { webhook, events: ["set.ended"] });
    expect(ctx.forgotten).toEqual([webhook]);
    expect(await removeWebhook(ctx, { webhook })).toEqual([]);
    expect(ctx.forgotten).toEqual([webhook, webhook]);
    await expect(removeWebhook(ctx, { webhook })).rejects.toMatchObject({ code: "not-found" });
  });
});

test("where webhooks are switched off, there are none and none is called", async () => {
  const { id: webhook, url } = await makeWebhook(mine());
  const ctx = await contextOf(ada, { CUE_ELSEWHERE: "bluesky, discord" });
  const added = addWebhook(ctx, { url: anAddress(), events: ["live.started"] });
  await expect(added).rejects.toMatchObject({ code: "not-found" });
  await expect(listWebhooks(ctx, {})).rejects.toMatchObject({ code: "not-found" });
  await expect(testWebhook(ctx, { webhook })).rejects.toMatchObject({ code: "not-found" });
  const event = started();
  expect(await callWebhook(ctx, { owner: ownerOf(ada), target: webhook, event, id: "d" })).toMatchObject({
    is: "refused",
  });
  expect(await arrivedAt(url)).toEqual([]);
});
