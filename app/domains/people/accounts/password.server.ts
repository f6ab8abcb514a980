/**
 * Password hashes: scrypt with N=2^15, r=8, p=3, native on deployed Workers too, where PBKDF2 stops at 100,000
 * rounds. The parameters are part of the hash, so they can be raised and old hashes still verify.
 */
import { scryptSync, timingSafeEqual } from "node:crypto";
import { fromBase64Url, randomText, toBase64Url } from "./token.ts";

interface Cost {
  N: number;
  r: number;
  p: number;
}

const current: Cost = { N: 2 ** 15, r: 8, p: 3 };
const saltBytes = 16;
const keyBytes = 32;

/** `scrypt$N$r$p$salt$key`, salt and key base64url. */
export function hashPassword(password: string): string {
  const salt = randomText(saltBytes);
  const { N, r, p } = current;
  return `scrypt$${N}$${r}$${p}$${salt}$${toBase64Url(derive(password, fromBase64Url(salt), current))}`;
}

/**
 * Null means a user who does not exist: the same work is done, so the time taken reveals nothing. `isOutdated`: the
 * hash was made with other parameters and should be replaced.
 */
export function verifyPassword(
  password: string,
  stored: string | null,
): { isRight: boolean; isOutdated: boolean } {
  const parsed = parse(stored);
  const { salt, key, cost } = parsed ?? nobody;
  const isRight = timingSafeEqual(derive(password, salt, cost), key) && parsed !== undefined;
  const isCurrent = cost.N === current.N && cost.r === current.r && cost.p === current.p;
  return { isRight, isOutdated: isRight && !isCurrent };
}

const nobody = { salt: new Uint8Array(saltBytes), key: new Uint8Array(keyBytes), cost: current };

function parse(stored: string | null): { salt: Uint8Array; key: Uint8Array; cost: Cost } | undefined {
  const [scheme, N, r, p, salt, key] = (stored ?? "").split("$");
  if (scheme !== "scrypt" || salt === undefined || key === undefined) return undefined;
  const keyOf = fromBase64Url(key);
  if (keyOf.byteLength !== keyBytes) return undefined;
  return { salt: fromBase64Url(salt), key: keyOf, cost: { N: Number(N), r: Number(r), p: Number(p) } };
}

/**
 * Synchronous on purpose: workerd computes either form on the isolate's one thread, and this one makes that explicit.
 * It limits hashing to 32 MiB at a time in an isolate of 128 MB. Operations make hashes through `hashInTurn`.
 */
function derive(password: string, salt: Uint8Array, { N, r, p }: Cost): Uint8Array {
  // 128 × N × r bytes are needed, and Node's default limit is exactly that, exclusive.
  return scryptSync(password, salt, keyBytes, { N, r, p, maxmem: 160 * N * r });
}
