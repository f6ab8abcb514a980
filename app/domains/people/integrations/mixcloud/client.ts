/** Mixcloud over HTTP, by its documented API of https://www.mixcloud.com/developers/. */
import * as z from "zod/mini";
import type { Connection } from "../elsewhere.ts";
import { ask, readBytes, readJson, withQuery } from "../http.ts";
import { type Mixcloud, MixcloudFault, type MixcloudForm } from "./port.ts";
import { isDeadToken, readUploadAnswer, type UploadAnswer } from "./upload-answer.ts";

/** It responds to an upload only after it has processed it, and asks to be given 15 minutes, as a cron job has. */
const uploadTimeoutMs = 14 * 60_000;
const maxAnswerBytes = 1_000_000;
/** More than anyone uploads between two attempts. */
const maxShows = 20;

export function connectMixcloud(service: Connection): Mixcloud {
  const { id, secret } = service.keys;
  const [site, api] = [service.at("www.mixcloud.com"), service.at("api.mixcloud.com")];
  const returnTo = `${service.origin}/api/social/mixcloud`;
  return {
    authorizeAddress: (state) =>
      withQuery(`${site}/oauth/authorize`, { client_id: id, redirect_uri: returnTo, state }),

    async exchange(code) {
      const query = { client_id: id, redirect_uri: returnTo, client_secret: secret, code };
      const text = await get(service, withQuery(`${site}/oauth/access_token`, query));
      // Both forms are in use.
      const token =
        z.object({ access_token: z.string() }).safeParse(readJson(text)).data?.access_token ??
        new URLSearchParams(text.trim()).get("access_token");
      if (!token) throw new MixcloudFault("Mixcloud returned no token.");
      return token;
    },

    async account(token) {
      const text = await get(service, withQuery(`${api}/me/`, { access_token: token }));
      const account = z.object({ username: z.string() }).safeParse(readJson(text));
      if (!account.success) throw new MixcloudFault("Mixcloud did not say whose account it is.");
      return account.data;
    },

    async newestShows(token) {
      // Without `offset` its pages go by date.
      const query = { access_token: token, limit: String(maxShows), offset: "0" };
      const shows = Shows.safeParse(readJson(await get(service, withQuery(`${api}/me/cloudcasts/`, query))));
      if (!shows.success) throw new MixcloudFault("Mixcloud did not list the shows of the account.");
      return shows.data.data.map(({ key, name, created_time: at }) => ({
        key,
        name,
        createdAt: Date.parse(at),
      }));
    },

    upload: (token, form) => upload(service, withQuery(`${api}/upload/`, { access_token: token }), form),

    pageOf: (key) => `${site}${key}`,
  };
}

const Shows = z.object({
  data: z.array(z.object({ key: z.string(), name: z.string(), created_time: z.string() })),
});

async function get(service: Connection, address: string): Promise<string> {
  const reply = await ask(service, address);
  if (reply === null) throw new MixcloudFault("Mixcloud could not be reached.");
  if (reply.status !== 200)
    throw new MixcloudFault(`Mixcloud responded ${reply.status}.`, isDeadToken(reply.json));
  return reply.text;
}

async function upload(service: Connection, address: string, form: MixcloudForm): Promise<UploadAnswer> {
  // The service needs the length, and a stream has one only with this.
  const { readable, writable } = new FixedLengthStream(form.size);
  const pump = write(form.bytes, writable);
  try {
    const response = await service.send(
      new Request(address, {
        method: "POST",
        headers: { "content-type": `multipart/form-data; boundary=${form.boundary}` },
        body: readable,
        redirect: "manual",
        signal: AbortSignal.timeout(uploadTimeoutMs),
      }),
    );
    const bytes = await readBytes(response, maxAnswerBytes);
    const json = bytes && readJson(new TextDecoder().decode(bytes));
    return readUploadAnswer({
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      json,
    });
  } catch {
    return { is: "unsure", details: "no response" };
  } finally {
    await pump.stop();
  }
}

/** Writes until everything is written, the other side is gone, or `stop` is called, which throws what `bytes` threw. */
function write(bytes: AsyncIterable<Uint8Array>, writable: WritableStream<Uint8Array>) {
  const writer = writable.getWriter();
  let fault: { reason: unknown } | null = null;
  let isOpen = true;
  const run = async () => {
    const iterator = bytes[Symbol.asyncIterator]();
    for (;;) {
      const next = await iterator.next().catch((reason: unknown) => {
        fault = { reason };
        throw reason;
      });
      if (next.done) break;
      await writer.write(next.value);
    }
    await writer.close();
  };
  const done = run()
    .catch((reason: unknown) => writer.abort(reason).catch(() => undefined))
    .finally(() => {
      isOpen = false;
    });
  return {
    async stop() {
      // A response may come before all was read.
      if (isOpen) await Promise.race([done, writer.abort(new Error("not read")).catch(() => undefined)]);
      if (fault !== null) throw (fault as { reason: unknown }).reason;
    },
  };
}
