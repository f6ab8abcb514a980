import { env, runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import type { TipOrder } from "#app/domains/value/tokens/port.ts";
import { tipText } from "#app/domains/value/tokens/tip-text.ts";
import * as stubs from "#durable-objects/stubs.ts";
import { DueList } from "#packages/durable/due-list.ts";
import { Outbox } from "#packages/durable/outbox.ts";
import { certified, type DeviceKey, newDeviceKey, newKey, type Phrased } from "#tests/helpers/wallet-keys.ts";
import { WalletKeys } from "./wallet-keys.ts";

const performer = { userId: "performer", username: "Theo", badge: null };
const place = {
  room: "stage/one",
  stageId: "one",
  setId: null,
  broadcastId: null,
  performance: null,
  playId: null,
  mediaAt: 0,
} as const;
const target = { ok: true, wallet: "theirs", to: performer, place } as const;

type Order = Pick<TipOrder, "id" | "amount" | "target"> & { from: string; at: number };
const order = (wallet: string): Order => ({
  id: "tip-id-1",
  amount: 25,
  target,
  from: wallet,
  at: Date.now(),
});

/** A wallet with a key and one device. */
async function makeWallet() {
  const wallet = crypto.randomUUID().replaceAll("-", "");
  const [key, device] = await Promise.all([newKey(), newDeviceKey()]);
  const stub = stubs.wallet(env, wallet);
  await stub.setKey({ wallet, publicKey: key.publicKey });
  const added = await stub.addDevice(certified(wallet, key, device));
  if (!added.ok) throw new Error(added.code);
  const inside = <T>(work: (keys: WalletKeys) => Promise<T>): Promise<T> =>
    runInDurableObject(stub, (_, { storage }) => {
      const due = new DueList(storage);
      return work(new WalletKeys(storage, { env, due, outbox: new Outbox(storage, due) }));
    });
  return { wallet, key, device, id: added.device.id, inside, stub };
}

/** Returns the wallet's answer to `order` with a signature over `signed`. */
async function ask(
  { inside, id }: { inside: Awaited<ReturnType<typeof makeWallet>>["inside"]; id: string },
  device: DeviceKey,
  { sent, signed = sent }: { sent: Order; signed?: Order },
) {
  const performerId = signed.target.ok ? signed.target.to.userId : "";
  const room = signed.target.ok ? signed.target.place.room : "";
  const text = tipText({ ...signed, place: room, performer: performerId });
  const signature = await device.sign(text);
  return inside((keys) => keys.allows({ ...sent, device: { id, signature, at: sent.at } }));
}

const refused = { ok: false, code: "device-refused" };

test("a tip is allowed by the device that signed exactly this one", async () => {
  const made = await makeWallet();
  const sent = order(made.wallet);
  const other = { ...performer, userId: "somebody else" };
  expect(await ask(made, made.device, { sent })).toEqual({ ok: true, authorisation: `device:${made.id}` });
  const forged: Order[] = [
    { ...sent, id: "tip-id-2" },
    { ...sent, amount: 26 },
    { ...sent, from: "another" },
    { ...sent, at: sent.at - 1 },
    { ...sent, target: { ...target, to: other } },
    { ...sent, target: { ...target, place: { ...place, room: "stage/two" } } },
  ];
  for (const signed of forged) expect(await ask(made, made.device, { sent, signed })).toEqual(refused);
  expect(await ask(made, await newDeviceKey(), { sent })).toEqual(refused);
  expect(await ask({ ...made, id: "unknown" }, made.device, { sent })).toEqual(refused);
});

test("a signature is valid for five minutes, and not after its device was removed", async () => {
  const made = await makeWallet();
  const ages: [number, boolean][] = [
    [-4 * 60_000, true],
    [4 * 60_000, true],
    [-6 * 60_000, false],
    [6 * 60_000, false],
  ];
  for (const [age, isAllowed] of ages) {
    const sent = { ...order(made.wallet), at: Date.now() + age };
    expect((await ask(made, made.device, { sent })).ok).toBe(isAllowed);
  }
  expect(await made.stub.removeDevice(made.id)).toBe(true);
  expect(await ask(made, made.device, { sent: order(made.wallet) })).toEqual(refused);
});

test("a log-in alone is enough until only devices may tip", async () => {
  const made = await makeWallet();
  const alone = () => made.inside((keys) => keys.allows({ ...order(made.wallet), device: null }));
  expect(await alone()).toEqual({ ok: true, authorisation: "session" });
  await made.stub.setOnlyDevices({ isOn: true, signed: null });
  expect(await alone()).toEqual(refused);
  expect((await ask(made, made.device, { sent: order(made.wallet) })).ok).toBe(true);
});

test("a device of an old key is refused once the wallet has another", async () => {
  const made = await makeWallet();
  const next: Phrased = await newKey();
  expect(await made.stub.replaceKey({ publicKey: next.publicKey, signed: null })).toMatchObject({
    outcome: "waits",
  });
  expect((await ask(made, made.device, { sent: order(made.wallet) })).ok).toBe(true);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 72 * 3_600_000 });
  try {
    await made.inside(async (keys) => {
      for (const run of Object.values(keys.whenDue)) await run();
    });
    expect((await made.stub.keys()).publicKey).toBe(next.publicKey);
    expect(await ask(made, made.device, { sent: order(made.wallet) })).toEqual(refused);
  } finally {
    vi.useRealTimers();
  }
});

test("nothing of the keys is left after an erasure", async () => {
  const made = await makeWallet();
  await made.stub.startSync("session");
  await made.inside((keys) => keys.erase());
  expect(await made.stub.keys()).toEqual({
    publicKey: null,
    isOnlyDevices: false,
    devices: [],
    change: null,
    backup: null,
    lastVersion: 0,
  });
  expect(await made.stub.takeSync({ session: "another", tag: null })).toMatchObject({ state: "over" });
});
