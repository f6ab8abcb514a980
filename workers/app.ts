/** The entry of a deployed copy; a local one starts at `local/app.ts`. */
import { createWorker } from "./dispatch.ts";

export { Alerts } from "#durable-objects/alerts/alerts.ts";
export { Conversation } from "#durable-objects/conversation/conversation.ts";
export { Deliveries } from "#durable-objects/deliveries/deliveries.ts";
export { Relay } from "#durable-objects/fan-out/relay/relay.ts";
export { Inbox } from "#durable-objects/inbox/inbox.ts";
export { Limiter } from "#durable-objects/limiter/limiter.ts";
export { Lobby } from "#durable-objects/lobby/lobby.ts";
export { LobbyShard } from "#durable-objects/lobby-shard/lobby-shard.ts";
export { MediaGateway } from "#durable-objects/media-gateway/media-gateway.ts";
export { ReferenceShard } from "#durable-objects/reference-shard/reference-shard.ts";
export { ProfileRoom } from "#durable-objects/room/profile-room.ts";
export { StageRoom } from "#durable-objects/room/stage-room.ts";
export { SoundCheck } from "#durable-objects/sound-check/sound-check.ts";
export { Tape } from "#durable-objects/tape/tape.ts";
export { Wallet } from "#durable-objects/wallet/wallet.ts";

export default createWorker();
