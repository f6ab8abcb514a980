/** A recovery phrase is used in every way that there is, and then searched in everything that the server keeps. */
import { env } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { openEnvelope, openSync, sealEnvelope, sealSync } from "#app/domains/value/tokens/keys/envelope.ts";
import { readEnvelope, readSealedSync } from "#app/domains/value/tokens/keys/envelope-form.ts";
import { readPhrase } from "#app/domains/value/tokens/keys/phrase.ts";
import { changeText } from "#app/domains/value/tokens/keys/signed.ts";
import { fromSyncCode, newSyncCode } from "#app/domains/value/tokens/keys/sync-code.ts";
import { signWith, walletKeyOf } from "#app/domains/value/tokens/keys/wallet-key.ts";
import { openDb } from "#db/client.ts";
import { users, wallets } from "#db/schema/index.ts";
import { mailTo } from "#tests/helpers/outbox.ts";
import { makePerson, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { everyObject, everyTable, storageOf } from "#tests/helpers/storage.ts";
import {
  anotherSession,
  certified,
  keysOf,
  newDeviceKey,
  newKey,
  proofBy,
} from "#tests/helpers/wallet-keys.ts";

const canary = "ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic".split(" ");
const posted = "scheme spot photo card baby mountain device kick cradle pact join borrow".split(" ");
const entropyOf = (words: string[]) => {
  const read = readPhrase(words);
  if (!read.ok) throw new Error("no phrase");
  return read.entropy;
};
const post = (as: Person, path: string, body: object) => answerOf(request(`/api/${path}`, { as, body }));
const get = <T>(as: Person, path: string, headers = {}) =>
  answerOf<T>(request(`/api/sharedSecrets/${path}`, { as, headers }));

/** All that a page does with a phrase: key, devices, backup, sync, and the changes that it signs. */
async function usePhrase(owner: Person) {
  const entropy = entropyOf(canary);
  const key = await walletKeyOf(entropy);
  await post(owner, "sharedSecrets/generateKeys", proofBy(owner, key));
  const wallet = (await keysOf(owner)).wallet ?? "";
  await post(owner, "tokens/devices/add", certified(wallet, key, await newDeviceKey()));
  await post(owner, "tokens/devices/only", { isOn: true });

  const about = { account: owner.id, wallet, version: 1 };
  const password = crypto.getRandomValues(new Uint8Array(32));
  const opener = {
    kind: "password",
    salt: crypto.getRandomValues(new Uint8Array(16)),
    secret: password,
  } as const;
  await post(owner, "sharedSecrets/store", { secret: await sealEnvelope(entropy, about, [opener]) });
  const kept = await get<{ secret: string }>(owner, "get");
  const envelope = readEnvelope(kept.secret);
  const lock = envelope?.locks[0];
  if (!envelope || !lock) throw new Error("no envelope");
  expect(await openEnvelope(envelope, about, { lock, secret: password })).toEqual(entropy);

  const { tag, key: syncKey } = await fromSyncCode(newSyncCode());
  const { sync } = await get<{ sync: string }>(owner, "startSync");
  await post(owner, "sharedSecrets/store", { secret: await sealSync(entropy, syncKey, owner.id), sync, tag });
  await post(owner, "tokens/devices/only", { isOn: false });
  return { key, wallet, tag, syncKey, entropy };
}

async function everythingKept(): Promise<{ place: string; text: string }[]> {
  const db = openDb(env.DB);
  const ids = (await db.select({ id: wallets.id }).from(wallets)).map(({ id }) => id);
  const people = (await db.select({ id: users.id }).from(users)).map(({ id }) => id);
  const each = { WALLET: ids, INBOX: people, PROFILE_ROOM: people };
  const objects = await everyObject({ ...each, LOBBY: ["lobby"], MEDIA_GATEWAY: ["gateway"] });
  return [
    ...(await everyTable()).map(({ table, text }) => ({ place: table, text })),
    ...(await Promise.all(
      objects.map(async ({ object, stub }) => ({ place: object, text: await storageOf(stub) })),
    )),
  ];
}

test("a phrase is in no table, no object, no log and no email, also where software posts it", async () => {
  const logged: string[] = [];
  for (const level of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, level).mockImplementation(
      (...said: unknown[]) => void logged.push(JSON.stringify(said)),
    );
  const owner = await makePerson({ email: "canary@example.com" });
  const program = await makePerson();
  const { key, wallet, tag, syncKey, entropy } = await usePhrase(owner);
  await post(program, "sharedSecrets/generateKeys", { mnemonic: posted.join(" ") });
  // Refused ones leave no more than accepted ones.
  for (const body of [{ mnemonic: [...canary].reverse().join(" ") }, { mnemonic: canary.join(" ") }])
    await request("/api/sharedSecrets/generateKeys", { as: program, body });
  for (const secret of [canary.join(" "), JSON.stringify({ words: canary })])
    await request("/api/sharedSecrets/store", { as: program, body: { secret } });
  await mailTo("canary@example.com", "Any device can tip");

  const during = await everythingKept();
  const device = await anotherSession(owner);
  const taken = await get<{ secret: string }>(device, "getSync", { "x-cue-sync": tag });
  const sealed = readSealedSync(taken.secret);
  expect(sealed && (await openSync(sealed, syncKey, owner.id))).toEqual(entropy);
  await get(owner, "delete");
  const next = await newKey();
  const at = Date.now();
  const signed = { at, signature: signWith(key, changeText(wallet, `key ${next.publicKey}`, at)) };
  await post(owner, "tokens/devices/newKey", { ...proofBy(owner, next), signed });
  await mailTo("canary@example.com", "Your wallet has a new key");

  const kept = [...during, ...(await everythingKept()), { place: "log", text: logged.join("\n") }];
  expect(kept.map(({ place }) => place)).toContain(`WALLET ${wallet}`);
  expect(kept.find(({ place, text }) => place === "wallets" && text.includes(key.publicKey))).toBeDefined();
  expect(logged.join("\n")).toContain("wallet-key-set");
  expect(findSecrets(kept)).toEqual([]);
});

/**
 * Returns the places with the words, the entropy or a derived secret, in any form in which it could have been written.
 */
function findSecrets(kept: { place: string; text: string }[]): string[] {
  const secrets = [canary, posted].flatMap((words) => {
    const entropy = Buffer.from(entropyOf(words));
    const pairs = words.slice(1).map((word, at) => new RegExp(`${words[at]}[^a-z]{1,12}${word}`, "i"));
    const forms = [entropy.toString("hex"), entropy.toString("base64url"), entropy.toString("base64")];
    return [...pairs, ...forms, [...entropy].join(","), words.join("")];
  });
  return kept.flatMap(({ place, text }) =>
    secrets
      .filter((secret) => (typeof secret === "string" ? text.includes(secret) : secret.test(text)))
      .map((secret) => `${place}: ${secret}`),
  );
}

test("the search finds what it searches for", () => {
  const entropy = Buffer.from(entropyOf(canary));
  const texts = [
    `["${canary.join('","')}"]`,
    canary.join(" "),
    entropy.toString("hex"),
    `[${[...entropy].join(",")}]`,
  ];
  for (const text of texts) expect(findSecrets([{ place: "here", text }]).length).toBeGreaterThan(0);
  expect(findSecrets([{ place: "here", text: "drill" }])).toEqual([]);
});
