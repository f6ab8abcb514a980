import type { Clock } from "#app/context.ts";
import type { Connection } from "./elsewhere.ts";
import { askBytes } from "./http.ts";
import { readRefusal, type SourceAnswer } from "./source-answer.ts";

export interface PictureRequest {
  clock: Clock;
  userAgent: string;
  /** Maximum size of the file: there is no picture where it has more. */
  maxBytes: number;
  /** Hosts of this service's pictures; nothing else is asked, whatever a redirect says. */
  hosts: RegExp;
  maxRedirects: number;
}

/** The file at an address, as the service has it: not checked. `none` where there is none, or it is too large. */
export async function fetchPicture(
  service: Connection,
  start: string,
  { clock, userAgent, maxBytes, hosts, maxRedirects }: PictureRequest,
): Promise<SourceAnswer<Uint8Array<ArrayBuffer>>> {
  let address = start;
  let from: URL | undefined;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const url = URL.parse(address, from?.href);
    if (url === null || !isAt(hosts, url)) return { is: "failed", reason: "led elsewhere" };
    const init = { headers: { accept: "image/*", "user-agent": userAgent } };
    const reply = await askBytes(service, `${service.at(url.hostname)}${url.pathname}${url.search}`, init, {
      maxBytes,
    });
    const refusal = readRefusal(reply, clock.now());
    if (refusal !== null || reply === null) return refusal ?? { is: "none" };
    const { status, headers, bytes } = reply;
    if (status === 200) return bytes === null ? { is: "none" } : { is: "found", value: bytes };
    if (status < 300 || status >= 400) return { is: "failed", reason: `status ${status}` };
    const location = headers.get("location");
    if (!location) return { is: "failed", reason: "led nowhere" };
    [address, from] = [location, url];
  }
  return { is: "failed", reason: "too many redirects" };
}

/** Also for `http:`, which the Cover Art Archive still sends: the request goes over HTTPS. */
const isAt = (hosts: RegExp, { protocol, hostname, port, username, password }: URL) =>
  /^https?:$/.test(protocol) && hosts.test(hostname) && `${port}${username}${password}` === "";
