/** Decides who acts as an operator of this instance. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import type { HonoEnv } from "./hono.ts";
import { presentedCredential } from "./session.ts";

/** Whether the request carries the key of the instance. */
export function hasOperatorKey(c: Context<HonoEnv>): boolean {
  const credential = presentedCredential(c.req.raw, c.env);
  const key = c.env.CUE_OPERATOR_KEY ?? "";
  return key !== "" && credential?.kind === "bearer" && isSame(credential.token, key);
}

/** Whether the request carries the key, or comes from an operator who is signed in. */
export function isOperator(c: Context<HonoEnv>): boolean {
  return hasOperatorKey(c) || c.get("app").viewer?.isOperator === true;
}

/** Compares in constant time. */
function isSame(given: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}
