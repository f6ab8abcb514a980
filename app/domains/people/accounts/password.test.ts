import { scryptSync } from "node:crypto";
import { expect, test, vi } from "vitest";
import { hashPassword, verifyPassword } from "./password.server.ts";
import { toBase64Url } from "./token.ts";

vi.mock("node:crypto", { spy: true });

test("a password verifies only against its own hash, and each hash has its own salt", () => {
  const hash = hashPassword("correct horse battery");
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(hashPassword("correct horse battery")).not.toBe(hash);
  expect(verifyPassword("correct horse battery", hash)).toEqual({ isRight: true, isOutdated: false });
  expect(verifyPassword("correct horse battery ", hash)).toEqual({ isRight: false, isOutdated: false });
});

test("a hash with other parameters still verifies and is reported as outdated", () => {
  const salt = new Uint8Array(16);
  const key = scryptSync("correct horse", salt, 32, { N: 1024, r: 8, p: 1 });
  const old = `scrypt$1024$8$1$${"A".repeat(22)}$${toBase64Url(key)}`;
  expect(verifyPassword("correct horse", old)).toEqual({ isRight: true, isOutdated: true });
});

test("a missing or invalid hash does the same work and fails", () => {
  const right = hashPassword("something else");
  const workFor = (stored: string | null) => {
    vi.mocked(scryptSync).mockClear();
    expect(verifyPassword("whatever it is", stored).isRight).toBe(false);
    return vi.mocked(scryptSync).mock.calls.map(([password, , keyBytes, cost]) => ({
      password,
      keyBytes,
      cost,
    }));
  };
  const known = workFor(right);
  expect(known).toHaveLength(1);
  for (const stored of [null, "none", "scrypt$1024$8$1$c2FsdA$a2V5"]) expect(workFor(stored)).toEqual(known);
});
