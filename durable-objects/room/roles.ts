import { agentHeader, type SocketViewer } from "../contract.ts";
import type { ListenerState } from "../fan-out/listener-state.ts";
import { readShardName, type ShardName } from "../fan-out/shard-name.ts";
import { type ShardState, shardHeader } from "../fan-out/shards.ts";
import { readViewer } from "../sockets.ts";

/** The stored state of the agent's audio socket while the object sleeps. */
export interface UplinkState {
  role: "uplink";
  stream: string;
  /** Absent in the attachments of an earlier version, like the rest. */
  connection?: string;
  openedAt?: number;
  /** Its stream is no longer carried: it may only deliver what is still to be recorded. */
  isReleased?: boolean;
}

export type SocketState = ListenerState | UplinkState | ShardState;

export type Role =
  | { role: "listener"; viewer: SocketViewer }
  | { role: "uplink"; stream: string; connection: string }
  | { role: "shard"; index: ShardName };

/** The role of a new socket, from the headers that only the Worker and the objects can set. */
export function readRole(request: Request): Role | null {
  const shard = request.headers.get(shardHeader);
  if (shard !== null) {
    const index = readShardName(shard);
    return index === null ? null : { role: "shard", index };
  }
  if (request.headers.get(agentHeader) === "audio") {
    const { searchParams } = new URL(request.url);
    const stream = searchParams.get("stream");
    const connection = searchParams.get("connection") ?? "";
    return stream === null ? null : { role: "uplink", stream, connection };
  }
  const viewer = readViewer(request);
  return viewer === null ? null : { role: "listener", viewer };
}
