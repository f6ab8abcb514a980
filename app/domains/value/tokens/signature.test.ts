import { afterEach, expect, test, vi } from "vitest";
import { createSigner, importKeys } from "#app/domains/people/accounts/security/signer.ts";
import { fromHex, isSignedBy } from "#packages/ledger/signature.ts";

/** RFC 8032, 7.1: tests 1 and 2. */
const vectors = [
  {
    seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    text: "",
    signature:
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  },
  {
    seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    text: "r",
    signature:
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
  },
];

afterEach(() => void vi.restoreAllMocks());

test.each(vectors)("keys and signatures are those of RFC 8032: “$text”", async ({ seed, ...signed }) => {
  const { publicKey, privateKey } = await importKeys(fromHex(seed));
  expect(publicKey).toBe(signed.publicKey);
  const bytes = new TextEncoder().encode(signed.text);
  const signature = Buffer.from(await crypto.subtle.sign("Ed25519", privateKey, bytes)).toString("hex");
  expect(signature).toBe(signed.signature);
});

test.each(["platform", "library"])("a signature is checked by the %s", async (by) => {
  if (by === "library")
    vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new DOMException("", "NotSupportedError"));
  for (const { seed: _, ...signed } of vectors) {
    expect(await isSignedBy(signed)).toBe(true);
    expect(await isSignedBy({ ...signed, text: "s" })).toBe(false);
    expect(await isSignedBy({ ...signed, signature: signed.signature.toUpperCase() })).toBe(false);
    expect(await isSignedBy({ ...signed, signature: "00".repeat(64) })).toBe(false);
    expect(await isSignedBy({ ...signed, publicKey: "ff".repeat(32) })).toBe(false);
    expect(await isSignedBy({ ...signed, publicKey: "" })).toBe(false);
  }
});

test("an instance signs with the key of its secret, and another secret is another key", async () => {
  const [signer, same, other] = [createSigner("a secret"), createSigner("a secret"), createSigner("another")];
  const publicKey = await signer.publicKey();
  expect(await same.publicKey()).toBe(publicKey);
  expect(await other.publicKey()).not.toBe(publicKey);
  const signature = await signer.sign("a text");
  expect(await isSignedBy({ text: "a text", publicKey, signature })).toBe(true);
  expect(await isSignedBy({ text: "a text", publicKey: await other.publicKey(), signature })).toBe(false);
});
