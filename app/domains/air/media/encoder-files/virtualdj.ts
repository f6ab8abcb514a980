import { xml } from "#app/domains/base/text/xml.ts";
import type { ConnectionView } from "../contract/encoder.ts";

/** The index of IceCast (MP3) in VirtualDJ's list of server types. */
const icecastMp3 = 1;

/**
 * The element of VirtualDJ's `settings.xml` that contains its radio servers. VirtualDJ does not import such a file: it
 * must replace the same element there, while VirtualDJ is closed.
 */
export function virtualDjFile({ address, port, mount, password }: ConnectionView): string {
  const server = Object.entries({
    name: "Cue",
    format: icecastMp3,
    bitrate: 192,
    url: address,
    port,
    mount,
    login: "source",
    password,
  }).map(([name, value]) => ` ${name}="${xml(`${value}`)}"`);
  return `<broadcastServers><server${server.join("")} /></broadcastServers>\n`;
}
