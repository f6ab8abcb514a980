import { expect, test } from "vitest";
import { findStep, newSecret, toSetupUri } from "./one-time-code.server.ts";

/** RFC 6238, appendix B: SHA-1 with the secret "12345678901234567890"; its 8 digits end in our 6. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const vectors = [
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
] as const;

test.each(vectors)("the code at %i s matches the RFC's test vector", (seconds, digits) => {
  expect(findStep(secret, digits.slice(-6), seconds * 1_000)).toBe(Math.floor(seconds / 30));
});

test("a code is accepted one step early or late, and belongs to its own step", () => {
  const at = (seconds: number) => findStep(secret, "005924", seconds * 1_000);
  const step = 41_152_263;
  const start = step * 30;
  expect([at(start - 31), at(start - 30), at(start), at(start + 59), at(start + 60)]).toEqual([
    null,
    step,
    step,
    step,
    null,
  ]);
});

test("a code that is not six digits is refused", () => {
  for (const code of ["", "5924", "0005924", "abcdef", "89005924", "００５９２４"])
    expect(findStep(secret, code, 1_234_567_890_000)).toBeNull();
});

test("a secret has 160 bits, and its URL contains what an authenticator app needs", () => {
  const [first, second] = [newSecret(), newSecret()];
  expect(first).toMatch(/^[A-Z2-7]{32}$/);
  expect(second).not.toBe(first);
  const uri = new URL(toSetupUri(secret, "Ada: Łódź & co"));
  expect(uri.href).toMatch(/^otpauth:\/\/totp\/Cue%20Music:/);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: "Cue Music",
    secret,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});
