import { Hono } from "hono";
import { unsubscribeMail } from "#app/domains/people/notifications/unsubscribe.server.ts";
import type { HonoEnv } from "./hono.ts";
import { limitCallers } from "./middleware/rates.ts";

/**
 * One-click unsubscribe of email software (RFC 8058): a POST to the address in the email's header, with a form body
 * without further data, and no session. A GET of the same address is a page with a button.
 */
export const unsubscribe = new Hono<HonoEnv>().post(
  "/unsubscribe",
  limitCallers("unsubscribe", "usual"),
  async (c) => {
    const { toggle, name } = await unsubscribeMail(c.get("app"), { token: c.req.query("token") ?? "" });
    return c.text(
      toggle === "emailNotifications"
        ? "You will no longer receive notification emails."
        : `You will no longer receive emails about “${name}”.`,
    );
  },
);
