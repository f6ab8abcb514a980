/** Typed getters of the objects: the only place that knows how an object is named. */

import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import { fnv1a } from "#app/domains/base/text/fnv1a.ts";
import type { OwnerPath } from "#app/domains/people/deliveries/port.ts";
import type { Alerts } from "./alerts/alerts.ts";
import type { Conversation } from "./conversation/conversation.ts";
import type { Deliveries } from "./deliveries/deliveries.ts";
import type { Relay } from "./fan-out/relay/relay.ts";
import { regionOfShard, type ShardName } from "./fan-out/shard-name.ts";
import type { Inbox } from "./inbox/inbox.ts";
import type { Limiter } from "./limiter/limiter.ts";
import type { Lobby } from "./lobby/lobby.ts";
import type { LobbyShard } from "./lobby-shard/lobby-shard.ts";
import type { MediaGateway } from "./media-gateway/media-gateway.ts";
import type { ReferenceShard } from "./reference-shard/reference-shard.ts";
import type { Region } from "./regions.ts";
import type { ProfileRoom } from "./room/profile-room.ts";
import type { StageRoom } from "./room/stage-room.ts";
import type { SoundCheck } from "./sound-check/sound-check.ts";
import type { Tape } from "./tape/tape.ts";
import type { Wallet } from "./wallet/wallet.ts";

export type Objects = Pick<
  Env,
  | "STAGE_ROOM"
  | "PROFILE_ROOM"
  | "RELAY"
  | "LOBBY"
  | "LOBBY_SHARD"
  | "INBOX"
  | "ALERTS"
  | "CONVERSATION"
  | "DELIVERIES"
  | "MEDIA_GATEWAY"
  | "SOUND_CHECK"
  | "TAPE"
  | "WALLET"
  | "REFERENCE_SHARD"
  | "LIMITER"
> & { readonly CUE_MODE?: string | undefined; readonly CUE_JURISDICTION?: string | undefined };

/**
 * The object of a name. All objects of a copy stay in its jurisdiction (`CUE_JURISDICTION`), where it has one: another
 * setting would find other, empty objects. The local runtime has no jurisdictions, and a local copy ignores it. `near`:
 * where the object is made by its first call; later it has no effect.
 */
function named<T extends Rpc.DurableObjectBranded | undefined>(
  env: Pick<Objects, "CUE_MODE" | "CUE_JURISDICTION">,
  all: DurableObjectNamespace<T>,
  name: string,
  near: Region | null = null,
): DurableObjectStub<T> {
  const jurisdiction = env.CUE_MODE === "local" ? undefined : env.CUE_JURISDICTION || undefined;
  if (jurisdiction === undefined)
    return near === null ? all.getByName(name) : all.getByName(name, { locationHint: near });
  if (jurisdiction !== "eu") throw new Error(`CUE_JURISDICTION is "eu" or missing, not "${jurisdiction}".`);
  const within = all.jurisdiction(jurisdiction);
  return near === "weur" || near === "eeur"
    ? within.getByName(name, { locationHint: near })
    : within.getByName(name);
}

/** `near`: given by whoever makes the stage, so that its room is near them. */
export const stageRoom = (
  env: Objects,
  stageId: string,
  near: Region | null = null,
): DurableObjectStub<StageRoom> => named(env, env.STAGE_ROOM, stageId, near);

/** `near`: given by the performer's own requests, of which the one that makes their mount is the first. */
export const profileRoom = (
  env: Objects,
  userId: string,
  near: Region | null = null,
): DurableObjectStub<ProfileRoom> => named(env, env.PROFILE_ROOM, userId, near);

/**
 * The room at a path, or at the path of one of its shards. The two kinds differ only in where they read their facts.
 */
export function roomAt(env: Objects, path: RoomPath): DurableObjectStub<StageRoom> {
  const [kind, id = ""] = path.split("/", 2);
  return kind === "stage" ? stageRoom(env, id) : profileRoom(env, id);
}

/** A shard of a room, near its listeners, e.g. `stage/01J…/weur/2`; of listeners somewhere, `stage/01J…/2`. */
export function relayShard(env: Objects, roomPath: string, shard: ShardName): DurableObjectStub<Relay> {
  return named(env, env.RELAY, `${roomPath}/${shard}`, regionOfShard(shard));
}

export const lobby = (env: Objects): DurableObjectStub<Lobby> => named(env, env.LOBBY, "lobby");

/**
 * Users and guests are spread over this many shards of the lobby: 100,000 open pages are some 3,000 for each. It may
 * grow.
 */
export const lobbyShards = 32;

type LobbyShards = Pick<Objects, "LOBBY_SHARD" | "CUE_MODE" | "CUE_JURISDICTION">;

/** The name of the shard that has the sockets of this user, or of a guest by another key. */
export const lobbyShardName = (key: string): string => String(fnv1a(key) % lobbyShards);

export const lobbyShard = (env: LobbyShards, key: string): DurableObjectStub<LobbyShard> =>
  named(env, env.LOBBY_SHARD, lobbyShardName(key));

export const numberedLobbyShard = (env: LobbyShards, number: number): DurableObjectStub<LobbyShard> =>
  named(env, env.LOBBY_SHARD, String(number));

export const everyLobbyShard = (env: LobbyShards): DurableObjectStub<LobbyShard>[] =>
  Array.from({ length: lobbyShards }, (_, number) => numberedLobbyShard(env, number));

export const inbox = (env: Objects, userId: string): DurableObjectStub<Inbox> =>
  named(env, env.INBOX, userId);

/** One per broadcast. */
export const alerts = (env: Objects, room: RoomPath, broadcastId: string): DurableObjectStub<Alerts> =>
  named(env, env.ALERTS, `${room}/${broadcastId}`);

/** One per announcement, and another one for withdrawing it. */
export const announcementAlerts = (
  env: Objects,
  number: number,
  what: "told" | "taken-back",
): DurableObjectStub<Alerts> => named(env, env.ALERTS, `announcement/${number}/${what}`);

export const conversation = (env: Objects, id: string): DurableObjectStub<Conversation> =>
  named(env, env.CONVERSATION, id);

/** Deliveries to other services on behalf of a person or a stage. */
export const deliveries = (env: Objects, owner: OwnerPath): DurableObjectStub<Deliveries> =>
  named(env, env.DELIVERIES, owner);

export const mediaGateway = (env: Objects): DurableObjectStub<MediaGateway> =>
  named(env, env.MEDIA_GATEWAY, "gateway");

/** The sound check of one person, who alone hears it. */
export const soundCheck = (env: Objects, userId: string): DurableObjectStub<SoundCheck> =>
  named(env, env.SOUND_CHECK, userId);

/** The recording of one performance: a set's id, otherwise the id of its first broadcast. */
export const tape = (env: Objects, performance: string): DurableObjectStub<Tape> =>
  named(env, env.TAPE, performance);

/** The tokens of one wallet, by its random id; D1 alone knows whose it is. */
export const wallet = (env: Objects, id: string): DurableObjectStub<Wallet> => named(env, env.WALLET, id);

/** A part of the index of all references. */
export const referenceShard = (
  env: Pick<Objects, "REFERENCE_SHARD" | "CUE_MODE" | "CUE_JURISDICTION">,
  number: number,
): DurableObjectStub<ReferenceShard> => named(env, env.REFERENCE_SHARD, String(number));

/**
 * The number of objects that share the keys of each kind. One that is used without pause by an attacker slows down no
 * more than the keys of its own kind that share its object.
 */
const limitersOfKind = 4_096;

/**
 * The exact counter of a key, e.g. `login:client:…`: the first part is its kind, the whole of it decides the object.
 */
export function limiter(env: Objects, key: string): DurableObjectStub<Limiter> {
  const [kind = ""] = key.split(":", 1);
  return named(env, env.LIMITER, `${kind}/${fnv1a(key) % limitersOfKind}`);
}

/** The used signatures of the agents: only who has an agent's key can use one, so that one object is enough. */
export const usedSignatures = (env: Objects): DurableObjectStub<Limiter> =>
  named(env, env.LIMITER, "ingest-nonce");
