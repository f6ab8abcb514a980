/** The server of an account: from its handle to its DID, and from there to its data server (PDS). */
import * as z from "zod/mini";
import type { Connection } from "../elsewhere.ts";
import { ask } from "../http.ts";
import { readPublicHost } from "../public-host.ts";
import { callXrpc } from "./protocol.ts";

/** Signs in the accounts of all data servers that Bluesky runs. */
export const blueskyHost = "bsky.social";
const appViewHost = "public.api.bsky.app";
const directoryHost = "plc.directory";
const limits = { timeoutMs: 5_000 } as const;

const DidDocument = z.object({
  service: z.array(z.object({ id: z.string(), serviceEndpoint: z.unknown() })),
});

/**
 * The data server that a DID document names; undefined where it names none, null where its address is not a public
 * host.
 */
export function hostOfDocument(service: Connection, document: unknown): string | null | undefined {
  const services = DidDocument.safeParse(document).data?.service ?? [];
  const endpoint = services.find(({ id }) => id.endsWith("#atproto_pds"))?.serviceEndpoint;
  return typeof endpoint === "string" ? readPublicHost(endpoint, new URL(service.origin).host) : undefined;
}

/** The host that signs this account in; null where it is not a public one. */
export async function findSignInHost(service: Connection, identifier: string): Promise<string | null> {
  const did = identifier.startsWith("did:") ? identifier : await resolveHandle(service, identifier);
  const document = did === null ? null : await readDocument(service, did);
  const host = hostOfDocument(service, document);
  // Where it was not found, it may be an address of email, which only Bluesky knows.
  return host === undefined || host?.endsWith(".host.bsky.network") ? blueskyHost : host;
}

async function resolveHandle(service: Connection, handle: string): Promise<string | null> {
  if (handle.includes("@")) return null;
  const reply = await callXrpc(service, appViewHost, {
    method: "com.atproto.identity.resolveHandle",
    query: { handle },
  });
  return z.object({ did: z.string() }).safeParse(reply?.json).data?.did ?? null;
}

async function readDocument(service: Connection, did: string): Promise<unknown> {
  const [, kind, name = ""] = did.split(":");
  if (kind === "plc" && /^[a-z2-7]{24}$/.test(name))
    return (await ask(service, `${service.at(directoryHost)}/${did}`, {}, limits))?.json;
  const host = kind === "web" ? readPublicHost(name, new URL(service.origin).host) : null;
  if (host === null) return null;
  return (await ask(service, `${service.at(host)}/.well-known/did.json`, {}, limits))?.json;
}
