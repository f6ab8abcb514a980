import { offAir } from "#app/domains/stages/contract/stages.ts";
import type { RoomState } from "#app/domains/stages/live/protocol.ts";
import { agentHeader, type SocketViewer } from "../contract.ts";
import { readViewer } from "../sockets.ts";
import type { ListenerState } from "./listener-sockets.ts";
import { type ShardState, shardHeader } from "./shards.ts";

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

/** Whether a socket belongs to this session; undefined: to any of its user's. */
export const isOfSession = (viewer: SocketViewer, sessionHash: string | undefined) =>
  sessionHash === undefined || viewer.sessionHash === sessionHash;

/** The state of a room before any facts are known. */
export function emptyState(kind: "stage" | "profile", id: string): RoomState {
  return {
    kind,
    id,
    name: "",
    ...offAir,
    currentTrackAt: null,
    favoriteCount: 0,
    cheerCount: 0,
    messages: [],
    ...(kind === "profile" && { profileStatus: { live: false, room: null } }),
  };
}
