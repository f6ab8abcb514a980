import { xml } from "#app/domains/base/text/xml.ts";
import type { ConnectionView } from "../contract/encoder.ts";

/** Traktor's numbers for the types of its entries. */
const types = { whole: 1, text: 3 } as const;

/**
 * Traktor's broadcasting settings as a `.tsi`, read by Preferences → Import. Like the partial files that come with
 * Traktor it contains nothing else, so nothing else changes.
 */
export function traktorFile({ address, port, mount, password }: ConnectionView): string {
  const entries = [
    ["IcecastServer.Address", types.text, address],
    ["IcecastServer.Bitrate", types.whole, 192_000],
    ["IcecastServer.MountPath", types.text, mount],
    ["IcecastServer.Password", types.text, password],
    ["IcecastServer.Port", types.whole, port],
    ["IcecastServer.Samplerate", types.whole, 44_100],
  ] as const;
  const lines = entries.map(
    ([name, type, value]) =>
      `<Entry Name="Broadcast.${name}" Type="${type}" Value="${xml(`${value}`)}"></Entry>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>\n<NIXML><TraktorSettings>\n${lines.join("")}</TraktorSettings>\n</NIXML>\n`;
}
