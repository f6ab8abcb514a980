import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { fromBase64Url } from "#app/domains/people/accounts/token.ts";
import { readPhrase } from "./phrase.ts";
import { proofText, verifySigned } from "./signed.ts";
import { addressOf, signWith, walletKeyOf } from "./wallet-key.ts";

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
const keyOf = async (phrase: string) => {
  const read = readPhrase(phrase.split(" "));
  if (!read.ok) throw new Error("no phrase");
  return walletKeyOf(read.entropy);
};

test("the phrase of the design has its public key and its address", async () => {
  const { publicKey, address, secret } = await keyOf(`${"abandon ".repeat(11)}about`);
  expect(publicKey).toBe("1ff78587864df72ad5c52535316453e834d01b5ed3c09fa770678e4617c9a01c");
  expect(address).toBe("cue1mymzya3g03pvuvfdl95dyzatan28hm5dwq8ta6");
  expect(addressOf(publicKey)).toBe(address);
  expect(secret).toHaveLength(32);
});

/** RFC 8032, 7.1: tests 2 and 3. */
test.each([
  [
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    "r",
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
  ],
  [
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "",
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  ],
])(
  "Ed25519 signs as RFC 8032 does, and the platform verifies it",
  async (secret, publicKey, text, wanted) => {
    const signature = signWith({ secret: bytes(secret) }, text);
    expect(bytesToHex(fromBase64Url(signature))).toBe(wanted);
    expect(await verifySigned(publicKey, text, signature)).toBe(true);
    expect(await verifySigned(publicKey, `${text}x`, signature)).toBe(false);
  },
);

test("a signature is refused for another text, by another key, and where it is none", async () => {
  const key = await keyOf("legal winner thank year wave sausage worth useful legal winner thank yellow");
  const other = await keyOf(
    "letter advice cage absurd amount doctor acoustic avoid letter advice cage above",
  );
  const text = proofText("someone", 1_800_000_000_000);
  const signature = signWith(key, text);
  expect(await verifySigned(key.publicKey, text, signature)).toBe(true);
  expect(await verifySigned(other.publicKey, text, signature)).toBe(false);
  expect(await verifySigned(key.publicKey, proofText("someone else", 1_800_000_000_000), signature)).toBe(
    false,
  );
  for (const wrong of ["", "????", "A".repeat(86), signature.slice(2)])
    expect(await verifySigned(key.publicKey, text, wrong)).toBe(false);
  expect(await verifySigned("", text, signature)).toBe(false);
});
