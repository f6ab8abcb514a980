import { Hono } from "hono";
import { html } from "hono/html";
import { AppError } from "#app/errors.ts";
import { listMails } from "#db/queries/mails.ts";
import type { HonoEnv } from "./hono.ts";
import { isLocal } from "./session.ts";

const shown = 200;

/** Mounted at /dev: the mail that a local instance would have sent. Not there at all on a deployed one. */
export const dev = new Hono<HonoEnv>()
  .use(async (c, next) => {
    if (!isLocal(c.env)) throw new AppError("not-found");
    await next();
  })
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
    return c.html(html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <link rel="icon" href="/favicon.svg" />
          <title>Outbox</title>
          <style nonce="${c.get("secureHeadersNonce")}">
            :root { color-scheme: dark light; font: 1rem/1.5 system-ui, sans-serif; }
            body { max-width: 48rem; margin: 0 auto; padding: 1rem; }
            article { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 1rem 0; }
            pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
          </style>
        </head>
        <body>
          <main>
            <h1>Outbox</h1>
            ${mails.length === 0 ? html`<p>No mail has been written yet.</p>` : ""}
            ${mails.map(
              (mail) => html`<article>
                <h2>${mail.subject}</h2>
                <p>To ${mail.to}, <time>${new Date(mail.at).toISOString()}</time></p>
                <pre>${linked(mail.text)}</pre>
              </article>`,
            )}
          </main>
        </body>
      </html>`);
  });

/** The text with its links made to be clicked. Every piece is escaped by the template. */
function linked(text: string) {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((piece, index) => (index % 2 === 1 ? html`<a href="${piece}">${piece}</a>` : piece));
}
