/** Typed getters of the objects: the only place that knows how an object is named. */

import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import { fnv1a } from "#app/domains/base/text/fnv1a.ts";
import type { OwnerPath } from "#app/domains/people/deliveries/port.ts";
import type { Alerts } from "./alerts/alerts.ts";
import type { Conversation } from "./conversation/conversation.ts";
import type { Deliveries } from "./deliveries/deliveries.ts";
import type { Relay } from "./fan-out/relay/relay.ts";
import type { Inbox } from "./inbox/inbox.ts";
import type { Limiter } from "./limiter/limiter.ts";
import type { Lobby } from "./lobby/lobby.ts";
import type { LobbyShard } from "./lobby-shard/lobby-shard.ts";
import type { MediaGateway } from "./media-gateway/media-gateway.ts";
import type { ReferenceShard } from "./reference-shard/reference-shard.ts";
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
>;

export const stageRoom = (env: Objects, stageId: string): DurableObjectStub<StageRoom> =>
  env.STAGE_ROOM.getByName(stageId);

export const profileRoom = (env: Objects, userId: string): DurableObjectStub<ProfileRoom> =>
  env.PROFILE_ROOM.getByName(userId);

/**
 * The room at a path, or at the path of one of its shards. The two kinds differ only in where they read their facts.
 */
export function roomAt(env: Objects, path: RoomPath): DurableObjectStub<StageRoom> {
  const [kind, id = ""] = path.split("/", 2);
  return kind === "stage" ? stageRoom(env, id) : profileRoom(env, id);
}

/** Shard `index` of a room, e.g. `stage/01J…/2`. */
export const relayShard = (env: Objects, roomPath: string, index: number): DurableObjectStub<Relay> =>
  env.RELAY.getByName(`${roomPath}/${index}`);

export const lobby = (env: Objects): DurableObjectStub<Lobby> => env.LOBBY.getByName("lobby");

/**
 * Users and guests are spread over this many shards of the lobby: 100,000 open pages are some 3,000 for each. It may
 * grow.
 */
export const lobbyShards = 32;

/** The name of the shard that has the sockets of this user, or of a guest by another key. */
export const lobbyShardName = (key: string): string => String(fnv1a(key) % lobbyShards);

export const lobbyShard = (env: Pick<Objects, "LOBBY_SHARD">, key: string): DurableObjectStub<LobbyShard> =>
  env.LOBBY_SHARD.getByName(lobbyShardName(key));

/** Every shard, by its number. */
export const everyLobbyShard = (env: Pick<Objects, "LOBBY_SHARD">): DurableObjectStub<LobbyShard>[] =>
  Array.from({ length: lobbyShards }, (_, number) => env.LOBBY_SHARD.getByName(String(number)));

export const inbox = (env: Objects, userId: string): DurableObjectStub<Inbox> => env.INBOX.getByName(userId);

/** One per broadcast. */
export const alerts = (env: Objects, room: RoomPath, broadcastId: string): DurableObjectStub<Alerts> =>
  env.ALERTS.getByName(`${room}/${broadcastId}`);

/** One per announcement, and another one for withdrawing it. */
export const announcementAlerts = (
  env: Objects,
  number: number,
  what: "told" | "taken-back",
): DurableObjectStub<Alerts> => env.ALERTS.getByName(`announcement/${number}/${what}`);

export const conversation = (env: Objects, id: string): DurableObjectStub<Conversation> =>
  env.CONVERSATION.getByName(id);

/** Deliveries to other services on behalf of a person or a stage. */
export const deliveries = (env: Objects, owner: OwnerPath): DurableObjectStub<Deliveries> =>
  env.DELIVERIES.getByName(owner);

export const mediaGateway = (env: Objects): DurableObjectStub<MediaGateway> =>
  env.MEDIA_GATEWAY.getByName("gateway");

/** The sound check of one person, who alone hears it. */
export const soundCheck = (env: Objects, userId: string): DurableObjectStub<SoundCheck> =>
  env.SOUND_CHECK.getByName(userId);

/** The recording of one performance: a set's id, otherwise the id of its first broadcast. */
export const tape = (env: Objects, performance: string): DurableObjectStub<Tape> =>
  env.TAPE.getByName(performance);

/** The tokens of one wallet, by its random id; D1 alone knows whose it is. */
export const wallet = (env: Objects, id: string): DurableObjectStub<Wallet> => env.WALLET.getByName(id);

/** A part of the index of all references. */
export const referenceShard = (
  env: Pick<Objects, "REFERENCE_SHARD">,
  number: number,
): DurableObjectStub<ReferenceShard> => env.REFERENCE_SHARD.getByName(String(number));

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
  return env.LIMITER.getByName(`${kind}/${fnv1a(key) % limitersOfKind}`);
}

/** The used signatures of the agents: only who has an agent's key can use one, so that one object is enough. */
export const usedSignatures = (env: Objects): DurableObjectStub<Limiter> =>
  env.LIMITER.getByName("ingest-nonce");
