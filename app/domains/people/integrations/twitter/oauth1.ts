/** Signs requests by OAuth 1.0a (RFC 5849) with HMAC-SHA1, as X wants them. */

export interface SignedBy {
  consumer: { id: string; secret: string };
  /** Null before there is one: then its half of the key is empty. */
  token: { token: string; secret: string } | null;
  nonce: string;
  /** Epoch seconds. */
  timestamp: number;
}

interface Signed {
  method: string;
  /** Its query is signed too. */
  address: string;
  /** Further parameters of the header, such as `oauth_callback`. A JSON body is not signed. */
  oauth?: Record<string, string>;
}

const signatureMethod = "HMAC-SHA1";

/** Percent-encoding of RFC 3986, which leaves fewer characters than `encodeURIComponent` does. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The value of the `authorization` header. */
export async function authorizationOf(
  { method, address, oauth = {} }: Signed,
  by: SignedBy,
): Promise<string> {
  const params: Record<string, string> = {
    ...oauth,
    oauth_consumer_key: by.consumer.id,
    oauth_nonce: by.nonce,
    oauth_signature_method: signatureMethod,
    oauth_timestamp: String(by.timestamp),
    oauth_version: "1.0",
    ...(by.token !== null && { oauth_token: by.token.token }),
  };
  const signature = await signatureOf({
    method,
    address,
    params,
    consumerSecret: by.consumer.secret,
    tokenSecret: by.token?.secret ?? "",
  });
  const sent = Object.entries({ ...params, oauth_signature: signature });
  return `OAuth ${sent.map(([name, value]) => `${encode(name)}="${encode(value)}"`).join(", ")}`;
}

/** The signature over a request; `params`: those of the header, without the signature itself. */
export async function signatureOf({
  method,
  address,
  params,
  consumerSecret,
  tokenSecret,
}: {
  method: string;
  address: string;
  params: Record<string, string>;
  consumerSecret: string;
  tokenSecret: string;
}): Promise<string> {
  const url = new URL(address);
  const base = [
    method.toUpperCase(),
    `${url.origin}${url.pathname}`,
    sortedPairs([...url.searchParams, ...Object.entries(params)]),
  ];
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey(
    "raw",
    bytes.encode(`${encode(consumerSecret)}&${encode(tokenSecret)}`),
    { name: "HMAC", hash: "SHA-1" },
    false,
    ["sign"],
  );
  const signed = await crypto.subtle.sign("HMAC", key, bytes.encode(base.map(encode).join("&")));
  return btoa(String.fromCharCode(...new Uint8Array(signed)));
}

/** Sorted after they are encoded, by name, then by value. */
function sortedPairs(pairs: readonly (readonly [string, string])[]): string {
  const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  return pairs
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted(([a, x], [b, y]) => order(a, b) || order(x, y))
    .map((pair) => pair.join("="))
    .join("&");
}

/** The parameters of such a header, decoded; null where it is none. */
export function readAuthorization(header: string | null): Record<string, string> | null {
  if (!header?.startsWith("OAuth ")) return null;
  try {
    const pairs = header
      .slice("OAuth ".length)
      .split(",")
      .map((pair) => /^ ?([\w%.~-]+)="([\w%.~-]*)"$/.exec(pair))
      .map((found) => [decodeURIComponent(found?.[1] ?? ""), decodeURIComponent(found?.[2] ?? "")]);
    return Object.fromEntries(pairs);
  } catch {
    return null;
  }
}
