import { agentHeader, type SocketViewer } from "../contract.ts";
import type { ListenerState } from "../fan-out/listener-sockets.ts";
import { type ShardState, shardHeader } from "../fan-out/shards.ts";
import { readViewer } from "../sockets.ts";

/** What is kept of the agent's audio socket while the object sleeps. */
export interface UplinkState {
  role: "uplink";
  stream: string;
}

export type SocketState = ListenerState | UplinkState | ShardState;

export type Role =
  | { role: "listener"; viewer: SocketViewer }
  | { role: "uplink"; stream: string }
  | { role: "shard"; index: number };

/** The role of a new socket, from the headers that only the Worker and the objects can set. */
export function readRole(request: Request): Role | null {
  const index = request.headers.get(shardHeader);
  if (index !== null) return /^\d{1,4}$/.test(index) ? { role: "shard", index: Number(index) } : null;
  if (request.headers.get(agentHeader) === "audio") {
    const stream = new URL(request.url).searchParams.get("stream");
    return stream === null ? null : { role: "uplink", stream };
  }
  const viewer = readViewer(request);
  return viewer === null ? null : { role: "listener", viewer };
}
