import type { Context } from "hono";
import type { SessionView } from "#app/domains/people/accounts/contract/accounts.ts";
import type { HonoEnv } from "../hono.ts";
import { deviceCookie, isKnownDevice } from "../known-device.ts";
import { sessionCookie } from "../session.ts";

/** The device that signs in. */
export const deviceOf = (c: Context<HonoEnv>) => ({
  userAgent: c.req.header("user-agent") ?? "",
  isKnownTo: (userId: string) => isKnownDevice(c.env, c.req.header("cookie") ?? "", userId),
});

/** The token goes into the cookie of a browser and into the response for all other clients. */
export function signedIn(c: Context<HonoEnv>, session: SessionView) {
  c.header("set-cookie", sessionCookie(c.env, session.token));
  c.header("set-cookie", deviceCookie(c.env, session.user.id), { append: true });
  return c.json(session);
}
