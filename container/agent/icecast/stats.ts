/**
 * The mounts that Icecast holds. Read from `/admin/stats`, which is valid XML whatever name an encoder sends; the JSON
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

/** Returns the mounts that the Icecast on this loopback port holds. Throws while it does not respond. */
export async function askMounts(port: number, adminPassword: string, withinMs: number): Promise<string[]> {
  const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString("base64")}`;
  const response = await fetch(`http://127.0.0.1:${port}/admin/stats`, {
    headers: { authorization },
    signal: AbortSignal.timeout(withinMs),
  });
  if (!response.ok) throw new Error(`Icecast answered ${response.status}`);
  return mountsOfStats(await response.text());
}
