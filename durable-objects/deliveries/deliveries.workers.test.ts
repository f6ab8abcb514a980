import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { ulid } from "ulidx";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findPostTarget } from "#app/domains/outside/posts/queries/post-targets.ts";
import { findWebhook } from "#app/domains/outside/webhooks/queries/webhooks.ts";
import { webhookEventNames } from "#app/domains/people/deliveries/event-names.ts";
import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type { OwnerPath } from "#app/domains/people/deliveries/port.ts";
import { openDb } from "#db/client.ts";
import { linkedAccounts, postTargets, webhooks } from "#db/schema/index.ts";
import { erased } from "#packages/durable/erase-object.ts";
import { runAlarm } from "#tests/helpers/alarms.ts";
import { makePerformer, type Person } from "#tests/helpers/people.ts";
import { addManager, addStage } from "#tests/helpers/rooms.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import { Inbox } from "../inbox/inbox.ts";
import { deliveries, inbox } from "../stubs.ts";
import { Deliveries } from "./deliveries.ts";
import type { Senders, Sent } from "./senders.ts";

const db = openDb(env.DB);
const noon = Date.parse("2030-05-01T12:00:00Z");
const minute = 60_000;

/** Every attempt, and what it is answered: by default it was sent. */
type Attempt =
  | ({ by: "post" } & Parameters<Senders["sendPost"]>[0])
  | ({ by: "webhook" } & Parameters<Senders["callWebhook"]>[0])
  | ({ by: "listen"; target: string } & Parameters<Senders["sendListen"]>[0]);
let attempts: Attempt[];
let answer: (attempt: Attempt, n: number) => Promise<Sent> | Sent;

const sent: Sent = { is: "sent", remote: "post-1", url: "https://social.example/post-1" };
const take = async (attempt: Attempt) => {
  attempts.push(attempt);
  return answer(attempt, attempts.length);
};
const senders: Senders = {
  sendPost: (delivery) => take({ by: "post", ...delivery }),
  callWebhook: (delivery) => take({ by: "webhook", ...delivery }),
  sendListen: (delivery) => take({ by: "listen", target: delivery.party, ...delivery }),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  attempts = [];
  answer = () => sent;
  vi.spyOn(Deliveries.prototype as unknown as { senders(): Senders }, "senders").mockReturnValue(senders);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** An answer that comes when `isThere` says so; a promise of the test's would not belong to the object. */
async function once(isThere: () => boolean): Promise<Sent> {
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 5));
  return sent;
}

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** The object ends in the middle of what it does. */
async function kill(owner: OwnerPath): Promise<void> {
  await runInDurableObject(deliveries(env, owner), (_, state) => state.abort("killed")).catch(() => {});
}

/** Runs what is due now, until no attempt of it is under way any more. */
async function run(owner: OwnerPath): Promise<void> {
  const stub = deliveries(env, owner);
  await runAlarm(stub);
  await vi.waitFor(async () =>
    expect((await all(owner)).map(({ status }) => status)).not.toContain("sending"),
  );
}

async function all(owner: OwnerPath) {
  const stub = deliveries(env, owner);
  const lists = await Promise.all(
    (["post", "webhook", "listen"] as const).map((kind) => stub.list({ kind, limit: 1_000 })),
  );
  return lists.flat();
}
const statuses = async (owner: OwnerPath) => (await all(owner)).map(({ status }) => status);

const idsOf = (owner: OwnerPath) => {
  const [kind, id = ""] = owner.split("/", 2);
  return kind === "user" ? { userId: id } : { stageId: id };
};

async function addPosts(owner: OwnerPath, change: Partial<typeof postTargets.$inferInsert> = {}) {
  const id = ulid();
  await db.insert(postTargets).values({
    id,
    ...idsOf(owner),
    party: "discord",
    name: "#live",
    secret: "sealed",
    linkedAt: noon,
    ...change,
  });
  return id;
}

async function addHook(owner: OwnerPath, kinds: OwnEvent["kind"][]) {
  const id = ulid();
  const url = "https://hooks.example.com/secret-path";
  const events = kinds.map((kind) => webhookEventNames[kind]);
  await db.insert(webhooks).values({ id, ...idsOf(owner), url, secret: "sealed", events, createdAt: noon });
  return id;
}

const ownerOf = (person: Person): OwnerPath => `user/${person.id}`;

function live(person: Person, key: string = ulid()): OwnEvent & { kind: "live" } {
  const performer = { id: person.id, username: person.username };
  const onAir = { broadcast: key, performer, stage: null, set: null };
  return { kind: "live", key, at: Date.now(), path: `/profile/${person.id}`, ...onAir };
}
const ended = (person: Person, key: string): OwnEvent => ({
  ...live(person, key),
  kind: "ended",
  replay: null,
});
const track = (person: Person): OwnEvent => ({
  ...live(person),
  kind: "track",
  track: { id: "track", artist: "Miriam", title: "Pata Pata" },
});

test("an event goes once to each target that asks for it, however often it is told and the object is lost", async () => {
  const dee = await makePerformer();
  const owner = ownerOf(dee);
  const stub = deliveries(env, owner);
  const posts = await addPosts(owner);
  await addPosts(owner, { onLive: false });
  await addPosts(owner, { refusedAt: noon });
  const hook = await addHook(owner, ["live", "ended"]);
  await addHook(owner, ["follower"]);
  const event = live(dee);
  await Promise.all([stub.happened(event), stub.happened(event)]);
  await evictDurableObject(stub);
  await deliveries(env, owner).happened(event);
  await run(owner);
  await evictDurableObject(deliveries(env, owner));
  await deliveries(env, owner).happened(event);
  await run(owner);
  expect(attempts.map(({ by, target }) => `${by} ${target}`).toSorted()).toEqual([
    `post ${posts}`,
    `webhook ${hook}`,
  ]);
  expect(attempts.find(({ by }) => by === "post")).toMatchObject({
    owner,
    event,
    text: null,
    remote: null,
    isUnsure: false,
  });
  const records = await all(owner);
  expect(records).toMatchObject([
    { kind: "post", about: "live", status: "sent", attempts: 1, text: `${dee.username} is live.` },
    { kind: "webhook", target: hook, status: "sent", nextTryAt: null },
  ]);
  expect(attempts.find(({ by }) => by === "webhook")).toMatchObject({ id: records[1]?.id, event });
});

test("an owner without targets stores nothing", async () => {
  const nobody = await makePerformer();
  const stub = deliveries(env, ownerOf(nobody));
  await stub.happened(live(nobody));
  await stub.heard({ play: "play", artist: "a", title: "b", heardAt: noon, durationMs: null });
  expect(await storageOf(stub)).not.toContain(nobody.id);
});

describe("what a service asks to send later", () => {
  test("is sent after the time that it names, and nothing else goes to that target until then", async () => {
    const dee = await makePerformer();
    const owner = ownerOf(dee);
    const busy = await addPosts(owner);
    await addPosts(owner, { party: "telegram" });
    answer = ({ target }, n) =>
      target === busy && n <= 2 ? { is: "later", waitMs: 120_000, details: "Too many." } : sent;
    await deliveries(env, owner).happened(live(dee));
    await run(owner);
    const held = (await all(owner)).find(({ target }) => target === busy);
    expect(held).toMatchObject({ status: "waiting", attempts: 1, details: "Too many." });
    expect(held?.nextTryAt).toBeGreaterThanOrEqual(noon + 120_000);
    expect(held?.nextTryAt).toBeLessThan(noon + 122_000);
    pass(118_000);
    await run(owner);
    expect(attempts).toHaveLength(2);
    pass(4_000);
    await run(owner);
    expect(await statuses(owner)).toEqual(["sent", "sent"]);
    expect(attempts).toHaveLength(3);
  });

  test("is dropped when it is too old, also after the object was away", async () => {
    const dee = await makePerformer();
    const owner = ownerOf(dee);
    await addPosts(owner);
    const hook = await addHook(owner, ["live"]);
    answer = () => ({ is: "later", waitMs: null, details: "It is busy." });
    await deliveries(env, owner).happened(live(dee));
    await run(owner);
    await evictDurableObject(deliveries(env, owner));
    pass(31 * minute);
    answer = () => sent;
    await run(owner);
    expect(await all(owner)).toMatchObject([
      { kind: "post", status: "failed", details: "Not sent: it was no longer up to date." },
      { kind: "webhook", target: hook, status: "sent", attempts: 2 },
    ]);
  });
});

describe("an attempt without a response", () => {
  test("is followed by a look, never by a second post", async () => {
    const dee = await makePerformer();
    const owner = ownerOf(dee);
    await addPosts(owner);
    answer = () => ({ is: "unsure" });
    await deliveries(env, owner).happened(live(dee));
    for (let turn = 0; turn < 8; turn++) {
      await run(owner);
      pass(3 * minute);
    }
    expect(attempts.map((attempt) => attempt.by === "post" && attempt.isUnsure)).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(await all(owner)).toMatchObject([{ status: "unsure", attempts: 4, nextTryAt: null }]);
  });

  test("of an object that was lost while it was sending counts as one", async () => {
    const dee = await makePerformer();
    const owner = ownerOf(dee);
    await addPosts(owner);
    let hasEnded = false;
    answer = (_, n) => (n === 1 ? once(() => hasEnded) : sent);
    await deliveries(env, owner).happened(live(dee));
    await runAlarm(deliveries(env, owner));
    await vi.waitFor(() => expect(attempts).toHaveLength(1));
    await kill(owner);
    await runAlarm(deliveries(env, owner));
    expect(attempts).toHaveLength(1);
    pass(61_000);
    await run(owner);
    expect(await statuses(owner)).toEqual(["waiting"]);
    pass(6_000);
    await run(owner);
    hasEnded = true;
    expect(attempts.map((attempt) => attempt.by === "post" && attempt.isUnsure)).toEqual([false, true]);
    expect(await statuses(owner)).toEqual(["sent"]);
  });

  test("of a webhook is repeated under the same id", async () => {
    const dee = await makePerformer();
    const owner = ownerOf(dee);
    await addHook(owner, ["live"]);
    answer = (_, n) => (n === 1 ? { is: "unsure" } : sent);
    await deliveries(env, owner).happened(live(dee));
    await run(owner);
    pass(5_001);
    await run(owner);
    const ids = attempts.map((attempt) => attempt.by === "webhook" && attempt.id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await statuses(owner)).toEqual(["sent"]);
  });
});

test("a slow target holds up no other, and gets one delivery at a time", async () => {
  const dee = await makePerformer();
  const owner = ownerOf(dee);
  const slow = await addHook(owner, ["track"]);
  const fast = await addHook(owner, ["track"]);
  let begun = 0;
  let released = 0;
  answer = ({ target }) => {
    if (target !== slow) return sent;
    const turn = ++begun;
    return once(() => released >= turn);
  };
  for (let n = 0; n < 3; n++) await deliveries(env, owner).happened(track(dee));
  await runAlarm(deliveries(env, owner));
  await vi.waitFor(() => expect(attempts.filter(({ target }) => target === fast)).toHaveLength(3));
  expect(attempts.filter(({ target }) => target === slow)).toHaveLength(1);
  for (let turn = 1; turn <= 3; turn++) {
    await vi.waitFor(() => expect(begun).toBe(turn));
    released = turn;
  }
  await vi.waitFor(async () => expect(new Set(await statuses(owner))).toEqual(new Set(["sent"])));
});

test("events of one moment are sent in their order", async () => {
  const dee = await makePerformer();
  const owner = ownerOf(dee);
  await addHook(owner, ["track"]);
  const events = Array.from({ length: 8 }, () => track(dee));
  for (const event of events) await deliveries(env, owner).happened(event);
  await runAlarm(deliveries(env, owner));
  await vi.waitFor(() => expect(attempts).toHaveLength(events.length));
  expect(attempts.map((attempt) => "event" in attempt && attempt.event)).toEqual(events);
});

describe("a target that is not valid any more", () => {
  test("is switched off, its owner is told once, and the rest still get theirs", async () => {
    const dee = await makePerformer();
    const owner = ownerOf(dee);
    const dead = await addPosts(owner, { name: "#gone" });
    const alive = await addPosts(owner, { party: "telegram" });
    answer = ({ target }) => (target === dead ? { is: "dead", details: "The channel is gone." } : sent);
    // The inbox is unavailable at first: it is told later, and only once.
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const notify = vi.spyOn(Inbox.prototype, "notify").mockRejectedValueOnce(new Error("restarting"));
    await deliveries(env, owner).happened(live(dee));
    await deliveries(env, owner).happened(live(dee));
    await run(owner);
    for (let turn = 0; turn < 4; turn++) {
      pass(minute);
      await run(owner);
    }
    expect(notify).toHaveBeenCalledTimes(2);
    expect(await inbox(env, dee.id).notices()).toMatchObject([
      {
        kind: "elsewhere",
        message: "Discord no longer accepts posts for #gone, so nothing is posted there. Link it again.",
      },
    ]);
    expect((await findPostTarget(db, dead))?.refusedAt).not.toBeNull();
    const of = (target: string) => attempts.filter((attempt) => attempt.target === target).length;
    expect([of(dead), of(alive)]).toEqual([1, 2]);
    await deliveries(env, owner).happened(live(dee));
    await run(owner);
    expect([of(dead), of(alive)]).toEqual([1, 3]);
  });

  test("of a stage is told to its managers, without the address of the webhook", async () => {
    const [one, two] = [await makePerformer(), await makePerformer()];
    await addStage("shut");
    await addManager("shut", one.id);
    await addManager("shut", two.id);
    const hook = await addHook("stage/shut", ["live"]);
    answer = () => ({ is: "dead", details: "It answered that it is gone." });
    await deliveries(env, "stage/shut").happened(live(one));
    await run("stage/shut");
    pass(1);
    await run("stage/shut");
    for (const { id } of [one, two])
      expect((await inbox(env, id).notices()).map(({ message }) => message)).toEqual([
        "The webhook at hooks.example.com was switched off. It answered that it is gone.",
      ]);
    expect(await findWebhook(db, hook)).toMatchObject({
      disabledAt: expect.any(Number),
      disabledReason: "It answered that it is gone.",
    });
  });

  test("is a webhook of which no call was taken for a day", async () => {
    const dee = await makePerformer();
    const owner = ownerOf(dee);
    const hook = await addHook(owner, ["live"]);
    answer = () => ({ is: "later", waitMs: null, details: "It answered 500." });
    await deliveries(env, owner).happened(live(dee));
    for (let turn = 0; turn < 12; turn++) {
      await run(owner);
      const next = (await all(owner))[0]?.nextTryAt;
      pass(next == null ? 1 : next - Date.now() + 1);
    }
    await run(owner);
    expect(attempts).toHaveLength(8);
    expect((await findWebhook(db, hook))?.disabledAt).not.toBeNull();
    expect(await inbox(env, dee.id).notices()).toHaveLength(1);
  });
});

test("the end of a broadcast changes the post about it, where its owner wants that", async () => {
  const dee = await makePerformer();
  const owner = ownerOf(dee);
  const edited = await addPosts(owner, { isEditedAtEnd: true });
  await addPosts(owner);
  const begun = live(dee);
  await deliveries(env, owner).happened(begun);
  await run(owner);
  await deliveries(env, owner).happened(ended(dee, "another"));
  pass(60 * minute);
  await deliveries(env, owner).happened(ended(dee, begun.key));
  await run(owner);
  expect(attempts.slice(2)).toMatchObject([{ target: edited, remote: "post-1", event: { kind: "ended" } }]);
});

test("too many are recorded and not sent", async () => {
  const dee = await makePerformer();
  const owner = ownerOf(dee);
  const target = await addPosts(owner);
  for (let n = 0; n < 22; n++) {
    pass(1);
    await deliveries(env, owner).happened(live(dee));
  }
  await run(owner);
  await vi.waitFor(async () => expect(await statuses(owner)).not.toContain("waiting"));
  expect(attempts).toHaveLength(20);
  const records = await deliveries(env, owner).list({ kind: "post", target, limit: 2 });
  expect(records).toMatchObject([
    { status: "failed", details: "Not sent: an account gets at most 20 posts a day." },
    { status: "failed" },
  ]);
  pass(24 * 60 * minute);
  await deliveries(env, owner).happened(live(dee));
  await run(owner);
  expect(attempts).toHaveLength(21);
});

describe("by hand", () => {
  test("a test is sent at once, also to what is switched off, and only to the owner's own", async () => {
    const [dee, eve] = [await makePerformer(), await makePerformer()];
    const target = await addPosts(ownerOf(dee), { refusedAt: noon });
    answer = () => ({ is: "later", waitMs: 60_000, details: "Too many." });
    const stub = deliveries(env, ownerOf(dee));
    const of = { kind: "post", target } as const;
    expect(await stub.sendTest({ ...of, text: "Hello" })).toMatchObject({
      about: "test",
      status: "failed",
      details: "Too many.",
      text: "Hello",
    });
    answer = () => ({ ...sent, text: "As it was sent" });
    expect(await stub.sendTest({ ...of, text: null })).toMatchObject({
      status: "sent",
      text: "As it was sent",
    });
    expect(attempts).toMatchObject([
      { event: null, text: "Hello" },
      { event: null, text: null },
    ]);
    const foreign = await deliveries(env, ownerOf(eve)).sendTest({ ...of, text: null });
    expect(foreign).toMatchObject({ status: "failed" });
    expect(attempts).toHaveLength(2);
  });

  test("a failed call is sent again under its first id", async () => {
    const dee = await makePerformer();
    const owner = ownerOf(dee);
    await addHook(owner, ["live"]);
    answer = () => ({ is: "refused", details: "It answered 400." });
    await deliveries(env, owner).happened(live(dee));
    await run(owner);
    const [failed] = await all(owner);
    expect(failed).toMatchObject({ status: "failed", details: "It answered 400." });
    answer = () => sent;
    pass(48 * 60 * minute);
    const again = await deliveries(env, owner).retry(failed?.id ?? "");
    expect(again).toMatchObject({ id: failed?.id, status: "sent", attempts: 1, details: null });
    expect(attempts[1]).toMatchObject({ id: failed?.id, event: { kind: "live" } });
    expect(await deliveries(env, owner).retry(failed?.id ?? "")).toBeNull();
    expect(await deliveries(env, owner).retry("unknown")).toBeNull();
  });

  test("a target that is removed gets nothing more", async () => {
    const dee = await makePerformer();
    const owner = ownerOf(dee);
    const target = await addPosts(owner);
    await deliveries(env, owner).happened(live(dee));
    await deliveries(env, owner).forgetTarget(target);
    await run(owner);
    expect(attempts).toEqual([]);
    expect(await statuses(owner)).toEqual(["failed"]);
  });
});

test("what someone heard goes once to each service on which they keep it", async () => {
  const ann = await makePerformer();
  const owner = ownerOf(ann);
  const account = { userId: ann.id, name: "ann", token: "sealed", uploadTags: [], linkedAt: noon };
  await db.insert(linkedAccounts).values([
    { ...account, party: "listenbrainz" },
    { ...account, party: "mixcloud" },
  ]);
  const listen = { play: "play-1", artist: "Miriam", title: "Pata Pata", heardAt: noon, durationMs: null };
  for (let n = 0; n < 2; n++) await deliveries(env, owner).heard(listen);
  await run(owner);
  expect(attempts).toEqual([
    { by: "listen", target: "listenbrainz", userId: ann.id, party: "listenbrainz", listen },
  ]);
  expect(await all(owner)).toMatchObject([{ kind: "listen", status: "sent", text: "Miriam – Pata Pata" }]);
});

test("the record keeps the newest, and what an account's deletion leaves names no one", async () => {
  const [dee, fan] = [await makePerformer(), await makePerformer({ username: "the fan" })];
  const owner = ownerOf(dee);
  await addHook(owner, ["follower", "track"]);
  const stub = () => deliveries(env, owner);
  const { at, path } = live(dee);
  const follower = { id: fan.id, username: fan.username };
  const performer = { id: dee.id, username: dee.username };
  await stub().happened({ kind: "follower", key: fan.id, at, path, performer, stage: null, follower });
  await run(owner);
  await vi.waitFor(async () =>
    expect(
      await env.DB.prepare("select room from chat_places where user_id = ?").bind(fan.id).first("room"),
    ).toBe(`deliveries/${owner}`),
  );
  await stub().forgetUser(fan.id);
  expect(await storageOf(stub())).not.toContain(fan.id);
  expect(await storageOf(stub())).not.toContain("the fan");

  await stub().happened(track(dee));
  await run(owner);
  await runInDurableObject(stub(), (_, { storage }) => {
    storage.sql.exec(`
      insert into deliveries (id, kind, target, about, text, status, since, created_at, changed_at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 510)
      select '00' || i, kind, target, about, text, status, since, created_at, changed_at from n, deliveries`);
  });
  pass(25 * 60 * minute);
  await run(owner);
  expect(await all(owner)).toHaveLength(500);
  pass(91 * 24 * 60 * minute);
  await run(owner);
  expect(await all(owner)).toHaveLength(0);

  await stub().happened(track(dee));
  await erased(stub().erase());
  expect(await storageOf(stub())).not.toContain(dee.id);
  expect(await runDurableObjectAlarm(stub())).toBe(false);
});
