import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import {
  getConnectedAccountsCall,
  linkMixcloudCall,
  mixcloudLinkedCall,
  storeMixcloudCall,
  unlinkCall,
  updateMixcloudCall,
} from "#app/domains/integrations/calls.ts";
import {
  LinkMixcloudQuery,
  StoreMixcloudInput,
  UnlinkInput,
  UpdateMixcloudInput,
} from "#app/domains/integrations/contract.ts";
import {
  beginLink,
  linkMs,
  returnFromMixcloud,
  storeMixcloud,
} from "#app/domains/integrations/link.server.ts";
import { getConnectedAccounts, unlink, updateMixcloud } from "#app/domains/integrations/operations.server.ts";
import type { HonoEnv } from "../hono.ts";
import { isLocal } from "../session.ts";
import { respond, type Served, serve } from "./serve.ts";

const begunCookie = "cue-link";
const cookiePath = "/api/social/mixcloud";

export const integrations: readonly Served[] = [
  serve(getConnectedAccountsCall, {
    summary: "The accounts at other services that the signed-in user has linked.",
    run: getConnectedAccounts,
  }),
  respond(linkMixcloudCall, {
    summary:
      "Links an account at Mixcloud, in a popup: redirects there, and back to /social/mixcloud/linked.",
    input: LinkMixcloudQuery,
    respond: async (c, query) => {
      c.header("cache-control", "no-store");
      const hasReturned = query.code !== undefined || query.error !== undefined;
      return hasReturned ? end(c, query) : begin(c);
    },
  }),
  respond(mixcloudLinkedCall, {
    summary: "Where the popup ends: its address has the code for mixcloudStore, or an error.",
    respond: (c) => {
      c.header("cache-control", "no-store");
      return c.html(
        html`<!doctype html><html lang="en"><title>Cue</title><p>You can close this window.</p></html>`,
      );
    },
  }),
  serve(storeMixcloudCall, {
    summary: "Link the account at Mixcloud for which a popup of this session has returned.",
    input: StoreMixcloudInput,
    run: storeMixcloud,
  }),
  serve(updateMixcloudCall, {
    summary: "Change the tags and the picture of uploads to Mixcloud.",
    input: UpdateMixcloudInput,
    run: updateMixcloud,
  }),
  serve(unlinkCall, {
    summary: "Unlink an account: its token is deleted, and what is under way is ended.",
    input: UnlinkInput,
    run: unlink,
  }),
];

async function begin(c: Context<HonoEnv>): Promise<Response> {
  const { address, begun } = await beginLink(c.get("app"));
  setCookie(c, begunCookie, begun, {
    path: cookiePath,
    httpOnly: true,
    // It must be sent when the service returns.
    sameSite: "Lax",
    secure: !isLocal(c.env),
    maxAge: linkMs / 1_000,
  });
  return c.redirect(address);
}

async function end(c: Context<HonoEnv>, query: LinkMixcloudQuery): Promise<Response> {
  const code = await returnFromMixcloud(c.get("app"), query, getCookie(c, begunCookie) ?? null);
  deleteCookie(c, begunCookie, { path: cookiePath });
  const result = new URLSearchParams(code === null ? { error: "not-linked" } : { code });
  return c.redirect(`/api/social/mixcloud/linked?${result}`);
}
