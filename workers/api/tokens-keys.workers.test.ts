import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, test, vi } from "vitest";
import type {
  AddressView,
  KeyView,
  SecretView,
  StoredView,
} from "#app/domains/value/tokens/contract/keys.ts";
import { sealEnvelope } from "#app/domains/value/tokens/keys/envelope.ts";
import { changeText } from "#app/domains/value/tokens/keys/signed.ts";
import { signWith, type WalletKey } from "#app/domains/value/tokens/keys/wallet-key.ts";
import { findWalletOf } from "#app/domains/value/tokens/queries/wallets.ts";
import { openDb } from "#db/client.ts";
import * as stubs from "#durable-objects/stubs.ts";
import { mailsTo, mailTo } from "#tests/helpers/outbox.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, refusalOf, request } from "#tests/helpers/request.ts";
import {
  anotherSession,
  certified,
  giveKey,
  keysOf,
  newDeviceKey,
  newKey,
  proofBy,
} from "#tests/helpers/wallet-keys.ts";

const hourMs = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

const post = (as: Person, path: string, body: object = {}) => request(`/api/${path}`, { as, body });
const get = (as: Person, path: string) => request(`/api/sharedSecrets/${path}`, { as });
const generate = (as: Person, body: object) => post(as, "sharedSecrets/generateKeys", body);
const addressOf = (as: Person, body: object = {}) =>
  answerOf<AddressView>(post(as, "sharedSecrets/getAddress", body));
const moveClock = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });

describe("the key of a wallet", () => {
  test("the same key gets the same answer, and everyone sees its address", async () => {
    const [owner, other] = await Promise.all([makePerson(), makePerson()]);
    expect(await addressOf(owner)).toEqual({ user: owner.id, address: null, publicKey: null });
    const key = await newKey();
    const made = { address: key.address, publicKey: key.publicKey };
    expect(await answerOf<KeyView>(generate(owner, proofBy(owner, key)))).toEqual(made);
    const again = await generate(owner, proofBy(owner, key));
    expect(again.headers.get("cache-control")).toBe("no-store");
    expect(await again.json()).toEqual(made);
    expect(await addressOf(owner)).toEqual({ user: owner.id, ...made });
    expect(await addressOf(other, { user: owner.id })).toEqual({ user: owner.id, ...made });
    expect(await addressOf(owner, { user: other.id })).toEqual({
      user: other.id,
      address: null,
      publicKey: null,
    });
    expect(await refusalOf(post(other, "sharedSecrets/getAddress", { user: "nobody" }))).toBe("not-found");
  });

  test("a phrase alone is enough for a client that cannot derive a key", async () => {
    const owner = await makePerson();
    const key = await newKey();
    const made = { address: key.address, publicKey: key.publicKey };
    const mnemonic = key.words.join(" ");
    expect(await answerOf<KeyView>(generate(owner, { mnemonic }))).toEqual(made);
    expect(await answerOf<KeyView>(generate(owner, { mnemonic: ` ${mnemonic.toUpperCase()} ` }))).toEqual(
      made,
    );
    // Of 16 orders of its words, one has a right checksum; of this word alone, none.
    const wrong = Array.from({ length: 12 }, () => "abandon").join(" ");
    expect(await refusalOf(generate(owner, { mnemonic: wrong }))).toBe("phrase-wrong");
    expect(await refusalOf(generate(owner, { mnemonic: "one two" }))).toBe("phrase-wrong");
    expect(await refusalOf(generate(owner, {}))).toBe("bad-input");
    expect(await refusalOf(generate(owner, { mnemonic }))).toBe("rate-limited");
  });

  test("another key, another wallet's key and a proof of somebody else are refused", async () => {
    const [owner, thief] = await Promise.all([makePerson(), makePerson()]);
    const [key, another] = await Promise.all([giveKey(owner), newKey()]);
    expect(await refusalOf(generate(owner, proofBy(owner, another)))).toBe("wallet-key-set");
    expect(await refusalOf(generate(owner, { mnemonic: another.words.join(" ") }))).toBe("wallet-key-set");
    const refused = [
      proofBy(owner, key),
      { ...proofBy(thief, another), publicKey: key.publicKey },
      proofBy(thief, another, Date.now() - 6 * 60_000),
    ];
    for (const body of refused) expect(await refusalOf(generate(thief, body))).toBe("proof-wrong");
    expect(await refusalOf(generate(thief, proofBy(thief, key)))).toBe("wallet-key-set");
    expect((await keysOf(thief)).publicKey).toBeNull();
  });
});

describe("the encrypted backup", () => {
  async function makeBackup(owner: Person, version: number) {
    const { wallet } = await keysOf(owner);
    const about = { account: owner.id, wallet: wallet ?? "", version };
    const bytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
    const opener = { kind: "password", salt: bytes(16), secret: bytes(32) } as const;
    return sealEnvelope(bytes(16), about, [opener]);
  }
  const store = (as: Person, body: object) => post(as, "sharedSecrets/store", body);

  test("is stored, read and deleted, and a late change of another device is refused", async () => {
    const owner = await makePerson({ email: "backup@example.com" });
    expect(await answerOf<SecretView>(get(owner, "get"))).toBeNull();
    await giveKey(owner);
    const [first, second] = [await makeBackup(owner, 1), await makeBackup(owner, 2)];
    const stored = await answerOf<StoredView>(store(owner, { secret: first }));
    expect(stored).toEqual({ version: 1, updatedAt: expect.any(Number) });
    expect(await answerOf<SecretView>(get(owner, "get"))).toEqual({ secret: first, ...stored });
    expect(await refusalOf(store(owner, { secret: first }))).toBe("secret-conflict");
    expect(await refusalOf(store(owner, { secret: second, version: 0 }))).toBe("secret-conflict");
    await answerOf(store(owner, { secret: second, version: 1 }));
    expect((await keysOf(owner)).backup).toMatchObject({ version: 2, ways: ["password"] });

    expect(await answerOf(get(owner, "delete"))).toBe(true);
    expect(await answerOf<SecretView>(get(owner, "get"))).toBeNull();
    await mailTo("backup@example.com", "The backup of your recovery phrase was deleted");
    expect(await keysOf(owner)).toMatchObject({
      backup: null,
      lastVersion: 2,
      publicKey: expect.any(String),
    });
    expect(await refusalOf(store(owner, { secret: second }))).toBe("secret-conflict");
    expect(await answerOf(get(owner, "delete"))).toBe(true);
    expect(await mailsTo("backup@example.com")).toHaveLength(1);
  });

  test("nothing but an envelope of this wallet is stored", async () => {
    const [owner, other] = await Promise.all([makePerson(), makePerson()]);
    const { words } = await giveKey(owner);
    await giveKey(other);
    const envelope = await makeBackup(owner, 1);
    const refused = [
      words.join(" "),
      JSON.stringify({ mnemonic: words }),
      envelope.replace("{", `{"words":"${words.join(" ")}",`),
      envelope.padEnd(5_000),
      await makeBackup(other, 1),
      "",
    ];
    for (const secret of refused) expect(await refusalOf(store(owner, { secret }))).toBe("secret-not-sealed");
    expect(await refusalOf(store(other, { secret: envelope }))).toBe("secret-not-sealed");
    expect((await keysOf(owner)).backup).toBeNull();
  });
});

describe("devices", () => {
  const signedChange = (key: WalletKey, wallet: string, change: "devices off" | `key ${string}`) => {
    const at = Date.now();
    return { at, signature: signWith(key, changeText(wallet, change, at)) };
  };
  const only = (as: Person, body: object) => post(as, "tokens/devices/only", body);

  test("a device is added by a certificate of the wallet's key alone, and removed by its owner", async () => {
    const [owner, other] = await Promise.all([makePerson(), makePerson()]);
    const key = await giveKey(owner);
    const [device, stranger] = await Promise.all([newDeviceKey(), newKey()]);
    const body = certified(key.wallet, key, device);
    const add = (as: Person, input: object) => post(as, "tokens/devices/add", input);
    for (const wrong of [
      certified(key.wallet, stranger, device),
      certified("another", key, device),
      certified(key.wallet, key, device, Date.now() - 6 * 60_000),
      { ...body, publicKey: (await newDeviceKey()).publicKey },
    ])
      expect(await refusalOf(add(owner, wrong))).toBe("proof-wrong");
    expect(await refusalOf(add(other, body))).toBe("proof-wrong");
    const added = await answerOf<{ id: string }>(add(owner, body));
    expect(await answerOf(add(owner, body))).toEqual(added);
    expect((await keysOf(owner)).devices).toEqual([added]);
    const remove = (as: Person) => post(as, "tokens/devices/remove", { device: added.id });
    expect(await refusalOf(remove(other))).toBe("not-found");
    expect(await answerOf(remove(owner))).toMatchObject({ devices: [] });
    for (let n = 0; n < 10; n++) await answerOf(add(owner, certified(key.wallet, key, await newDeviceKey())));
    expect(await refusalOf(add(owner, certified(key.wallet, key, await newDeviceKey())))).toBe("conflict");
  });

  test("the switch goes off with the key's signature, or after 72 hours with emails", async () => {
    const owner = await makePerson({ email: "switch@example.com" });
    const key = await giveKey(owner);
    expect(await refusalOf(only(owner, { isOn: true }))).toBe("device-refused");
    await answerOf(post(owner, "tokens/devices/add", certified(key.wallet, key, await newDeviceKey())));
    expect(await answerOf(only(owner, { isOn: true }))).toMatchObject({ isOnlyDevices: true });
    const signed = signedChange(key, key.wallet, "devices off");
    const stranger = signedChange(await newKey(), key.wallet, "devices off");
    expect(await refusalOf(only(owner, { isOn: false, signed: stranger }))).toBe("proof-wrong");
    expect(await answerOf(only(owner, { isOn: false, signed }))).toMatchObject({ isOnlyDevices: false });
    await mailTo("switch@example.com", "“Only my devices may tip” is off");

    await answerOf(only(owner, { isOn: true }));
    const waits = { isOnlyDevices: true, change: { kind: "devices-off" } };
    const { change } = await answerOf<{ change: { endsAt: number } }>(only(owner, { isOn: false }));
    expect(await answerOf(only(owner, { isOn: false }))).toMatchObject({ ...waits, change });
    await mailTo("switch@example.com", "Any device can tip from your wallet in 72 hours");
    expect(await answerOf(post(owner, "tokens/devices/cancelChange"))).toMatchObject({ change: null });

    await answerOf(only(owner, { isOn: false }));
    const wallet = stubs.wallet(env, key.wallet);
    moveClock(71 * hourMs);
    await runDurableObjectAlarm(wallet);
    expect(await keysOf(owner)).toMatchObject(waits);
    moveClock(hourMs);
    await runDurableObjectAlarm(wallet);
    expect(await keysOf(owner)).toMatchObject({ isOnlyDevices: false, change: null });
    await runDurableObjectAlarm(wallet);
    const subjects = (await mailsTo("switch@example.com")).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes("is off"))).toHaveLength(2);
  });

  test("another key takes the old one's signature, or 72 hours; devices and backup go with the old one", async () => {
    const owner = await makePerson({ email: "newkey@example.com" });
    const key = await giveKey(owner);
    const [next, last] = await Promise.all([newKey(), newKey()]);
    const replace = (body: object) => post(owner, "tokens/devices/newKey", body);
    await answerOf(post(owner, "tokens/devices/add", certified(key.wallet, key, await newDeviceKey())));
    await answerOf(only(owner, { isOn: true }));
    const signed = signedChange(key, key.wallet, `key ${next.publicKey}`);
    expect(await refusalOf(replace({ ...proofBy(owner, key), publicKey: next.publicKey }))).toBe(
      "proof-wrong",
    );
    expect(await refusalOf(replace({ ...proofBy(owner, last), signed }))).toBe("proof-wrong");
    expect(await answerOf(replace({ ...proofBy(owner, next), signed }))).toMatchObject({
      publicKey: next.publicKey,
      devices: [],
      isOnlyDevices: true,
    });
    expect(await findWalletOf(openDb(env.DB), owner.id)).toMatchObject({ address: next.address });
    await mailTo("newkey@example.com", "Your wallet has a new key");

    expect(await answerOf(replace(proofBy(owner, last)))).toMatchObject({
      publicKey: next.publicKey,
      change: { kind: "key", publicKey: last.publicKey },
    });
    await mailTo("newkey@example.com", "Your wallet gets a new key in 72 hours");
    moveClock(72 * hourMs);
    await runDurableObjectAlarm(stubs.wallet(env, key.wallet));
    expect(await keysOf(owner)).toMatchObject({ publicKey: last.publicKey, change: null });
    expect(await findWalletOf(openDb(env.DB), owner.id)).toMatchObject({ publicKey: last.publicKey });
  });
});

describe("the relay between devices", () => {
  const secret = JSON.stringify({
    form: "cue-sync-1",
    iv: "A".repeat(16),
    sealed: "Bb3-".repeat(11).slice(1),
  });
  const tag = "T".repeat(22);
  const wrong = "W".repeat(22);
  const take = (as: Person, given?: string) =>
    request("/api/sharedSecrets/getSync", { as, headers: { "x-cue-sync": given } });

  async function open() {
    const owner = await makePerson();
    const device = await anotherSession(owner);
    const { sync } = await answerOf<{ sync: string }>(get(owner, "startSync"));
    const filled = post(owner, "sharedSecrets/store", { secret, sync, tag });
    return { owner, device, sync, filled: await answerOf<StoredView>(filled) };
  }

  test("gives its secret once, to another session with the tag", async () => {
    const { owner, device, sync, filled } = await open();
    expect(filled).toEqual({ sync, state: "ready", expiresAt: expect.any(Number), triesLeft: 10 });
    const status = { state: "ready", expiresAt: expect.any(Number), triesLeft: 10 };
    expect(await answerOf(take(owner))).toEqual(status);
    expect(await answerOf(take(owner, tag))).toEqual(status);
    expect(await answerOf(take(device))).toEqual(status);
    expect(await refusalOf(take(await makePerson(), tag))).toBe("sync-over");
    const taken = await Promise.all(Array.from({ length: 5 }, async () => (await take(device, tag)).json()));
    expect(taken.filter((each) => (each as { secret?: string }).secret !== undefined)).toEqual([
      { state: "done", secret },
    ]);
    expect(await refusalOf(take(device, tag))).toBe("sync-over");
    expect(await answerOf(take(owner))).toMatchObject({ state: "done" });
  });

  test("ends at the tenth wrong tag, and 10,000 guesses bring nothing", async () => {
    const { owner, device } = await open();
    for (let n = 0; n < 9; n++) expect(await refusalOf(take(device, wrong))).toBe("sync-wrong");
    expect(await answerOf(take(owner))).toMatchObject({ state: "ready", triesLeft: 1 });
    expect(await refusalOf(take(device, wrong))).toBe("sync-over");
    expect(await refusalOf(take(device, tag))).toBe("sync-over");
    expect(await answerOf(take(owner))).toMatchObject({ state: "over", triesLeft: 0 });

    const guessed = await open();
    const { wallet } = await keysOf(guessed.owner);
    const live = stubs.wallet(env, wallet ?? "");
    const outcomes = new Map<string, number>();
    await runInDurableObject(live, async (object) => {
      for (let n = 0; n < 10_000; n++) {
        const taken = await object.takeSync({ session: "another", tag: `guess ${n}` });
        const outcome = taken.ok ? "taken" : taken.code;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    });
    expect(Object.fromEntries(outcomes)).toEqual({ "sync-wrong": 9, "sync-over": 9_991 });
    expect(await refusalOf(take(guessed.device, tag))).toBe("sync-over");
  });

  test("expires after ten minutes, is replaced by the next one, and is ended by its owner", async () => {
    const { owner, device, sync } = await open();
    await answerOf(get(owner, "startSync"));
    expect(await refusalOf(post(owner, "sharedSecrets/store", { secret, sync, tag }))).toBe("sync-over");
    expect(await answerOf(take(device, tag))).toMatchObject({ state: "waiting" });

    const ended = await open();
    expect(await answerOf(get(ended.device, "endSync"))).toBe(true);
    expect(await refusalOf(take(ended.device, tag))).toBe("sync-over");
    expect(await answerOf(get(await makePerson(), "endSync"))).toBe(true);

    const late = await open();
    moveClock(10 * 60_000);
    expect(await refusalOf(take(late.device, tag))).toBe("sync-over");
    expect(await answerOf(take(late.owner))).toEqual({ state: "over", expiresAt: null, triesLeft: 0 });
    expect(await answerOf(get(late.owner, "endSync"))).toBe(true);
  });

  test("takes only an encrypted phrase, from the session that opened it", async () => {
    const { owner, device, sync } = await open();
    const fill = (as: Person, body: object) =>
      post(as, "sharedSecrets/store", { secret, sync, tag, ...body });
    expect(await refusalOf(fill(owner, { secret: "in the clear" }))).toBe("secret-not-sealed");
    expect(await refusalOf(fill(device, {}))).toBe("sync-over");
    expect(await refusalOf(fill(owner, { tag: null }))).toBe("bad-input");
    const starts = await Promise.all(
      Array.from({ length: 5 }, async () => (await get(owner, "startSync")).status),
    );
    expect(starts.filter((status) => status === 429)).toHaveLength(1);
  });
});
