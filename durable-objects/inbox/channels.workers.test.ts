import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { utcTime } from "#app/domains/base/time/utc-time.ts";
import { eraseLateRows } from "#app/domains/people/accounts/queries/erasure.ts";
import {
  type NoticeKind,
  type NoticeToggle,
  noticeKinds,
} from "#app/domains/people/notifications/contract.ts";
import { listMails } from "#app/domains/people/notifications/queries/mails.ts";
import { mailAfterMs, mailAfterPushMs, mailGapMs } from "#app/domains/people/notifications/rules.ts";
import { openDb } from "#db/client.ts";
import { quietHours, toggleSettings, users } from "#db/schema/index.ts";
import type { Person } from "#tests/helpers/people.ts";
import {
  listed,
  mails,
  makeReader,
  minute,
  notice,
  pass,
  pushed,
  service,
  settle,
  startAtNoon,
  tell,
  turnOn,
} from "#tests/helpers/reader.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import { inbox } from "../stubs.ts";

const db = openDb(env.DB);
startAtNoon();

describe("quiet hours", () => {
  const night = Date.parse("2030-05-01T23:30:00Z");
  const morning = Date.parse("2030-05-02T07:00:00Z");
  const sleep = (person: Person) =>
    db
      .insert(quietHours)
      .values({ userId: person.id, fromMinute: 22 * 60, toMinute: 7 * 60, timeZone: "UTC" });

  test("hold pushes until they end, and drop pushes about live broadcasts", async () => {
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

  test("end with a single push without message texts after many notifications", async () => {
    const kim = await makeReader("kim");
    const endpoint = await turnOn(kim);
    await sleep(kim);
    vi.setSystemTime(night);
    for (const kind of ["follow", "follow", "mention", "booking"] as const)
      await tell(kim, notice(kind, { message: `words of a ${kind}` }));
    vi.setSystemTime(morning);
    await settle(kim);
    expect(service.received(endpoint).map(({ payload }) => [payload["title"], payload["body"]])).toEqual([
      ["4 notifications", "New follower (2), You were mentioned, Booking"],
    ]);
    const [mail, ...others] = await mails(kim);
    expect(others).toEqual([]);
    expect(mail?.text.match(/words of a \w+/g)).toEqual(
      ["follow", "follow", "mention", "booking"].map((kind) => `words of a ${kind}`),
    );
  });

  test("tell the zone in which emails give times", async () => {
    const ola = await makeReader("ola");
    await db
      .insert(quietHours)
      .values({ userId: ola.id, fromMinute: 22 * 60, toMinute: 7 * 60, timeZone: "Europe/Berlin" });
    await tell(ola, notice("booking", { message: `Moved to ${utcTime(night)}.` }));
    vi.setSystemTime(morning);
    await settle(ola);
    // Invisible characters keep mail software from making links of what others wrote.
    const text = (await mails(ola))[0]?.text.replaceAll("\u2060", "");
    expect(text).toContain("Moved to Thu, May 2, 01:30 GMT+2.");
  });

  test("set later hold waiting pushes, and a switch turned off cancels them", async () => {
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

describe("an email", () => {
  test("collects unread notifications after a delay, once, and one click unsubscribes", async () => {
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
      subject: "3 things you missed on Cue",
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

  test("is not sent for read notifications or to an unverified address", async () => {
    const [ned, odo] = [await makeReader("ned"), await makeReader("odo", { emailVerifiedAt: null })];
    await tell(ned, notice("message", { group: "conversation/1" }));
    await inbox(env, ned.id).settle("conversation/1");
    await tell(odo, notice("follow"));
    pass(mailAfterPushMs);
    for (const person of [ned, odo]) await settle(person);
    expect([await mails(ned), await mails(odo)]).toEqual([[], []]);
  });

  test("is sent much later if a device received a push", async () => {
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

  test("about a live broadcast is sent immediately or not at all", async () => {
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

/**
 * The setting of each kind, and the list's entry for a notification whose switch is off: `kept`, `gone`, or `never` in
 * the list (a message is in its conversation).
 */
const switches: Record<NoticeKind, [NoticeToggle, "gone" | "kept" | "never"]> = {
  follow: ["followerNotifications", "gone"],
  message: ["chatNotifications", "never"],
  mention: ["mentionNotifications", "gone"],
  booking: ["bookingNotifications", "kept"],
  "performer-live": ["notifications", "gone"],
  "stage-live": ["roomNotifications", "gone"],
  award: ["systemNotifications", "gone"],
  tip: ["systemNotifications", "gone"],
  announcement: ["systemNotifications", "gone"],
  operators: ["systemNotifications", "kept"],
  "mount-busy": ["systemNotifications", "kept"],
  "mount-password": ["systemNotifications", "kept"],
  "set-late": ["bookingNotifications", "kept"],
  "still-connected": ["bookingNotifications", "kept"],
  elsewhere: ["systemNotifications", "kept"],
};

test.each(noticeKinds)("the switch of %s controls push, email and list", async (kind) => {
  const [toggle, inList] = switches[kind];
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
  expect(await listed(person)).toEqual({ gone: ["wanted"], kept: ["unwanted", "wanted"], never: [] }[inList]);
  expect((await mails(person)).map(({ text }) => text.includes("unwanted"))).not.toContain(true);
});

test("notifications that arrive while the database is unavailable are delivered once afterwards", async () => {
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

test("pending notifications about a deleted account are removed", async () => {
  const [sue, tom] = [await makeReader("sue"), await makeReader("tom")];
  const endpoint = await turnOn(sue);
  await tell(sue, notice("message", { about: tom.id, message: "from tom", group: "conversation/2" }));
  await db.delete(users).where(eq(users.id, tom.id));
  await inbox(env, sue.id).forgetUser(tom.id);
  await settle(sue);
  expect(pushed(endpoint)).toEqual([]);
  expect(await storageOf(inbox(env, sue.id))).not.toMatch(new RegExp(`${tom.id}|from tom`));
});

test("an email names everyone it is about in its id, by which it is deleted with their account", async () => {
  const [una, vic] = [await makeReader("una"), await makeReader("vic")];
  await tell(una, notice("performer-live", { about: vic.id, message: "vic is live.", url: "/inbox" }));
  await settle(una);
  const stored = (await listMails(db, 50)).map(({ id }) => id);
  expect(stored).toContainEqual(expect.stringMatching(new RegExp(`^notices:${una.id}:\\d+:${vic.id}$`)));
  await eraseLateRows(db, vic.id);
  expect(await mails(una)).toEqual([]);
});

test("one person's acts leave the notifications of others in the list, and are soon only listed", async () => {
  const [reader, busy, other] = [
    await makeReader("nia"),
    await makeReader("busy"),
    await makeReader("quiet"),
  ];
  const endpoint = await turnOn(reader);
  await tell(reader, notice("booking", { message: "from another", about: other.id }));
  await settle(reader);
  for (let each = 1; each <= 120; each++)
    await tell(reader, notice("booking", { message: `rename ${each}`, about: busy.id }));
  await settle(reader);
  const messages = await listed(reader);
  expect(messages).toHaveLength(31);
  expect([messages.at(0), messages.at(-1)]).toEqual(["rename 120", "from another"]);
  expect(pushed(endpoint).length).toBeLessThanOrEqual(21);

  pass(61 * minute);
  await tell(reader, notice("booking", { message: "an hour later", about: busy.id }));
  await settle(reader);
  expect(pushed(endpoint).at(-1)).toBe("an hour later");
});
