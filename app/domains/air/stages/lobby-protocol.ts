/** The messages of `/realtime/lobby`: everything on air once, then changes. Readable without a session. */
import * as z from "zod/mini";
import { AnnouncementView } from "#app/domains/value/announcements/contract.ts";
import { OnAirView } from "./contract/stages.ts";

const RoomName = { kind: z.enum(["stage", "profile"]), id: z.string() };

export const LobbyEntry = z.object({
  ...RoomName,
  onAir: OnAirView,
  /** Time when a room that is off the air went off, epoch ms. */
  lastStreamedAt: z.optional(z.number()),
});
export type LobbyEntry = z.infer<typeof LobbyEntry>;

const frame = { seq: z.number(), at: z.number() };

/** `seq` increases by one per event; `?since=<seq>` continues after it without a new snapshot. */
export const LobbyEvent = z.discriminatedUnion("event", [
  /** Every room with something on air, or whose set should be. `upcomingChangedAt`: when `upcoming changed` was last sent; null: long ago. */
  z.object({
    event: z.literal("snapshot"),
    data: z.array(LobbyEntry),
    upcomingChangedAt: z.optional(z.nullable(z.number())),
    ...frame,
  }),
  /** Also when the room went off the air. */
  z.object({ event: z.literal("room changed"), data: LobbyEntry, ...frame }),
  /** New counts of rooms where nothing else has changed, every few seconds. No event: `seq` is that of the last one. */
  z.object({
    event: z.literal("listeners"),
    data: z.array(z.object({ ...RoomName, currentListeners: z.number() })),
    ...frame,
  }),
  /** Sets were booked, moved or cancelled, or a stage was created or changed: lists of both are out of date. */
  z.object({ event: z.literal("upcoming changed"), data: z.object({}), ...frame }),
  /** A new announcement of the operators. */
  z.object({ event: z.literal("announcement"), data: AnnouncementView, ...frame }),
  /** An announcement was retracted. */
  z.object({ event: z.literal("announcement retracted"), data: z.object({ number: z.number() }), ...frame }),
]);
export type LobbyEvent = z.infer<typeof LobbyEvent>;
