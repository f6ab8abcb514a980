import { createHash } from "node:crypto";

/** Not signed, whatever the call is. */
const unsigned: ReadonlySet<string> = new Set(["format", "callback"]);

/** Returns `api_sig`: the MD5 of all parameters by name, each name with its value, and the secret of the app. */
export function signCall(parameters: Readonly<Record<string, string>>, secret: string): string {
  const signed = Object.entries(parameters)
    .filter(([name]) => !unsigned.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}${value}`);
  return createHash("md5")
    .update(`${signed.join("")}${secret}`)
    .digest("hex");
}
