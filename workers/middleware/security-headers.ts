import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { NONCE, secureHeaders } from "hono/secure-headers";
import type { HonoEnv } from "../hono.ts";
import { isLocal } from "../session.ts";
import { answersOpener, hasSecretAddress } from "./secret-addresses.ts";
import { isEmbed } from "./with-context.ts";

/** Some browsers do not count a socket as 'self'. */
function socketOrigin(c: Context): string {
  const { protocol, host } = new URL(c.req.url);
  return `${protocol === "https:" ? "wss" : "ws"}://${host}`;
}

/** The development server writes styles without a nonce. */
const inlineStyles = import.meta.env.DEV ? "'unsafe-inline'" : NONCE;

const base = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    // WebAssembly: the Opus decoder of browsers without WebCodecs.
    scriptSrc: ["'self'", NONCE, "'wasm-unsafe-eval'"],
    styleSrc: ["'self'", inlineStyles],
    styleSrcAttr: ["'unsafe-inline'"],
    connectSrc: ["'self'", socketOrigin],
    mediaSrc: ["'self'", "blob:"],
    workerSrc: ["'self'", "blob:"],
    manifestSrc: ["'self'"],
    imgSrc: ["'self'", "data:", "blob:"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: [(c) => (isEmbed(c.req.path) ? "*" : "'none'")],
  },
  permissionsPolicy: {
    autoplay: ["self"],
    camera: [],
    geolocation: [],
    // Performers broadcast from the browser.
    microphone: ["self"],
    payment: [],
    usb: [],
  },
  referrerPolicy: "strict-origin-when-cross-origin",
  // Other services are linked in a popup, which must keep its opener.
  crossOriginOpenerPolicy: "same-origin-allow-popups",
  // Set below: they depend on the request.
  strictTransportSecurity: false,
  xFrameOptions: false,
});

export const securityHeaders = createMiddleware<HonoEnv>(async (c, next) => {
  await base(c, next);
  if (!isLocal(c.env)) c.header("strict-transport-security", "max-age=63072000; includeSubDomains");
  if (!isEmbed(c.req.path)) c.header("x-frame-options", "DENY");
  if (hasSecretAddress(c.req.path)) c.header("referrer-policy", "no-referrer");
  if (answersOpener(c.req.path)) c.header("cross-origin-opener-policy", "unsafe-none");
});
