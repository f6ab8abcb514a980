/** The chunk that loads with the first press of play, or a little before: everything that only sound needs. */
export { Ladder, livePlan } from "./engines/ladder.ts";
export { preparePackets } from "./engines/packet-engine.ts";
export { soundOf } from "./engines/room-sound.ts";
export { listens } from "./listen-count.ts";
export { Sequel } from "./sequel.ts";
export { decideLeaving } from "./stay-on-page.ts";
