import { env, evictDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { openDb } from "#db/client.ts";
import { pushSubscriptions, sessions } from "#db/schema/index.ts";
import type { Person } from "#tests/helpers/people.ts";
import {
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
import { answerOf, request } from "#tests/helpers/request.ts";
import { storageOf } from "#tests/helpers/storage.ts";
import { inbox } from "../stubs.ts";

const db = openDb(env.DB);
startAtNoon();

describe("a push", () => {
  test("can be decrypted by another implementation of the standard, and states its urgency", async () => {
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

  test("is sent once to every device, also with a repeated key or after an eviction", async () => {
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

  test("is retried after the push service's retry time, and dropped when it is outdated", async () => {
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

  test.each([404, 410])("that is answered with %i removes the subscription", async (status) => {
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

  test("that is refused or redirected is not repeated", async () => {
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

  test("is not sent after its log-in session ends", async () => {
    const fay = await makeReader("fay");
    const endpoint = await turnOn(fay);
    await answerOf(request("/api/users/logout", { as: fay, body: {} }));
    await tell(fay, notice("follow"));
    await settle(fay);
    expect(pushed(endpoint)).toEqual([]);
    expect(await db.select().from(sessions).where(eq(sessions.userId, fay.id))).toEqual([]);
  });

  test("goes to the user who last turned it on in a browser", async () => {
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

  test("in transit to a browser's previous user does not remove the subscription of the new one", async () => {
    const [ike, jill] = [await makeReader("ike"), await makeReader("jill")];
    const subscription = service.subscribe();
    const isOn = (as: Person) =>
      answerOf(request("/api/notifications/device", { as, body: { endpoint: subscription.endpoint } }));
    await answerOf(request("/api/notifications/subscribe", { as: ike, body: subscription }));
    service.answerNext(subscription.endpoint, { status: 503 });
    await tell(ike, notice("follow", { message: "for ike" }));
    await settle(ike);
    await answerOf(request("/api/notifications/subscribe", { as: jill, body: subscription }));
    pass(minute);
    await settle(ike);
    expect(await isOn(jill)).toEqual({ isOn: true });
    await tell(jill, notice("follow", { message: "for jill" }));
    await settle(jill);
    expect(pushed(subscription.endpoint)).toEqual(["for jill"]);
  });

  test("is not sent for a notification that was read on an open page", async () => {
    const ida = await makeReader("ida");
    const endpoint = await turnOn(ida);
    await tell(ida, notice("message", { group: "conversation/9", message: "read there" }));
    await tell(ida, notice("message", { group: "conversation/8", message: "unread" }));
    await inbox(env, ida.id).settle("conversation/9");
    await settle(ida);
    expect(pushed(endpoint)).toEqual(["unread"]);
  });
});
