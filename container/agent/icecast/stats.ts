/**
 * Which mounts Icecast holds. Read from `/admin/stats`, which is valid XML whatever name an encoder sends; the JSON
 * page of 2.4.4 is then not even valid JSON.
 */
import { XMLParser, XMLValidator } from "fast-xml-parser";
import * as z from "zod";

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => name === "source",
});

const Stats = z.object({
  icestats: z.object({ source: z.array(z.object({ mount: z.string().startsWith("/") })).default([]) }),
});

/** Mounts without their slash. Throws for anything but Icecast's own document. */
export function mountsOfStats(xml: string): string[] {
  const verdict = XMLValidator.validate(xml);
  if (verdict !== true) throw new Error(`Icecast's statistics are not XML: ${verdict.err.msg}`);
  return Stats.parse(parser.parse(xml)).icestats.source.map(({ mount }) => mount.slice(1));
}
