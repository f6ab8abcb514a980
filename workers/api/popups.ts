/**
 * The popup in which an account at another service is linked: it begins at our address, goes to the service, returns
 * to our address, and ends at `{address}/linked` with handles of ours in its query, which its opener reads.
 */
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import { linkFailureText } from "#app/domains/people/integrations/link-texts.ts";
import { linkMs } from "#app/domains/people/integrations/popup-link.server.ts";
import type { ErrorCode } from "#app/errors.ts";
import type { HonoEnv } from "../hono.ts";
import { isLocal } from "../session.ts";

/** The cookie of a link that was begun in this browser, sealed. Each address has its own, because of its path. */
const begunCookie = "cue-link";

/** Sends the popup to the service. `path`: of the call, below `/api`. */
export function beginPopup(
  c: Context<HonoEnv>,
  path: string,
  { address, begun }: { address: string; begun: string },
): Response {
  c.header("cache-control", "no-store");
  setCookie(c, begunCookie, begun, {
    path: `/api${path}`,
    httpOnly: true,
    // It must be sent when the service returns.
    sameSite: "Lax",
    secure: !isLocal(c.env),
    maxAge: linkMs / 1_000,
  });
  return c.redirect(address);
}

/**
 * The service has returned. `accept` gets what was begun in this browser, and returns the handles for the opener; null
 * where it is not accepted.
 */
export async function endPopup(
  c: Context<HonoEnv>,
  path: string,
  accept: (begun: string | null) => Promise<Record<string, string> | null>,
): Promise<Response> {
  return endPopupAt(c, path, async (begun) => {
    const handles = await accept(begun);
    return `/api${path}/linked?${new URLSearchParams(handles ?? { error: "not-linked" })}`;
  });
}

/** The service has returned. `accept` gets what was begun in this browser, and returns where the popup ends. */
export async function endPopupAt(
  c: Context<HonoEnv>,
  path: string,
  accept: (begun: string | null) => Promise<string>,
): Promise<Response> {
  c.header("cache-control", "no-store");
  const end = await accept(getCookie(c, begunCookie) ?? null);
  deleteCookie(c, begunCookie, { path: `/api${path}` });
  return c.redirect(end);
}

/** It ends before it has begun: `error` says why. */
export function failPopup(c: Context<HonoEnv>, path: string, error: ErrorCode): Response {
  c.header("cache-control", "no-store");
  return c.redirect(`/api${path}/linked?${new URLSearchParams({ error })}`);
}

/** The page at the end. */
export function popupEnd(c: Context<HonoEnv>): Response | Promise<Response> {
  c.header("cache-control", "no-store");
  const words = linkFailureText(c.req.query("error") ?? "");
  return c.html(
    html`<!doctype html><html lang="en"><title>Cue</title><p>${words} You can close this window.</p></html>`,
  );
}
