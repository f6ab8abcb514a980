/** The parts of a room, each given by name what it works with: first those that stand alone, last those that join all. */
import type { Connection } from "partyserver";
import { lastPingAt, openSockets } from "#packages/durable/sockets.ts";
import { Audience } from "../fan-out/audience.ts";
import { ListenerSockets } from "../fan-out/listener-sockets.ts";
import { Shards } from "../fan-out/shards.ts";
import { Presence } from "../presence.ts";
import { Uplinks } from "../uplinks.ts";
import { Blocked } from "./chat/blocked.ts";
import { Chat } from "./chat/chat.ts";
import { ChatHistory } from "./chat/chat-history.ts";
import { Moderation } from "./chat/moderation.ts";
import { Connections } from "./connections.ts";
import type { RoomCore } from "./core.ts";
import { Counting } from "./counting/counting.ts";
import { PlayListeners } from "./counting/play-listeners.ts";
import { Erasure } from "./erasure.ts";
import { FactsReader } from "./facts-reader.ts";
import { KnownFacts } from "./known-facts.ts";
import { LiveSetFeed } from "./live-set/live-set-feed.ts";
import { SetLedger } from "./live-set/set-ledger.ts";
import { Air } from "./on-air/air.ts";
import { Director } from "./on-air/director.ts";
import { ProfileStatus } from "./on-air/profile-status.ts";
import { Sound } from "./on-air/sound.ts";
import { Tracklist } from "./on-air/tracklist.ts";
import { OutboundTasks } from "./outbound-tasks.ts";
import { Reactions } from "./reactions.ts";
import type { SocketState } from "./roles.ts";
import { Taping } from "./taping/taping.ts";
import { TipHistory } from "./tips/tip-history.ts";
import { Tips } from "./tips/tips.ts";

export type RoomParts = ReturnType<typeof makeParts>;

/** `open`: every open socket of the room, or those with a tag. */
export function makeParts(
  ctx: DurableObjectState,
  core: RoomCore,
  open: (tag?: string) => Iterable<Connection<SocketState>>,
) {
  const { env, storage, memory, due, journal, fanOut, path } = core;

  // What is stored, or restored from the sockets
  const knownFacts = new KnownFacts(memory);
  const air = new Air(memory);
  const tracklist = new Tracklist(memory);
  const ledger = new SetLedger(storage);
  const blocked = new Blocked(storage);
  const moderation = new Moderation(storage, memory);
  const audience = new Audience();
  const playListeners = new PlayListeners(core, audience);
  const history = new ChatHistory(core, air);
  const tipHistory = new TipHistory(storage);

  // Who listens
  const shards = new Shards(core, audience);
  const liveSets = new LiveSetFeed(core, { air, ledger, shards });
  const counting = new Counting(core, {
    audience,
    air,
    tracklist,
    playListeners,
    facts: knownFacts,
    liveSets,
    lastPingAt: lastPingAt(ctx),
    cut: (socket) => connections.cut(socket),
  });
  const { ears, headcount, progressive } = counting;

  // What is on air
  const uplinks = new Uplinks<Connection<SocketState>>();
  const taping = new Taping(core, { air, uplinks, histories: [history, tipHistory] });
  const sound = new Sound(fanOut, memory, { progressive, uplinks, taping });
  const director = new Director(core, {
    air,
    tracklist,
    playListeners,
    facts: knownFacts,
    audience,
    sound,
    taping,
    liveSets,
  });
  const facts = new FactsReader(core, { facts: knownFacts, blocked, moderation, director });
  const status = new ProfileStatus(core, air);

  // What listeners do
  const chat = new Chat(core, { blocked, moderation, history });
  const reactions = new Reactions(core, { audience, air, tracklist, blocked, liveSets, ledger });

  const tips = new Tips(core, {
    air,
    tracklist,
    facts: knownFacts,
    blocked,
    moderation,
    history: tipHistory,
    ledger,
    liveSets,
  });

  // What other objects and D1 are sent
  const isInUse = () => air.broadcast !== null || openSockets(ctx).length > 0;
  const tasks = new OutboundTasks(core, { knownFacts, facts, air, director, liveSets, status, isInUse });
  const presence = new Presence({ ctx, env, due, place: path });

  // Sockets, and the end of it all
  const { followers } = liveSets;
  const listeners = new ListenerSockets({
    journal,
    fanOut,
    ears,
    followers,
    cut: (socket) => connections.cut(socket),
  });
  const connections = new Connections(core, {
    sound,
    director,
    headcount,
    shards,
    presence,
    listeners,
    chat,
    moderation,
    open,
  });
  const erasure = new Erasure(ctx, core, {
    counting,
    facts,
    director,
    chat,
    reactions,
    tips,
    shards,
    tasks,
    connections,
    presence,
    status,
    taping,
  });

  return {
    air,
    chat,
    connections,
    counting,
    director,
    erasure,
    facts,
    history,
    liveSets,
    presence,
    reactions,
    shards,
    status,
    taping,
    tasks,
    tipHistory,
    tips,
  };
}
