import { DurableObject } from "cloudflare:workers";
import { MixcloudSimulator, type ShownBody } from "./mixcloud.ts";

/** What a simulator received, whatever it answered. */
export interface SimulatedRequest {
  party: string;
  method: string;
  /** With its query, without secrets. */
  path: string;
  body: ShownBody;
  /** Epoch ms. */
  at: number;
  status: number;
}

/** How the next requests of a service fail. */
export interface SimulatedFault {
  count: number;
  /** An HTTP status; 0: the connection breaks. */
  status: number;
  /** Only requests whose path contains this. */
  path: string;
  /** Seconds, for the `retry-after` header. */
  retryAfterS: number | null;
  /** The request is handled first: only its response is lost. */
  isHandled: boolean;
}

/** The latest are kept. */
const maxRequests = 300;

/**
 * The services on which users link accounts, for a local copy and tests: each speaks the documented protocol of its
 * service under `/dev/elsewhere/{party}`. A deployed instance never creates one.
 */
export class Simulators extends DurableObject<Env> {
  readonly #sql: SqlStorage;
  readonly #mixcloud: MixcloudSimulator;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#sql.exec(`
      create table if not exists requests (id integer primary key autoincrement, json text not null);
      create table if not exists faults (id integer primary key autoincrement, json text not null);
    `);
    this.#mixcloud = new MixcloudSimulator(this.#sql);
  }

  /** Newest first. */
  async requests(): Promise<SimulatedRequest[]> {
    return this.#sql
      .exec<{ json: string }>("select json from requests order by id desc")
      .toArray()
      .map(({ json }) => JSON.parse(json) as SimulatedRequest);
  }

  async failNext(fault: SimulatedFault): Promise<void> {
    this.#sql.exec("insert into faults (json) values (?)", JSON.stringify(fault));
  }

  /** Under `/dev/elsewhere/mixcloud`, as the service would receive it. */
  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/dev\/elsewhere\/mixcloud/, "");
    const body = await this.#mixcloud.readBody(request);
    const fault = this.#takeFault(path);
    const handled =
      fault === null || fault.isHandled
        ? await this.#mixcloud.handle({ method: request.method, url, path, body })
        : null;
    const response = fault === null ? handled : toResponse(fault);
    this.#note({
      party: "mixcloud",
      method: request.method,
      path: `${path}${withoutSecrets(url.searchParams)}`,
      body: body.shown,
      at: Date.now(),
      status: response?.status ?? 0,
    });
    if (response === null) throw new Error("The simulated connection broke.");
    return response;
  }

  #takeFault(path: string): SimulatedFault | null {
    const rows = this.#sql
      .exec<{ id: number; json: string }>("select id, json from faults order by id")
      .toArray();
    for (const { id, json } of rows) {
      const fault = JSON.parse(json) as SimulatedFault;
      if (!path.includes(fault.path)) continue;
      const left = JSON.stringify({ ...fault, count: fault.count - 1 });
      if (fault.count > 1) this.#sql.exec("update faults set json = ? where id = ?", left, id);
      else this.#sql.exec("delete from faults where id = ?", id);
      return fault;
    }
    return null;
  }

  #note(request: SimulatedRequest): void {
    this.#sql.exec("insert into requests (json) values (?)", JSON.stringify(request));
    this.#sql.exec("delete from requests where id <= (select max(id) from requests) - ?", maxRequests);
  }
}

/** As Mixcloud words them; its rate limit is a 403. */
function toResponse({ status, retryAfterS }: SimulatedFault): Response | null {
  if (status === 0) return null;
  const seconds = retryAfterS ?? 452;
  if (status === 403 || status === 429)
    return Response.json(
      {
        error: {
          message: "You have hit your rate limit.",
          type: "RateLimitException",
          retry_after: seconds,
        },
      },
      { status, headers: { "retry-after": String(seconds) } },
    );
  if (status === 401)
    return Response.json(
      { error: { message: "An invalid access token was provided", type: "OAuthException" } },
      { status },
    );
  return new Response(`<html><title>${status}</title></html>`, { status });
}

const secret = new Set(["access_token", "client_secret", "code"]);

function withoutSecrets(query: URLSearchParams): string {
  const shown = new URLSearchParams(
    [...query].map(([name, value]) => [name, secret.has(name) ? "…" : value]),
  );
  return shown.size === 0 ? "" : `?${shown}`;
}
