import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AppContext } from "#app/context.ts";
import { textLength } from "#app/domains/base/text/clean.ts";
import { plainText } from "#app/domains/base/text/foreign-text.ts";
import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type { Outcome } from "#app/domains/people/deliveries/outcome.ts";
import type { DeliveriesPort, DeliveryRecord } from "#app/domains/people/deliveries/port.ts";
import type { Post } from "#app/domains/people/integrations/post-client.ts";
import { openDb } from "#db/client.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { linkChannel } from "#tests/helpers/post-targets.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { makeStage } from "#tests/helpers/stages.ts";
import { createAppContext } from "#workers/context.ts";
import { findViewer } from "#workers/session.ts";
import { removeTarget } from "./change.server.ts";
import { type PostTools, postServices } from "./clients.ts";
import type { PostTargetView } from "./contract.ts";
import { findPostTarget, markPostTargetRefused } from "./queries/post-targets.ts";
import { type PostDelivery, sendPost } from "./send.server.ts";
import { listTargets } from "./targets.server.ts";
import { listPosts, testTarget } from "./try.server.ts";

const db = openDb(env.DB);
const before = { ...postServices };
afterEach(() => Object.assign(postServices, before));

/** A service of tests in the place of Discord: what it got, and what it responds. */
function fakeService() {
  const sent: Outcome = { is: "sent", remote: "7", url: "https://discord.example/7" };
  const fake = {
    posts: [] as Post[],
    edits: [] as { remote: string; text: string }[],
    revoked: [] as unknown[],
    secrets: [] as unknown[],
    tools: null as PostTools | null,
    respond: async (): Promise<Outcome> => sent,
    find: undefined as ((post: Post) => Promise<Outcome | null>) | undefined,
  };
  postServices.discord = {
    limit: { max: 120, linkCount: 20, count: textLength, plain: plainText },
    canEdit: true,
    sameKeyMs: 0,
    connect: (_, secret, tools) => {
      fake.secrets.push(secret);
      fake.tools = tools;
      return {
        send: async (post) => {
          fake.posts.push(post);
          return fake.respond();
        },
        edit: async (remote, { text }) => {
          fake.edits.push({ remote, text });
          return sent;
        },
        ...(fake.find && { find: fake.find }),
      };
    },
    revoke: async (_, secret) => void fake.revoked.push(secret),
  };
  return fake;
}

let service: ReturnType<typeof fakeService>;
beforeEach(() => {
  service = fakeService();
});

/** The context of a person's request, with deliveries that send at once and a log that is kept. */
async function contextOf(person: Person, environment: Env = env) {
  const asked = new Request(env.CUE_ORIGIN, { headers: { authorization: `Bearer ${person.token}` } });
  const base = createAppContext(asked, environment, await findViewer(asked, environment));
  const logged: unknown[] = [];
  const log = { ...base.log, error: (...said: unknown[]) => void logged.push(said), warn: () => undefined };
  const forgotten: string[] = [];
  const work: Promise<void>[] = [];
  const ctx: AppContext = {
    ...base,
    log,
    afterAnswer: (_, run) => void work.push(run()),
    deliveries: {
      of: (owner) =>
        ({
          test: async ({ target, text }) => {
            const delivery = { owner, target, event: null, text, remote: null, isUnsure: false };
            return recordOf(target, text ?? "", await sendPost(ctx, delivery));
          },
          forgetTarget: async (target) => void forgotten.push(target),
          list: async ({ limit, before: id = "99" }) =>
            Array.from({ length: limit }, (_, index) => ({
              ...recordOf("target", "Hello", { is: "sent", remote: null, url: null }),
              id: String(Number(id) - 1 - index),
            })).filter((record) => Number(record.id) > 60),
        }) satisfies Partial<DeliveriesPort> as unknown as DeliveriesPort,
    },
  };
  return { ctx, logged, forgotten, settled: () => Promise.all(work) };
}

function recordOf(target: string, text: string, outcome: Outcome): DeliveryRecord {
  const times = { createdAt: 1, changedAt: 1, nextTryAt: null, attempts: 1 };
  const isSent = outcome.is === "sent";
  return {
    ...times,
    id: ulid(),
    kind: "post",
    about: "test",
    target,
    text,
    status: isSent ? "sent" : "failed",
    url: isSent ? outcome.url : null,
    details: null,
  };
}

const update = (as: Person, body: object) => request("/api/posts/update", { as, body });
const list = (as: Person, stage = "") =>
  answerOf<PostTargetView[]>(request(`/api/posts/list${stage && `?stage=${stage}`}`, { as }));

/** `as`: on a stage, with a set. */
const liveEvent = (person: Person, change: Partial<OwnEvent> = {}): OwnEvent =>
  ({
    kind: "live",
    key: "broadcast-1",
    at: Date.now(),
    path: "/room/night-shift",
    broadcast: "broadcast-1",
    performer: { id: person.id, username: person.username },
    stage: { id: "stage", name: "Night Shift" },
    set: { id: "set", name: "Warm-Up", startsAt: 0, endsAt: 1 },
    ...change,
  }) as OwnEvent;

describe("settings of a target", () => {
  test("are changed one by one, and a default text stays the default", async () => {
    const person = await makePerformer();
    const { id } = await linkChannel({ owner: `user/${person.id}` });
    expect(await list(person)).toMatchObject([
      { id, party: "discord", onLive: true, onBooking: false, hasLink: true, liveText: "", canEdit: true },
    ]);
    const changed = { onBooking: true, isEditedAtEnd: true, liveText: " {set} now " };
    expect(await answerOf(update(person, { target: id, ...changed }))).toMatchObject({
      onBooking: true,
      isEditedAtEnd: true,
      onLive: true,
      liveText: "{set} now",
    });
    const asDefault = { target: id, liveText: "I am live on {stage} with {set}." };
    expect(await answerOf(update(person, asDefault))).toMatchObject({ liveText: "" });
    expect(await answerOf(update(person, { target: id }))).toMatchObject({ onBooking: true });
  });

  test("refuse a text that cannot be posted, in a sentence that says why", async () => {
    const person = await makePerformer();
    const { id } = await linkChannel({ owner: `user/${person.id}` });
    expect(await answerOf(update(person, { target: id, bookingText: "{artist}" }), 400)).toMatchObject({
      code: "post-text",
      error: expect.stringContaining("{artist} is not a placeholder."),
    });
    const long = { target: id, liveText: "x".repeat(5_000) };
    expect(await answerOf(update(person, long), 400)).toMatchObject({ code: "bad-input" });
    const ended = { party: "bluesky" as const, owner: `user/${person.id}` as const };
    const account = await linkChannel(ended);
    const edited = { target: account.id, isEditedAtEnd: true };
    expect(await answerOf(update(person, edited), 400)).toMatchObject({ code: "bad-input" });
    const tooLong = { target: account.id, liveText: "x".repeat(280) };
    expect(await answerOf(update(person, tooLong), 400)).toMatchObject({
      error: "This text is too long for Bluesky. Shorten it.",
    });
    await answerOf(update(person, { ...tooLong, hasLink: false }));
    // The link needs room in the text that is there.
    expect(await answerOf(update(person, { target: account.id, hasLink: true }), 400)).toMatchObject({
      code: "post-text",
    });
  });

  test("are kept when the account is linked again, which ends a refusal", async () => {
    const person = await makePerformer();
    const owner = `user/${person.id}` as const;
    const first = await linkChannel({ owner, party: "mastodon", name: "@ana" }, { liveText: "{set}!" });
    await markPostTargetRefused(db, first.id, Date.now() + 1_000);
    expect(await list(person)).toMatchObject([{ isRefused: true }]);
    const again = await linkChannel({ owner, party: "mastodon", name: "@bob" });
    expect(again).toMatchObject({ id: first.id, name: "@bob", liveText: "{set}!", refusedAt: null });
    // A person may have many channels; one is linked again by its id, and only by its owner.
    const channel = await linkChannel({ owner }, { hasLink: false });
    await linkChannel({ owner });
    expect(await linkChannel({ owner, id: channel.id })).toMatchObject({ id: channel.id, hasLink: false });
    expect(await list(person)).toHaveLength(3);
    const other = await makePerformer();
    await expect(linkChannel({ owner: `user/${other.id}`, id: channel.id })).rejects.toThrow();
  });

  test("of a stage belong to its managers, and of a service that is off to no one", async () => {
    const [manager, other] = [await makePerson(), await makePerformer()];
    const stage = await makeStage(manager, { name: "Night Shift" });
    const { id } = await linkChannel({ owner: `stage/${stage.id}` });
    expect(await list(manager)).toEqual([]);
    expect(await list(manager, stage.id)).toMatchObject([
      { id, owner: { kind: "stage", name: "Night Shift", page: `${env.CUE_ORIGIN}/room/night-shift` } },
    ]);
    expect((await update(other, { target: id, onLive: false })).status).toBe(404);
    const { ctx } = await contextOf(manager, { ...env, CUE_ELSEWHERE: "telegram" } as Env);
    expect(await listTargets(ctx, { stage: stage.id })).toEqual([]);
    await expect(testTarget(ctx, { target: id })).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("owners see what would be posted", () => {
  test("in a preview that counts as the service does", async () => {
    const person = await makePerformer();
    const { id } = await linkChannel({ owner: `user/${person.id}`, party: "mastodon" });
    const preview = (text: string, kind = "live") =>
      request("/api/posts/preview", { as: person, body: { target: id, text, kind } });
    const link = `${env.CUE_ORIGIN}/profile/${person.id}`;
    expect(await answerOf(preview("{performer}: {set}"))).toEqual({
      text: `${person.username}: Friday Warm-Up ${link}`,
      count: person.username.length + 16 + 24,
      max: 500,
    });
    expect(await answerOf(preview("", "ended"))).toMatchObject({
      text: `I was live on Night Shift with Friday Warm-Up. ${link}`,
    });
    expect(await answerOf(preview("{oops}"), 400)).toMatchObject({ code: "post-text" });
  });

  test("in a test that is really posted, says that it is one, and is limited", async () => {
    const person = await makePerformer();
    const target = await linkChannel({ owner: `user/${person.id}` }, { liveText: "{set} by {performer}" });
    const { ctx } = await contextOf(person);
    const record = await testTarget(ctx, { target: target.id });
    expect(record).toMatchObject({ about: "test", status: "sent", url: "https://discord.example/7" });
    expect(service.secrets).toEqual([{ token: "a token" }]);
    expect(service.posts).toMatchObject([
      {
        text: expect.stringMatching(/^Test at \d\d:\d\d:\d\d UTC: Friday Warm-Up by person \d+$/),
        link: `${env.CUE_ORIGIN}/profile/${person.id}`,
      },
    ]);
    for (let tests = 1; tests < 6; tests++) await testTarget(ctx, { target: target.id });
    await expect(testTarget(ctx, { target: target.id })).rejects.toMatchObject({ code: "rate-limited" });
    await markPostTargetRefused(db, target.id, Date.now() + 1_000);
    await expect(testTarget(ctx, { target: target.id })).rejects.toMatchObject({
      code: "post-target-refused",
    });
    expect(service.posts).toHaveLength(6);
  });

  test("in a record that goes back page by page", async () => {
    const { ctx } = await contextOf(await makePerformer());
    const first = await listPosts(ctx, {});
    expect(first.posts.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => String(98 - at)));
    expect(first.next).toBe("79");
    expect(await listPosts(ctx, { before: "79" })).toMatchObject({ next: null, posts: { length: 18 } });
  });
});

describe("a post", () => {
  async function linked(settings: Parameters<typeof linkChannel>[1] = {}) {
    const person = await makePerformer();
    const target = await linkChannel({ owner: `user/${person.id}` }, settings);
    const { ctx, logged } = await contextOf(person);
    const send = (change: Partial<PostDelivery> = {}) =>
      sendPost(ctx, {
        owner: `user/${person.id}`,
        target: target.id,
        event: liveEvent(person),
        text: null,
        remote: null,
        isUnsure: false,
        ...change,
      });
    return { person, target, ctx, logged, send };
  }

  test("tells of going live, of a booking, and is changed at the end", async () => {
    const { person, send } = await linked({ bookingText: "{time}" });
    expect(await send()).toMatchObject({
      is: "sent",
      remote: "7",
      text: `I am live on Night Shift with Warm-Up. ${env.CUE_ORIGIN}/room/night-shift`,
    });
    const booked = liveEvent(person, { kind: "booked", key: "set" });
    await send({ event: booked });
    expect(service.posts).toMatchObject([
      {
        text: "I am live on Night Shift with Warm-Up.",
        link: `${env.CUE_ORIGIN}/room/night-shift`,
        card: { title: "Warm-Up", description: `${person.username} · Night Shift · Cue Music` },
      },
      { text: "Thu, Jan 1, 00:00 UTC" },
    ]);
    // The same for every attempt, and another for another post.
    await send();
    const keys = service.posts.map(({ key }) => key);
    expect(keys[2]).toBe(keys[0]);
    expect(keys[1]).not.toBe(keys[0]);
    const ended = liveEvent(person, { kind: "ended", replay: "/replay/1" } as Partial<OwnEvent>);
    await send({ event: ended, remote: "7" });
    expect(service.edits).toEqual([{ remote: "7", text: "I was live on Night Shift with Warm-Up." }]);
    expect(await send({ event: ended })).toMatchObject({ is: "refused" });
    expect(await send({ event: liveEvent(person, { kind: "track" }) })).toMatchObject({ is: "refused" });
    expect(service.posts).toHaveLength(3);
  });

  test("that may have arrived is looked for, and not sent again where the service cannot say", async () => {
    const { send } = await linked();
    expect(await send({ isUnsure: true })).toEqual({ is: "unsure" });
    service.find = async () => ({ is: "sent", remote: "8", url: null });
    expect(await send({ isUnsure: true })).toMatchObject({ remote: "8" });
    expect(service.posts).toEqual([]);
    service.find = async () => null;
    expect(await send({ isUnsure: true })).toMatchObject({ remote: "7" });
    service.find = undefined;
    postServices.discord.sameKeyMs = 60_000;
    expect(await send({ isUnsure: true })).toMatchObject({ remote: "7" });
  });

  test("is not sent where its access is gone, and a fault tells no secret", async () => {
    const { send, logged, target, person } = await linked();
    expect(await send({ owner: "user/another" })).toMatchObject({ is: "refused" });
    expect(await send({ target: ulid() })).toMatchObject({ is: "refused" });
    service.respond = async () => {
      throw new TypeError("https://discord.example/a-secret-token");
    };
    expect(await send()).toEqual({ is: "unsure" });
    expect(JSON.stringify(logged)).toContain("TypeError");
    expect(JSON.stringify(logged)).not.toContain("a-secret-token");
    await env.DB.prepare("update post_targets set secret = 'of another key' where id = ?")
      .bind(target.id)
      .run();
    expect(await send()).toMatchObject({ is: "dead" });
    await linkChannel({ owner: `user/${person.id}`, id: target.id });
    await markPostTargetRefused(db, target.id, Date.now() + 1_000);
    expect(await send()).toMatchObject({ is: "dead" });
  });

  test("keeps a secret that the service renews, but not over one that was linked meanwhile", async () => {
    const { send, person, target } = await linked();
    await send();
    await service.tools?.onSecret({ token: "second" });
    await service.tools?.onSecret({ token: "third" });
    const old = service.tools;
    await send();
    expect(service.secrets.at(-1)).toEqual({ token: "third" });
    await linkChannel({ owner: `user/${person.id}`, id: target.id, secret: { token: "linked again" } });
    await old?.onSecret({ token: "fourth" });
    await send();
    expect(service.secrets.at(-1)).toEqual({ token: "linked again" });
  });
});

test("removing a target ends what waits, deletes the secret, and revokes it", async () => {
  const person = await makePerformer();
  const [kept, gone] = [
    await linkChannel({ owner: `user/${person.id}` }),
    await linkChannel({ owner: `user/${person.id}` }),
  ];
  const { ctx, forgotten, settled } = await contextOf(person);
  expect(await removeTarget(ctx, { target: gone.id })).toMatchObject([{ id: kept.id }]);
  await settled();
  expect(forgotten).toEqual([gone.id]);
  expect(service.revoked).toEqual([{ token: "a token" }]);
  expect(await findPostTarget(db, gone.id)).toBeUndefined();
  await expect(removeTarget(ctx, { target: gone.id })).rejects.toMatchObject({ code: "not-found" });
});
