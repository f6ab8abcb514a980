/**
 * A push service and its browsers, as the standards describe them (RFC 8030, 8291, 8292), built on other code than
 * Cue's sender: `http_ece` decrypts, and the platform's own WebCrypto checks the signature.
 */
import { createECDH, type ECDH } from "node:crypto";
import ece from "http_ece";
import { randomText, toBase64Url } from "#app/domains/people/accounts/token.ts";
import { isSigned } from "#durable-objects/push-simulator/vapid.ts";

export interface Received {
  /** The text that the browser's service worker would read. */
  payload: Record<string, unknown>;
  ttl: string | null;
  urgency: string | null;
  topic: string | null;
}

interface Browser {
  keys: ECDH;
  auth: Uint8Array;
  received: Received[];
  /** Responds with these statuses in order before it accepts a push. */
  answers: { status: number; retryAfter?: number }[];
}

const origin = "https://push.example.com";

/** The entries of `received` are decrypted, and were signed by the owner of `applicationKey` (base64url). */
export class PushService {
  readonly #applicationKey: string;
  readonly #browsers = new Map<string, Browser>();
  /** All requests, accepted or not. */
  requests = 0;

  constructor(applicationKey: string) {
    this.#applicationKey = applicationKey;
  }

  /** Returns a new browser's subscription in the form of its `toJSON`. */
  subscribe(): { endpoint: string; keys: { p256dh: string; auth: string } } {
    const keys = createECDH("prime256v1");
    const p256dh = toBase64Url(new Uint8Array(keys.generateKeys()));
    const auth = crypto.getRandomValues(new Uint8Array(16));
    const endpoint = `${origin}/${randomText(9)}`;
    this.#browsers.set(endpoint, { keys, auth, received: [], answers: [] });
    return { endpoint, keys: { p256dh, auth: toBase64Url(auth) } };
  }

  received(endpoint: string): Received[] {
    return this.#browser(endpoint).received;
  }

  /** Makes it respond with these statuses before it accepts a push again. */
  answerNext(endpoint: string, ...answers: Browser["answers"]): void {
    this.#browser(endpoint).answers.push(...answers);
  }

  /** Replaces `fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    this.requests++;
    const browser = this.#browsers.get(request.url);
    if (browser === undefined) return new Response(null, { status: 404 });
    const answer = browser.answers.shift();
    if (answer !== undefined) {
      const headers = new Headers();
      if (answer.retryAfter !== undefined) headers.set("retry-after", String(answer.retryAfter));
      return new Response(null, { status: answer.status, headers });
    }
    const signed = { applicationKey: this.#applicationKey, origin, now: Date.now() };
    if (!(await isSigned(request.headers.get("authorization"), signed)))
      return new Response("not signed", { status: 403 });
    const body = new Uint8Array(await request.arrayBuffer());
    if (body.byteLength > 4_096) return new Response(null, { status: 413 });
    if (request.headers.get("content-encoding") !== "aes128gcm") return new Response(null, { status: 415 });
    const { keys: privateKey, auth: authSecret } = browser;
    const plain = ece.decrypt(Buffer.from(body), { version: "aes128gcm", privateKey, authSecret });
    browser.received.push({
      payload: JSON.parse(new TextDecoder().decode(plain)),
      ttl: request.headers.get("ttl"),
      urgency: request.headers.get("urgency"),
      topic: request.headers.get("topic"),
    });
    return new Response(null, { status: 201, headers: { location: `${origin}/m/1` } });
  };

  #browser(endpoint: string): Browser {
    const browser = this.#browsers.get(endpoint);
    if (browser === undefined) throw new Error(`no browser has ${endpoint}`);
    return browser;
  }
}
