import { DurableObject } from "cloudflare:workers";
import { randomText, toBase64Url } from "#app/domains/people/accounts/token.ts";
import { readPushKey } from "#app/domains/people/notifications/push-key.ts";
import { type BrowserKeys, makeBrowserKeys, unseal } from "./unseal.ts";
import { isSigned } from "./vapid.ts";

/** The origin of its browsers' endpoints: a name that does not exist on the web. */
export const simulatorOrigin = "https://push.localhost";
/** The largest push that a push service accepts (RFC 8030, 7.2). */
const maxBytes = 4_096;
/** The latest are kept. */
const maxMessages = 200;

/** A simulated browser's subscription. */
export interface SimulatedBrowser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** A JWK, to decrypt pushes with other code; null for one that was made with a public key of the caller's own. */
  privateKey: JsonWebKey | null;
}

/** The service's response to pushes to one browser; `times` null: from now on. */
export interface SimulatedAnswer {
  status: number;
  retryAfterS: number | null;
  times: number | null;
}

/** A push that arrived, whatever the response was. */
export interface SimulatedPush {
  endpoint: string;
  /** Epoch ms. */
  at: number;
  /** The status of the response. */
  status: number;
  ttl: string | null;
  urgency: string | null;
  topic: string | null;
  /** The body as it arrived, base64url. */
  sealed: string;
  /**
   * The text that the browser's service worker reads; null where the simulator does not have its key, or it does not
   * decrypt.
   */
  plain: string | null;
}

interface BrowserRow extends Record<string, SqlStorageValue> {
  endpoint: string;
  p256dh: string;
  auth: string;
  private_key: string | null;
}

/**
 * A push service and its browsers, as the standards describe them (RFC 8030, 8291, 8292), for a local copy: it shows
 * what was pushed, sealed and as the browser reads it, and responds as configured. A deployed instance never creates
 * one.
 */
export class PushSimulator extends DurableObject<Env> {
  readonly #sql: SqlStorage;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#sql.exec(`
      create table if not exists browsers (
        endpoint text primary key, p256dh text not null, auth text not null, private_key text,
        status integer, retry_after_s integer, times integer) without rowid;
      create table if not exists pushes (id integer primary key autoincrement, json text not null);
    `);
  }

  /** Makes a browser; with public keys of the caller's own, its pushes cannot be decrypted here. */
  async make(own?: SimulatedBrowser["keys"]): Promise<SimulatedBrowser> {
    const { p256dh, auth, privateKey } = own ? { ...own, privateKey: null } : await makeBrowserKeys();
    const endpoint = `${simulatorOrigin}/${randomText(12)}`;
    this.#sql.exec(
      "insert into browsers (endpoint, p256dh, auth, private_key) values (?, ?, ?, ?)",
      endpoint,
      p256dh,
      auth,
      privateKey && JSON.stringify(privateKey),
    );
    return { endpoint, keys: { p256dh, auth }, privateKey };
  }

  /** Returns false where there is no such browser. */
  async answerWith(endpoint: string, { status, retryAfterS, times }: SimulatedAnswer): Promise<boolean> {
    return (
      this.#sql.exec(
        "update browsers set status = ?2, retry_after_s = ?3, times = ?4 where endpoint = ?1",
        endpoint,
        status,
        retryAfterS,
        times,
      ).rowsWritten > 0
    );
  }

  /** Newest first. */
  async pushes(): Promise<SimulatedPush[]> {
    return this.#sql
      .exec<{ json: string }>("select json from pushes order by id desc")
      .toArray()
      .map(({ json }) => JSON.parse(json) as SimulatedPush);
  }

  /** A push, as it arrives at a push service. */
  override async fetch(request: Request): Promise<Response> {
    const browser = this.#sql
      .exec<BrowserRow>(
        "select endpoint, p256dh, auth, private_key from browsers where endpoint = ?",
        request.url,
      )
      .toArray()[0];
    const body = new Uint8Array(await request.arrayBuffer());
    const told = browser && this.#takeAnswer(browser.endpoint);
    const status = told?.status ?? (browser ? await this.#check(request.headers, body) : 404);
    this.#keep({
      endpoint: request.url,
      at: Date.now(),
      status,
      ttl: request.headers.get("ttl"),
      urgency: request.headers.get("urgency"),
      topic: request.headers.get("topic"),
      sealed: toBase64Url(body),
      plain: browser ? await read(body, browser) : null,
    });
    const headers = new Headers();
    if (told?.retryAfterS != null) headers.set("retry-after", String(told.retryAfterS));
    if (status === 201) headers.set("location", `${simulatorOrigin}/m/${randomText(12)}`);
    return new Response(null, { status, headers });
  }

  /** The configured response, if any; counts its use. */
  #takeAnswer(endpoint: string): { status: number; retryAfterS: number | null } | undefined {
    const isTold = "endpoint = ? and status is not null and (times is null or times > 0)";
    const [told] = this.#sql
      .exec<{ status: number; retryAfterS: number | null }>(
        `select status, retry_after_s as retryAfterS from browsers where ${isTold}`,
        endpoint,
      )
      .toArray();
    this.#sql.exec(`update browsers set times = times - 1 where ${isTold}`, endpoint);
    return told;
  }

  /** The response of a push service without configuration. */
  async #check(headers: Headers, body: Uint8Array): Promise<number> {
    const applicationKey = readPushKey(this.env.CUE_PUSH_KEY ?? "").publicKey;
    const signed = { applicationKey, origin: simulatorOrigin, now: Date.now() };
    if (!(await isSigned(headers.get("authorization"), signed))) return 403;
    if (!/^\d+$/.test(headers.get("ttl") ?? "")) return 400;
    if (headers.get("content-encoding") !== "aes128gcm") return 415;
    return body.byteLength > maxBytes ? 413 : 201;
  }

  #keep(push: SimulatedPush): void {
    this.#sql.exec("insert into pushes (json) values (?)", JSON.stringify(push));
    this.#sql.exec("delete from pushes where id <= (select max(id) from pushes) - ?", maxMessages);
  }
}

async function read(body: Uint8Array, row: BrowserRow): Promise<string | null> {
  if (row.private_key === null) return null;
  const keys: BrowserKeys = { p256dh: row.p256dh, auth: row.auth, privateKey: JSON.parse(row.private_key) };
  try {
    return await unseal(body, keys);
  } catch {
    return null;
  }
}
