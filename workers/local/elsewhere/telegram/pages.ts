/** Pages where bots and chats are made, and with what bots have written. */
import { html } from "hono/html";

export interface ShownBot {
  token: string;
  name: string;
}

export interface ShownChat {
  id: number;
  kind: string;
  title: string;
  username: string;
  /** The number of the supergroup that it has become, or 0. */
  movedTo: number;
  /** Whether bots may write in it. */
  isOpen: number;
}

export interface ShownText {
  text: string;
  isEdited: number;
}

const toResponse = async (page: ReturnType<typeof html>): Promise<Response> =>
  new Response((await page).toString(), { headers: { "content-type": "text/html; charset=utf-8" } });

export function telegramPage(
  base: string,
  { bots, chats }: { bots: readonly ShownBot[]; chats: readonly ShownChat[] },
): Promise<Response> {
  return toResponse(html`<!doctype html>
    <html lang="en">
      <title>Telegram (simulated)</title>
      <h1>Telegram (simulated)</h1>
      <form method="post" action="${base}/bots">
        <p><label>Name <input name="name" value="Cue Bot" required /></label> <button>New Bot</button></p>
      </form>
      <ul>
        ${bots.map(({ token, name }) => html`<li>${name}: <code>${token}</code></li>`)}
      </ul>
      <form method="post" action="${base}/chats">
        <p><label>Title <input name="title" value="Night Shift" required /></label></p>
        <p><label>Public name <input name="username" placeholder="none" /></label></p>
        <p>
          <label>Kind <select name="kind"><option>channel</option><option>group</option></select></label>
        </p>
        <button>New Chat, With All Bots</button>
      </form>
      ${chats.map(
        ({ id, kind, title, username, movedTo, isOpen }) => html`
          <h2><a href="${base}/chats/${id}">${title}</a> (${kind})</h2>
          <p>
            <code>${id}</code> ${username === "" ? "" : html`<code>@${username}</code>`}
            ${isOpen ? "" : "Bots were removed."} ${movedTo === 0 ? "" : `It has become ${movedTo}.`}
          </p>
          <form method="post" action="${base}/chats/${id}">
            <button name="do" value="remove">Remove Bots</button>
            <button name="do" value="add">Add Bots</button>
            <button name="do" value="upgrade">Make It a Supergroup</button>
          </form>
        `,
      )}
    </html>`);
}

export function chatPage(title: string, texts: readonly ShownText[]): Promise<Response> {
  return toResponse(html`<!doctype html>
    <html lang="en">
      <title>${title} · Telegram (simulated)</title>
      <h1>${title}</h1>
      ${texts.map(
        ({ text, isEdited }) => html`<hr />
          <p style="white-space: pre-wrap">${text}</p>
          ${isEdited ? html`<p><small>(edited)</small></p>` : ""}`,
      )}
    </html>`);
}
