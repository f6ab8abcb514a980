/** The Cover Art Archive over HTTP, by https://musicbrainz.org/doc/Cover_Art_Archive/API. */
import type { Clock } from "#app/context.ts";
import type { Connection } from "../elsewhere.ts";
import { askBytes } from "../http.ts";
import { readRefusal, type SourceAnswer } from "../source-answer.ts";

/** From its own address to that of the Internet Archive, and from there to one of many servers. */
const maxRedirects = 4;
/** Where pictures are; nothing else is asked, whatever a redirect says. */
const hosts = /^(?:coverartarchive\.org|archive\.org|(?:[a-z0-9-]+\.)+archive\.org)$/;

export interface CoverArt {
  /** The front of a release at 500 pixels, as the service has it: not checked. */
  front(release: string): Promise<SourceAnswer<Uint8Array<ArrayBuffer>>>;
}

export function connectCoverArt(
  service: Connection,
  { clock, userAgent, maxBytes }: { clock: Clock; userAgent: string; maxBytes: number },
): CoverArt {
  return {
    async front(release) {
      let url = new URL(`https://coverartarchive.org/release/${release}/front-500`);
      for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
        const address = `${service.at(url.hostname)}${url.pathname}${url.search}`;
        const init = { headers: { accept: "image/*", "user-agent": userAgent } };
        const reply = await askBytes(service, address, init, { maxBytes });
        const refusal = readRefusal(reply, clock.now());
        if (refusal !== null || reply === null) return refusal ?? { is: "none" };
        const { status, headers, bytes } = reply;
        if (status === 200) return bytes === null ? { is: "none" } : { is: "found", value: bytes };
        if (status < 300 || status >= 400) return { is: "failed", reason: `status ${status}` };
        const location = headers.get("location");
        const next = location ? URL.parse(location, url) : null;
        if (next === null || !isArchive(next)) return { is: "failed", reason: "redirected elsewhere" };
        url = next;
      }
      return { is: "failed", reason: "too many redirects" };
    },
  };
}

/** Also for `http:`, which it still sends: the request goes over HTTPS. */
const isArchive = ({ protocol, hostname, port, username, password }: URL) =>
  /^https?:$/.test(protocol) && hosts.test(hostname) && `${port}${username}${password}` === "";
