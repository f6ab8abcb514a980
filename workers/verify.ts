import { Hono } from "hono";
import { verifyEmail } from "#app/domains/people/accounts/verification.server.ts";
import type { HonoEnv } from "./hono.ts";
import { limitCallers } from "./middleware/rates.ts";

/** Longer than any emailed token. */
const longestToken = 128;

/**
 * The button of the page that the confirmation email links to. A plain HTML form: it works before, and without, the
 * page's scripts. Its response redirects to the page, so that a reload sends nothing twice.
 */
export const verify = new Hono<HonoEnv>().post("/verify", limitCallers("verify", "usual"), async (c) => {
  const token = c.req.query("token") ?? "";
  const isVerified = token.length <= longestToken && (await verifyEmail(c.get("app"), { token }));
  return c.redirect(`/verify?outcome=${isVerified ? "verified" : "used"}`, 303);
});
