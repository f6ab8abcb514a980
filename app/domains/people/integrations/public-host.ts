/**
 * Addresses of other people's servers as people enter them. Only names that can be public ones on the web are accepted:
 * no numeric address in any notation, no name of a local network, and not this instance.
 *
 * A name may still resolve to a private address. A deployed Worker cannot reach those; on a local copy
 * `scripts/instance/outbound.ts` refuses them.
 */

const maxHostText = 300;
const maxUrlLength = 2_000;

/** Last parts of names that do not lead to the web (RFC 6761, 6762, 7686, 8375, 9476), and those of home networks. */
const reserved: ReadonlySet<string> = new Set(
  "alt arpa corp home internal intranet invalid lan local localdomain localhost onion private test".split(
    " ",
  ),
);

/** Characters that the parser of addresses drops, or takes for a slash. */
const confusing = /[\s\\\p{Cc}\p{Cf}]/u;

/**
 * The host of a server: from `mastodon.social`, `@me@mastodon.social` or `https://mastodon.social/@me`. In lower case,
 * international names in Punycode. Null where it is not a public one. `ownHost`: of this instance.
 */
export function readPublicHost(text: string, ownHost: string): string | null {
  const given = text.trim();
  if (given.length > maxHostText || confusing.test(given)) return null;
  return readName(hostPart(given), ownHost);
}

/** An https address on such a host, with its path and query and without its fragment. Null where it is not one. */
export function readPublicUrl(text: string, ownOrigin: string): URL | null {
  const given = text.trim();
  const rest = afterScheme(given);
  if (rest === null || given.length > maxUrlLength || confusing.test(given)) return null;
  const authority = (rest.split(/[/?#]/, 1)[0] ?? "").replace(/:443$/, "");
  const name = readName(authority, new URL(ownOrigin).host);
  const url = URL.parse(given);
  if (name === null || url === null || url.host !== name) return null;
  url.hash = "";
  return url;
}

function afterScheme(given: string): string | null {
  const scheme = "https://";
  return given.slice(0, scheme.length).toLowerCase() === scheme ? given.slice(scheme.length) : null;
}

function hostPart(given: string): string {
  const rest = afterScheme(given);
  if (rest !== null) return rest.split("/", 1)[0] ?? "";
  const at = given.lastIndexOf("@");
  // Anything else before the last `@` stays, and is refused with it.
  return /^@?[\w.-]+$/.test(given.slice(0, Math.max(at, 0))) ? given.slice(at + 1) : given;
}

/** Null unless it is a name of two labels or more, which is neither reserved nor ours. */
function readName(authority: string, ownHost: string): string | null {
  // `%`: the parser decodes it.
  if (authority === "" || /[/?#@:%[\]]/.test(authority)) return null;
  // Maps other digits, letters and dots to those of ASCII, and any notation of an IPv4 address to four numbers.
  const name = URL.parse(`https://${authority}/`)?.hostname ?? "";
  const labels = name.split(".");
  const last = labels.at(-1) ?? "";
  if (name.length > 253 || labels.length < 2 || !labels.every(isLabel)) return null;
  // No numeric address ends in a letter.
  if (!/^(?:xn--[a-z0-9-]+|[a-z]{2,})$/.test(last) || reserved.has(last)) return null;
  return isOwn(name, ownHost) ? null : name;
}

const isLabel = (label: string): boolean =>
  /^[a-z0-9-]{1,63}$/.test(label) && !label.startsWith("-") && !label.endsWith("-");

function isOwn(name: string, ownHost: string): boolean {
  const own = URL.parse(`https://${ownHost}/`)?.hostname ?? ownHost;
  return name === own || name.endsWith(`.${own}`);
}
