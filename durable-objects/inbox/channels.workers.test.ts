import { env, evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { NewNotice, NoticeKind } from "#app/domains/notifications/contract.ts";
import { noticeKinds } from "#app/domains/notifications/contract.ts";
import { kindRules } from "#app/domains/notifications/kinds.ts";
import { readPushKey } from "#app/domains/notifications/push-key.ts";
import { mailAfterMs, mailAfterPushMs, mailGapMs } from "#app/domains/notifications/rules.ts";
import { openDb } from "#db/client.ts";
import { pushSubscriptions, quietHours, sessions, toggleSettings, users } from "#db/schema/index.ts";
import { mailsTo } from "#tests/helpers/outbox.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { PushService } from "#tests/helpers/push-service.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import { inbox } from "../stubs.ts";

const db = openDb(env.DB);
const minute = 60_000;
/** Noon in UTC, so that nobody's clock matters; no alarm comes by itself then. */
const noon = Date.parse("2030-05-01T12:00:00Z");
const service = new PushService(readPushKey(env.CUE_PUSH_KEY ?? "").publicKey);

let count = 0;
const notice = (kind: NoticeKind, change: Partial<NewNotice> = {}): NewNotice => ({
  kind,
  message: `${kind} ${++count}`,
  at: Date.now(),
  key: `key ${count}`,
  url: "/room/club",
  ...change,
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const tell = (person: Person, told: NewNotice) => inbox(env, person.id).notify(told);
/** Whatever is due by now. */
const settle = async (person: Person) => {
  for (let turn = 0; turn < 4; turn++) await runDurableObjectAlarm(inbox(env, person.id));
};
const listed = async (person: Person) =>
  (await inbox(env, person.id).notices()).map(({ message }) => message);
const mails = (person: Person) => mailsTo(`${person.username}@example.com`);

async function makeReader(name: string, facts: { emailVerifiedAt?: number | null } = {}): Promise<Person> {
  return makePerson({ username: name, email: `${name}@example.com`, emailVerifiedAt: noon, ...facts });
}

async function turnOn(person: Person) {
  const subscription = service.subscribe();
  await answerOf(request("/api/notifications/subscribe", { as: person, body: subscription }));
  return subscription.endpoint;
}
const pushed = (endpoint: string) => service.received(endpoint).map(({ payload }) => payload["body"]);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  // The log-ins of these tests last until then.
  vi.spyOn(globalThis, "fetch").mockImplementation(service.fetch);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a push", () => {
  test("is decrypted by another implementation of the standard, and says how urgent it is", async () => {
    const ada = await makeReader("ada");
    const endpoint = await turnOn(ada);
    const long = "so much to say ".repeat(80);
    await tell(
      ada,
      notice("message", { title: "Nell", message: long, url: "/inbox/1", group: "conversation/1" }),
    );
    await tell(ada, notice("performer-live", { message: "Dee is live." }));
    await settle(ada);
    const [message, live] = service.received(endpoint);
    expect(message).toEqual({
      payload: {
        title: "Nell",
        body: `${long.slice(0, 239)}…`,
        url: "/inbox/1",
        tag: "conversation/1",
        seq: null,
        readUpTo: 0,
        unread: 1,
      },
      ttl: "43200",
      urgency: "high",
      topic: expect.stringMatching(/^[\w-]{32}$/),
    });
    expect(live).toMatchObject({ payload: { body: "Dee is live.", seq: 1 }, ttl: "900" });
    expect(live?.topic).not.toBe(message?.topic);
  });

  test("goes to every device once, also where the key is repeated and the object evicted", async () => {
    const bob = await makeReader("bob");
    const devices = [await turnOn(bob), await turnOn(bob)];
    const told = notice("follow");
    await tell(bob, told);
    await tell(bob, told);
    await evictDurableObject(inbox(env, bob.id));
    await settle(bob);
    await tell(bob, told);
    await settle(bob);
    for (const device of devices) expect(pushed(device)).toEqual([told.message]);
  });

  test("is tried again where the push service is away, when it says, and given up when it is worthless", async () => {
    const cy = await makeReader("cy");
    const [good, slow, dead] = [await turnOn(cy), await turnOn(cy), await turnOn(cy)];
    service.answerNext(slow, { status: 503 }, { status: 429, retryAfter: 60 });
    service.answerNext(dead, ...Array.from({ length: 40 }, () => ({ status: 500 })));
    const told = notice("performer-live");
    await tell(cy, told);
    await settle(cy);
    expect([pushed(good), pushed(slow)]).toEqual([[told.message], []]);
    pass(6_000);
    await settle(cy);
    expect(pushed(slow)).toEqual([]);
    pass(61_000);
    await settle(cy);
    expect(pushed(slow)).toEqual([told.message]);
    for (let turn = 0; turn < 20; turn++) {
      pass(minute);
      await settle(cy);
    }
    expect(pushed(good)).toEqual([told.message]);
    const tried = service.requests;
    pass(minute);
    await settle(cy);
    expect(service.requests).toBe(tried);
    expect(await storageOf(inbox(env, cy.id))).toMatch(/waiting: \[\]/);
  });

  test.each([404, 410])("that is answered %i takes the browser off the list", async (status) => {
    const dee = await makeReader(`dee${status}`);
    const [here, gone] = [await turnOn(dee), await turnOn(dee)];
    service.answerNext(gone, { status });
    await tell(dee, notice("follow"));
    await settle(dee);
    const left = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, dee.id));
    expect(left.map(({ endpoint }) => endpoint)).toEqual([here]);
    const asked = service.requests;
    await tell(dee, notice("follow"));
    await settle(dee);
    expect(service.requests).toBe(asked + 1);
  });

  test("that is refused is not repeated, and neither is one that is led elsewhere", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const eva = await makeReader("eva");
    const endpoint = await turnOn(eva);
    service.answerNext(endpoint, { status: 403 }, { status: 307 });
    for (const told of [notice("follow"), notice("follow"), notice("follow", { message: "third" })]) {
      await tell(eva, told);
      await settle(eva);
    }
    expect(pushed(endpoint)).toEqual(["third"]);
  });

  test("ends with the log-in that it was turned on in", async () => {
    const fay = await makeReader("fay");
    const endpoint = await turnOn(fay);
    await answerOf(request("/api/users/logout", { as: fay, body: {} }));
    await tell(fay, notice("follow"));
    await settle(fay);
    expect(pushed(endpoint)).toEqual([]);
    expect(await db.select().from(sessions).where(eq(sessions.userId, fay.id))).toEqual([]);
  });

  test("is for whoever turned it on last in a browser", async () => {
    const [gus, hal] = [await makeReader("gus"), await makeReader("hal")];
    const subscription = service.subscribe();
    for (const as of [gus, hal])
      await answerOf(request("/api/notifications/subscribe", { as, body: subscription }));
    await tell(gus, notice("follow", { message: "private to gus" }));
    await tell(hal, notice("follow", { message: "for hal" }));
    await settle(gus);
    await settle(hal);
    expect(pushed(subscription.endpoint)).toEqual(["for hal"]);
    const isOn = (as: Person) =>
      answerOf(request("/api/notifications/device", { as, body: { endpoint: subscription.endpoint } }));
    expect([await isOn(gus), await isOn(hal)]).toEqual([{ isOn: false }, { isOn: true }]);
  });

  test("of what was read on an open page meanwhile is not sent", async () => {
    const ida = await makeReader("ida");
    const endpoint = await turnOn(ida);
    await tell(ida, notice("message", { group: "conversation/9", message: "read there" }));
    await tell(ida, notice("message", { group: "conversation/8", message: "unread" }));
    await inbox(env, ida.id).settle("conversation/9");
    await settle(ida);
    expect(pushed(endpoint)).toEqual(["unread"]);
  });
});

describe("quiet hours", () => {
  const night = Date.parse("2030-05-01T23:30:00Z");
  const morning = Date.parse("2030-05-02T07:00:00Z");
  const sleep = (person: Person) =>
    db
      .insert(quietHours)
      .values({ userId: person.id, fromMinute: 22 * 60, toMinute: 7 * 60, timeZone: "UTC" });

  test("hold pushes until they end, and what is live then is not told late", async () => {
    const jo = await makeReader("jo");
    const endpoint = await turnOn(jo);
    await sleep(jo);
    vi.setSystemTime(night);
    await tell(jo, notice("follow", { message: "a follower" }));
    await tell(jo, notice("performer-live", { message: "live at night" }));
    await settle(jo);
    expect(await listed(jo)).toEqual(["live at night", "a follower"]);
    expect(pushed(endpoint)).toEqual([]);
    vi.setSystemTime(morning);
    await settle(jo);
    expect(pushed(endpoint)).toEqual(["a follower"]);
  });

  test("end with one push where much has come, which says nobody's words", async () => {
    const kim = await makeReader("kim");
    const endpoint = await turnOn(kim);
    await sleep(kim);
    vi.setSystemTime(night);
    for (const kind of ["follow", "follow", "mention", "booking"] as const)
      await tell(kim, notice(kind, { message: "secret words" }));
    vi.setSystemTime(morning);
    await settle(kim);
    expect(service.received(endpoint).map(({ payload }) => [payload["title"], payload["body"]])).toEqual([
      ["4 notices", "New follower (2), You were mentioned, Booking"],
    ]);
  });

  test("that were set meanwhile hold what waits, and a switch that was turned off ends it", async () => {
    const lee = await makeReader("lee");
    const endpoint = await turnOn(lee);
    vi.setSystemTime(night);
    await tell(lee, notice("follow", { message: "held" }));
    await tell(lee, notice("mention", { message: "unwanted" }));
    await sleep(lee);
    await db.insert(toggleSettings).values({ userId: lee.id, mentionNotifications: false });
    await settle(lee);
    expect(pushed(endpoint)).toEqual([]);
    vi.setSystemTime(morning);
    await settle(lee);
    expect(pushed(endpoint)).toEqual(["held"]);
  });
});

describe("mail", () => {
  test("gathers what is unread after a while, once, and ends with one click", async () => {
    const may = await makeReader("may");
    const told = [
      notice("follow"),
      notice("message", { title: "Nell", message: "hello" }),
      notice("booking"),
    ];
    for (const each of told) await tell(may, each);
    await settle(may);
    expect(await mails(may)).toEqual([]);
    pass(mailAfterMs);
    await settle(may);
    await settle(may);
    const [mail, ...others] = await mails(may);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: "3 things you have missed on Cue",
      headers: {
        "List-Unsubscribe": expect.stringMatching(/^<http:\/\/localhost:8787\/unsubscribe\?token=[\w.-]+>$/),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    });
    for (const words of [told[0]?.message, "Nell: hello", told[2]?.message])
      expect(mail?.text).toContain(words);

    await tell(may, notice("follow", { message: "soon after" }));
    pass(mailAfterMs);
    await settle(may);
    expect(await mails(may)).toHaveLength(1);
    pass(mailGapMs);
    await settle(may);
    expect((await mails(may)).map(({ subject }) => subject)).toEqual(["soon after", mail?.subject]);
  });

  test("is not sent of what was read, nor to an address that is not verified", async () => {
    const [ned, odo] = [await makeReader("ned"), await makeReader("odo", { emailVerifiedAt: null })];
    await tell(ned, notice("message", { group: "conversation/1" }));
    await inbox(env, ned.id).settle("conversation/1");
    await tell(odo, notice("follow"));
    pass(mailAfterPushMs);
    for (const person of [ned, odo]) await settle(person);
    expect([await mails(ned), await mails(odo)]).toEqual([[], []]);
  });

  test("comes much later where a device was told", async () => {
    const pat = await makeReader("pat");
    await turnOn(pat);
    await tell(pat, notice("follow"));
    pass(mailAfterMs);
    await settle(pat);
    expect(await mails(pat)).toEqual([]);
    pass(mailAfterPushMs);
    await settle(pat);
    expect(await mails(pat)).toHaveLength(1);
  });

  test("about what is live comes at once or not at all", async () => {
    const quin = await makeReader("quin");
    await tell(quin, notice("stage-live", { message: "The Club is live." }));
    await settle(quin);
    expect((await mails(quin)).map(({ subject }) => subject)).toEqual(["The Club is live."]);
    await tell(quin, notice("stage-live", { message: "late news" }));
    pass(mailAfterMs + minute);
    await settle(quin);
    expect(await mails(quin)).toHaveLength(1);
  });
});

test.each(noticeKinds)("%s: its switch decides, for push and mail and the list", async (kind) => {
  const { toggle, inApp } = kindRules[kind];
  const person = await makeReader(`switch-${kind}`);
  const endpoint = await turnOn(person);
  await tell(person, notice(kind, { message: "wanted" }));
  await settle(person);
  await db.insert(toggleSettings).values({ userId: person.id, [toggle]: false });
  await tell(person, notice(kind, { message: "unwanted" }));
  await settle(person);
  pass(mailAfterPushMs);
  await settle(person);
  expect(pushed(endpoint)).toEqual(["wanted"]);
  expect(await listed(person)).toEqual(
    { toggled: ["wanted"], always: ["unwanted", "wanted"], elsewhere: [] }[inApp],
  );
  expect((await mails(person)).map(({ text }) => text.includes("unwanted"))).not.toContain(true);
});

test("what came while the database was away is told when it is back, once", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const ray = await makeReader("ray");
  const away = vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("away"));
  const told = notice("follow");
  await tell(ray, told);
  await tell(ray, told);
  expect(await listed(ray)).toEqual([]);
  away.mockRestore();
  pass(5_000);
  await settle(ray);
  await tell(ray, told);
  expect(await listed(ray)).toEqual([told.message]);
});

test("nothing is on its way any more about somebody whose account is gone", async () => {
  const [sue, tom] = [await makeReader("sue"), await makeReader("tom")];
  const endpoint = await turnOn(sue);
  await tell(sue, notice("message", { about: tom.id, message: "from tom", group: "conversation/2" }));
  await db.delete(users).where(eq(users.id, tom.id));
  await inbox(env, sue.id).forgetUser(tom.id);
  await settle(sue);
  expect(pushed(endpoint)).toEqual([]);
  expect(await storageOf(inbox(env, sue.id))).not.toMatch(new RegExp(`${tom.id}|from tom`));
});
