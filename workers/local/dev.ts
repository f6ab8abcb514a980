import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { listMails } from "#app/domains/people/notifications/queries/mails.ts";
import { AppError } from "#app/errors.ts";
import { addressOf } from "../client-network.ts";
import type { HonoEnv } from "../hono.ts";
import { isLoopback, isLoopbackAddress } from "../own-host.ts";
import { isLocal } from "../session.ts";
import { devPage } from "./dev-page.ts";
import { devPush } from "./dev-push.ts";
import { devElsewhere } from "./elsewhere/dev-elsewhere.ts";

const shown = 200;

/**
 * Mounted at /dev: the email and the pushes that a local copy would have sent, and the simulators of other services. They contain links into accounts, so
 * only this machine may read them. A deployed copy does not contain these pages.
 */
export const dev = new Hono<HonoEnv>()
  .use(async (c, next) => {
    if (!isLocal(c.env) || !isFromThisMachine(c)) throw new AppError("not-found");
    await next();
  })
  .route("/push", devPush)
  .route("/", devElsewhere)
  .get("/outbox.json", async (c) => {
    const mails = await listMails(c.get("app").db, shown);
    return c.json(
      mails.map((mail) => ({
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: mail.headers,
        at: mail.at,
      })),
    );
  })
  .get("/outbox", async (c) => {
    const mails = await listMails(c.get("app").db, shown);
    return c.html(
      devPage(c, {
        title: "Outbox",
        empty: "No mail has been written yet.",
        entries: mails.map(
          (mail) => html`<article>
            <h2>${mail.subject}</h2>
            <p>To ${mail.to}, <time>${new Date(mail.at).toISOString()}</time></p>
            <pre>${linked(mail.text)}</pre>
          </article>`,
        ),
      }),
    );
  });

/**
 * Returns whether the request is from this machine or has the key: on a local network a client may claim any host name
 * and address, so a copy that is reachable there needs the key.
 */
function isFromThisMachine({ env, req }: Context<HonoEnv>): boolean {
  const address = addressOf(req.raw);
  const isHere = isLoopback(new URL(req.url).hostname) && (address === null || isLoopbackAddress(address));
  return isHere && (!env.CUE_DEV_KEY || req.query("key") === env.CUE_DEV_KEY);
}

/** The text with clickable links. The template escapes every piece. */
function linked(text: string) {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((piece, index) => (index % 2 === 1 ? html`<a href="${piece}">${piece}</a>` : piece));
}
