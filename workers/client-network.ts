/** Identifies where a request comes from by keyed hashes, never by an address. */
import { createHmac } from "node:crypto";
import { localNetwork } from "#durable-objects/listener-key.ts";
import { isLoopbackAddress } from "./own-host.ts";
import { isLocal } from "./session.ts";

const dayMs = 24 * 3_600_000;

type Keys = Pick<Env, "CUE_SECRET" | "CUE_MODE">;

export const addressOf = (request: Request): string | null => request.headers.get("cf-connecting-ip");

/** Number of clients without an edge, where all on the machine share one key: enough for a class of students. */
const localClients = 50;

/** Returns how many clients may share the key of an address. */
export const clientShareOf = (env: Keys, address: string | null): number =>
  address === null && isLocal(env) ? localClients : 1;

/** The key of the request's network for rate limits: always the same for one network. */
export function hashClient(secret: string, address: string | null): string {
  return hash(`client:${secret}`, clientNetwork(address));
}

/**
 * The network of a request as this room (`stage/…`, `profile/…`) may know it today: a different key in every room and
 * on every day (UTC), so that no one can be tracked across rooms or days.
 */
export function networkIn(env: Keys, request: Request, room: string, now: number): string {
  const address = addressOf(request);
  if (isLocal(env) && (address === null || isLoopbackAddress(address))) return localNetwork;
  return hash(keyOfDay(env, room, now), clientNetwork(address));
}

/** The key of the client's software, in the same way: the same within one room and day, in every network. */
export function programIn(env: Keys, request: Request, room: string, now: number): string {
  return hash(keyOfDay(env, room, now), `program:${request.headers.get("user-agent") ?? ""}`);
}

const keyOfDay = (env: Keys, room: string, now: number) =>
  `listener:${env.CUE_SECRET}:${Math.floor(now / dayMs)}:${room}`;

function hash(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url").slice(0, 22);
}

/**
 * One network per IPv4 address and per IPv6 /64: a household or a server gets one, not 2^64. Locally there is no edge
 * in front, so everyone counts as one client.
 */
export function clientNetwork(address: string | null): string {
  if (address === null || address === "") return localNetwork;
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = address.toLowerCase().split("::", 2);
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => "0"), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
