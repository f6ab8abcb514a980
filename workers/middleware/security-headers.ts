import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { NONCE, secureHeaders } from "hono/secure-headers";
import { createConnect } from "#durable-objects/elsewhere.ts";
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

/** Sources that a page loads from another service, by directive. */
interface Extra {
  script: string[];
  frame: string[];
  connect: string[];
  media: string[];
  img: string[];
  /** Origins of frames that play sound. */
  autoplay: string[];
}

const none: Extra = { script: [], frame: [], connect: [], media: [], img: [], autoplay: [] };

/** The player of Spotify: its script opens a frame of its own, which decrypts and plays. */
const spotify: Extra = {
  script: ["https://sdk.scdn.co"],
  frame: ["'self'", "https://sdk.scdn.co"],
  connect: ["https://*.spotify.com", "wss://*.spotify.com", "https://*.scdn.co", "https://*.spotifycdn.com"],
  media: ["https://*.scdn.co"],
  img: ["https://i.scdn.co", "https://mosaic.scdn.co", "https://*.spotifycdn.com"],
  autoplay: ["https://sdk.scdn.co"],
};

const headersWith = ({ script, frame, connect, media, img, autoplay }: Extra) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      // WebAssembly: the Opus decoder of browsers without WebCodecs.
      scriptSrc: ["'self'", NONCE, "'wasm-unsafe-eval'", ...script],
      styleSrc: ["'self'", inlineStyles],
      styleSrcAttr: ["'unsafe-inline'"],
      connectSrc: ["'self'", socketOrigin, ...connect],
      mediaSrc: ["'self'", "blob:", ...media],
      workerSrc: ["'self'", "blob:"],
      manifestSrc: ["'self'"],
      imgSrc: ["'self'", "data:", "blob:", ...img],
      ...(frame.length > 0 && { frameSrc: frame }),
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: [(c) => (isEmbed(c.req.path) ? "*" : "'none'")],
    },
    permissionsPolicy: {
      autoplay: ["self", ...autoplay],
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

const ownHeaders = headersWith(none);
const headersWithSpotify = headersWith(spotify);

/** A simulator is of this origin, and embeds play nothing of another service. */
function loadsFromSpotify({ env, req }: Context<HonoEnv>): boolean {
  return !isEmbed(req.path) && createConnect(env)("spotify")?.isSimulated === false;
}

export const securityHeaders = createMiddleware<HonoEnv>(async (c, next) => {
  await (loadsFromSpotify(c) ? headersWithSpotify : ownHeaders)(c, next);
  if (!isLocal(c.env)) c.header("strict-transport-security", "max-age=63072000; includeSubDomains");
  if (!isEmbed(c.req.path)) c.header("x-frame-options", "DENY");
  if (hasSecretAddress(c.req.path)) c.header("referrer-policy", "no-referrer");
  if (answersOpener(c.req.path)) c.header("cross-origin-opener-policy", "unsafe-none");
});
