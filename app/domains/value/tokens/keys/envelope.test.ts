import { argon2id as argon2idOfNoble } from "@noble/hashes/argon2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { argon2id } from "hash-wasm";
import { expect, test } from "vitest";
import { type About, type Opener, openEnvelope, openSync, sealEnvelope, sealSync } from "./envelope.ts";
import { type Envelope, envelopeMaxBytes, readEnvelope, readSealedSync } from "./envelope-form.ts";
import { passwordKey } from "./password-key.ts";
import { toWords } from "./phrase.ts";
import { fromSyncCode, newSyncCode, readSyncCode, showSyncCode } from "./sync-code.ts";

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));
const entropy = random(16);
const about: About = { account: "01JDCB3W5Z7Q3M0V9K2X4N6P8R", wallet: "0f".repeat(16), version: 3 };
const openers: [Opener, Opener] = [
  { kind: "passkey", id: "A1b2".repeat(10), salt: random(32), secret: random(32) },
  { kind: "password", salt: random(16), secret: random(32) },
];

async function made(): Promise<Envelope> {
  const envelope = readEnvelope(await sealEnvelope(entropy, about, openers));
  if (envelope === null) throw new Error("not an envelope");
  return envelope;
}

test("an envelope is opened by its passkey and by its password, and says nothing of the entropy", async () => {
  const text = await sealEnvelope(entropy, about, openers);
  const envelope = await made();
  expect(text.length).toBeLessThan(envelopeMaxBytes / 4);
  for (const [index, { secret }] of openers.entries())
    expect(await openEnvelope(envelope, about, { lock: envelope.locks[index]!, secret })).toEqual(entropy);
  expect(text).not.toContain(Buffer.from(entropy).toString("base64url").slice(0, 16));
});

test("an envelope does not open with another secret, account, wallet or version", async () => {
  const envelope = await made();
  const [passkey, password] = openers;
  const [first, second] = [envelope.locks[0]!, envelope.locks[1]!];
  const tries: Promise<unknown>[] = [
    openEnvelope(envelope, about, { lock: first, secret: password.secret }),
    openEnvelope(envelope, about, { lock: second, secret: random(32) }),
    openEnvelope(envelope, { ...about, account: "another" }, { lock: first, secret: passkey.secret }),
    openEnvelope(envelope, { ...about, wallet: "another" }, { lock: first, secret: passkey.secret }),
    openEnvelope(envelope, { ...about, version: 4 }, { lock: first, secret: passkey.secret }),
  ];
  const outcomes = (await Promise.allSettled(tries)).map(({ status }) => status);
  expect(outcomes).toEqual(tries.map(() => "rejected"));
});

test("a changed byte anywhere is noticed", async () => {
  const envelope = await made();
  const lock = envelope.locks[0]!;
  const { secret } = openers[0];
  const flip = (text: string) => `${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`;
  const wrong: [Envelope, typeof lock][] = [
    [{ ...envelope, iv: flip(envelope.iv) }, lock],
    [{ ...envelope, sealed: flip(envelope.sealed) }, lock],
    [envelope, { ...lock, iv: flip(lock.iv) }],
    [envelope, { ...lock, key: flip(lock.key) }],
  ];
  for (const [changed, used] of wrong)
    await expect(openEnvelope(changed, about, { lock: used, secret })).rejects.toThrow();
});

test("only an envelope is read as one: no other shape, size or field, and no words", async () => {
  const envelope = await made();
  const words = toWords(entropy);
  const lock = envelope.locks[0]!;
  const base64 = (text: string) => Buffer.from(text).toString("base64url");
  const wrong: unknown[] = [
    null,
    [],
    {},
    words,
    words.join(" "),
    { ...envelope, form: "cue-envelope-2" },
    { ...envelope, note: "more" },
    { ...envelope, version: 0 },
    { ...envelope, version: 1.5 },
    { ...envelope, locks: [] },
    { ...envelope, locks: Array.from({ length: 9 }, () => lock) },
    { ...envelope, locks: [{ ...lock, kind: "paper" }] },
    { ...envelope, account: words.slice(0, 6).join("-") },
    { ...envelope, sealed: base64(Buffer.from(entropy).toString("hex")) },
    { ...envelope, sealed: words.join("").slice(0, 43) },
    { ...envelope, locks: [{ ...lock, id: words.join("-") }] },
    { ...envelope, locks: [{ ...lock, id: words.join("") }] },
    { ...envelope, locks: [{ ...lock, key: base64(words.join(" ").slice(0, 48)) }] },
  ];
  for (const value of wrong) expect(readEnvelope(JSON.stringify(value)), JSON.stringify(value)).toBeNull();
  const text = JSON.stringify(envelope);
  expect(readEnvelope(text)).not.toBeNull();
  expect(readEnvelope(words.join(" "))).toBeNull();
  expect(readEnvelope(`${text} ${words.join(" ")}`)).toBeNull();
  expect(readEnvelope(text.replace("{", `{"iv":"${words.join(" ")}",`))).toBeNull();
  expect(readEnvelope(text.padEnd(envelopeMaxBytes + 1))).toBeNull();
});

test("a code passes the entropy on, and no other code or account opens it", async () => {
  const [code, other] = [newSyncCode(), newSyncCode()];
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
  const [ours, theirs] = await Promise.all([fromSyncCode(code), fromSyncCode(other)]);
  expect(ours.tag).not.toBe(theirs.tag);
  const sealed = readSealedSync(await sealSync(entropy, ours.key, "someone"));
  if (sealed === null) throw new Error("not readable");
  expect(await openSync(sealed, ours.key, "someone")).toEqual(entropy);
  await expect(openSync(sealed, theirs.key, "someone")).rejects.toThrow();
  await expect(openSync(sealed, ours.key, "another")).rejects.toThrow();
  expect(readSealedSync(JSON.stringify({ ...sealed, words: "in the clear" }))).toBeNull();
});

test("a typed code is read in any case, with spaces and with letters that look alike", () => {
  expect(showSyncCode("0123456789ABCDEF")).toBe("0123 4567 89AB CDEF");
  expect(readSyncCode(" o123-4567 89ab cdef ")).toBe("0123456789ABCDEF");
  expect(readSyncCode("il23456789abcdef")).toBe("1123456789ABCDEF");
  for (const wrong of ["", "0123456789ABCDE", "0123456789ABCDEFG", "U123456789ABCDEF"])
    expect(readSyncCode(wrong)).toBeNull();
});

test("Argon2id is that of RFC 9106, in both implementations", async () => {
  const filled = (bytes: number, value: number) => new Uint8Array(bytes).fill(value);
  const [password, salt, key] = [filled(32, 1), filled(16, 2), filled(8, 3)];
  const settings = { t: 3, m: 32, p: 4, dkLen: 32, key };
  // The vector of section 5.3. hash-wasm takes no associated data, so it is compared without.
  expect(bytesToHex(argon2idOfNoble(password, salt, { ...settings, personalization: filled(12, 4) }))).toBe(
    "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659",
  );
  const shared = { iterations: 3, memorySize: 32, parallelism: 4, hashLength: 32 };
  expect(await argon2id({ password, salt, secret: key, ...shared, outputType: "hex" })).toBe(
    bytesToHex(argon2idOfNoble(password, salt, settings)),
  );
});

test("a wallet password gives the same key however its letters are composed", {
  timeout: 120_000,
}, async () => {
  const salt = new Uint8Array(16).fill(7);
  const [composed, decomposed] = await Promise.all([
    passwordKey("Zürich is a longer one", salt),
    passwordKey("Zu\u0308rich is a longer one", salt),
  ]);
  expect(composed).toHaveLength(32);
  expect(decomposed).toEqual(composed);
  expect(await passwordKey("Zürich is a longer two", salt)).not.toEqual(composed);
});
