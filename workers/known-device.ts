/**
 * A browser that has logged in to an account before. Strangers can use up an account's wrong attempts, and this still
 * lets its owner try. It is not a session: the password is required as well.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { isLocal } from "./session.ts";

const maxAgeSeconds = 365 * 86_400;

const deviceCookieName = (env: Pick<Env, "CUE_MODE">) => (isLocal(env) ? "cue-device" : "__Host-cue-device");

export function deviceCookie(env: Pick<Env, "CUE_MODE" | "CUE_SECRET">, userId: string): string {
  const secure = isLocal(env) ? "" : "; Secure";
  const value = sign(env.CUE_SECRET, userId);
  return `${deviceCookieName(env)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`;
}

export function isKnownDevice(
  env: Pick<Env, "CUE_MODE" | "CUE_SECRET">,
  cookies: string,
  userId: string,
): boolean {
  const right = Buffer.from(`${deviceCookieName(env)}=${sign(env.CUE_SECRET, userId)}`);
  return cookies.split(";").some((part) => {
    const given = Buffer.from(part.trim());
    return given.byteLength === right.byteLength && timingSafeEqual(given, right);
  });
}

function sign(secret: string, userId: string): string {
  return createHmac("sha256", `device:${secret}`).update(userId).digest("base64url");
}
