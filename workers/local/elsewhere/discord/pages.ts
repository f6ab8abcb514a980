/** Pages where a channel with a webhook is made, and with what has been posted to it. */
import { html } from "hono/html";

export interface ShownWebhook {
  id: string;
  name: string;
  kind: string;
  token: string;
}

export interface ShownMessage {
  json: string;
}

interface Posted {
  content: string;
  mention_everyone: boolean;
  edited_timestamp: string | null;
  embeds: { title?: string; description?: string; url?: string; thumbnail?: { url: string } }[];
}

const toResponse = async (page: ReturnType<typeof html>): Promise<Response> =>
  new Response((await page).toString(), { headers: { "content-type": "text/html; charset=utf-8" } });

export function webhooksPage(base: string, webhooks: readonly ShownWebhook[]): Promise<Response> {
  return toResponse(html`<!doctype html>
    <html lang="en">
      <title>Discord (simulated)</title>
      <h1>Discord (simulated)</h1>
      <form method="post" action="${base}/">
        <p><label>Name <input name="name" value="Captain Hook" required /></label></p>
        <p>
          <label>Channel <select name="kind"><option>text</option><option>forum</option></select></label>
        </p>
        <button>New Webhook</button>
      </form>
      ${webhooks.map(
        ({ id, name, kind, token }) => html`
          <h2><a href="${base}/channels/${id}">${name}</a> (${kind})</h2>
          <p><code>https://discord.com/api/webhooks/${id}/${token}</code></p>
          <form method="post" action="${base}/delete/${id}"><button>Delete Webhook</button></form>
        `,
      )}
    </html>`);
}

export function channelPage(name: string, messages: readonly ShownMessage[]): Promise<Response> {
  return toResponse(html`<!doctype html>
    <html lang="en">
      <title>${name} · Discord (simulated)</title>
      <h1>${name}</h1>
      ${messages.map(({ json }) => {
        const {
          content,
          embeds,
          mention_everyone: notifies,
          edited_timestamp: edited,
        } = JSON.parse(json) as Posted;
        return html`<hr />
          <p style="white-space: pre-wrap">${content}</p>
          ${notifies ? html`<p><strong>Everyone was notified.</strong></p>` : ""}
          ${edited === null ? "" : html`<p><small>(edited)</small></p>`}
          ${embeds.map(
            ({ title = "", description = "", url, thumbnail }) => html`<blockquote>
              <p><a href="${url ?? ""}"><strong>${title}</strong></a></p>
              <p>${description}</p>
              ${thumbnail === undefined ? "" : html`<img src="${thumbnail.url}" alt="" width="80" />`}
            </blockquote>`,
          )}`;
      })}
    </html>`);
}
