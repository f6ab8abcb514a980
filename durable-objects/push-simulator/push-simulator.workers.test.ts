import { env, runDurableObjectAlarm } from "cloudflare:test";
import { createECDH } from "node:crypto";
import ece from "http_ece";
import { expect, test, vi } from "vitest";
import { fromBase64Url, toBase64Url } from "#app/domains/people/accounts/token.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import { inbox } from "../stubs.ts";
import { localPushServices, pushSimulator } from "./local-push-services.ts";
import type { SimulatedBrowser, SimulatedPush } from "./push-simulator.ts";

type Shown = Omit<SimulatedPush, "plain"> & { payload: Record<string, unknown> | null };

const post = (path: string, body: object) => request(`/dev/push/${path}`, { body });
const makeBrowser = (keys?: SimulatedBrowser["keys"]) =>
  answerOf<SimulatedBrowser>(post("browsers", { keys }), 201);
const messagesTo = async (endpoint: string) =>
  (await answerOf<Shown[]>(request("/dev/push/messages.json"))).filter((push) => push.endpoint === endpoint);
/** Polls until they are there: the object's own alarm may process due pushes. */
const arrivedAt = (endpoint: string, statuses: number[]) =>
  vi.waitFor(async () => {
    const pushes = await messagesTo(endpoint);
    expect(pushes.map(({ status }) => status)).toEqual(statuses);
    return pushes;
  }, 5_000);
const isOn = (as: Person, endpoint: string) =>
  answerOf(request("/api/notifications/device", { as, body: { endpoint } }));

async function turnOn(as: Person, keys?: SimulatedBrowser["keys"]): Promise<SimulatedBrowser> {
  const browser = await makeBrowser(keys);
  const body = { endpoint: browser.endpoint, keys: browser.keys };
  expect(await answerOf(request("/api/notifications/subscribe", { as, body }))).toEqual({ isOn: true });
  return browser;
}
async function tell(person: Person, key: string): Promise<void> {
  const notice = {
    kind: "follow",
    message: `Nell follows you, ${key}.`,
    at: Date.now(),
    key,
    url: "/x",
  } as const;
  await inbox(env, person.id).notify(notice);
  await runDurableObjectAlarm(inbox(env, person.id));
}

/** Decrypts with another implementation of the standard. */
function openElsewhere(sealed: string, privateKey: Uint8Array, auth: string): unknown {
  const keys = createECDH("prime256v1");
  keys.setPrivateKey(privateKey);
  const authSecret = fromBase64Url(auth);
  const plain = ece.decrypt(Buffer.from(fromBase64Url(sealed)), {
    version: "aes128gcm",
    privateKey: keys,
    authSecret,
  });
  return JSON.parse(new TextDecoder().decode(plain));
}

test("a push to a simulated browser is stored encrypted and decrypted", async () => {
  const ada = await makePerson();
  const { endpoint, keys, privateKey } = await turnOn(ada);
  await tell(ada, "a");
  const [push] = await arrivedAt(endpoint, [201]);
  expect(push).toMatchObject({ ttl: "43200", urgency: "normal" });
  expect(push?.payload).toMatchObject({ title: "New follower", body: "Nell follows you, a.", url: "/x" });
  expect(openElsewhere(push?.sealed ?? "", fromBase64Url(privateKey?.d ?? ""), keys.auth)).toEqual(
    push?.payload,
  );
  const page = await (await request("/dev/push")).text();
  expect(page).toContain("Nell follows you, a.");
});

test("a push to a caller's own keys can be decrypted only by the caller", async () => {
  const bob = await makePerson();
  const own = createECDH("prime256v1");
  const p256dh = toBase64Url(new Uint8Array(own.generateKeys()));
  const { endpoint, keys, privateKey } = await turnOn(bob, { p256dh, auth: "AAAAAAAAAAAAAAAAAAAAAA" });
  expect(privateKey).toBeNull();
  await tell(bob, "b");
  const [push] = await arrivedAt(endpoint, [201]);
  expect(push?.payload).toBeNull();
  const read = openElsewhere(push?.sealed ?? "", new Uint8Array(own.getPrivateKey()), keys.auth);
  expect(read).toMatchObject({ body: "Nell follows you, b." });
});

test("a browser simulated as gone is unsubscribed, and one simulated as busy is retried", async () => {
  const cy = await makePerson();
  const [gone, busy] = [await turnOn(cy), await turnOn(cy)];
  await answerOf(post("answers", { endpoint: gone.endpoint, status: 410 }));
  await answerOf(post("answers", { endpoint: busy.endpoint, status: 429, retryAfter: 60, times: 1 }));
  await tell(cy, "c");
  await arrivedAt(gone.endpoint, [410]);
  await arrivedAt(busy.endpoint, [429]);
  await vi.waitFor(async () => expect(await isOn(cy, gone.endpoint)).toEqual({ isOn: false }), 5_000);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  await runDurableObjectAlarm(inbox(env, cy.id));
  vi.useRealTimers();
  await arrivedAt(busy.endpoint, [201, 429]);
  expect(await isOn(cy, busy.endpoint)).toEqual({ isOn: true });
  expect(await refusalOf(post("answers", { endpoint: `${busy.endpoint}x`, status: 410 }))).toBe("not-found");
});

test("a push without the instance's signature or subscription is refused", async () => {
  const { endpoint } = await makeBrowser();
  const send = (to: string) =>
    pushSimulator(env).fetch(to, {
      method: "POST",
      body: "x",
      headers: { ttl: "1", authorization: "vapid" },
    });
  expect((await send(endpoint)).status).toBe(403);
  expect((await send(`${endpoint}x`)).status).toBe(404);
});

test("only a local copy accepts push endpoints of the simulator, and no other local host name", () => {
  const endpoint = "https://push.localhost/x";
  expect(localPushServices({ ...env, CUE_MODE: "production" }).accepts(endpoint)).toBe(false);
  const services = localPushServices(env);
  const others = ["http://push.localhost/x", "https://push.localhost:8443/x", "https://localhost/x"];
  expect([endpoint, ...others].map((to) => services.accepts(to))).toEqual([true, false, false, false]);
});
