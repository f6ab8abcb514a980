/** Frames from a client to a room's socket. Only the server parses it: in a file of its own, no page loads it. */
import * as z from "zod/mini";

/** `replyTo`: the `_id` of a message that is shown, which this one answers. */
const Said = z.object({
  msg: z.string().check(z.maxLength(4000)),
  replyTo: z.optional(z.string().check(z.maxLength(64))),
});
/** The client's own id of a message: sending it again (after a reconnect) stores nothing new. */
const ClientId = z.string().check(z.minLength(1), z.maxLength(64));
const SetId = z.string().check(z.minLength(1), z.maxLength(64));
const RoomName = z.string().check(z.minLength(1), z.maxLength(300));
const UpdatesOf = z.union([z.object({ set: SetId }), z.object({ room: RoomName })]);

/**
 * The client's frames. The sender is the user of the socket's session: a user id, name or badge in `data` is ignored.
 * The id of the frame is the idempotency key of a chat message.
 */
export const ClientFrame = z.discriminatedUnion("event", [
  z.object({ event: z.literal("roomChat"), id: ClientId, data: Said }),
  z.object({ event: z.literal("profileChat"), id: ClientId, data: Said }),
  /**
   * Start the sound. `resume`: the last packet number received, to continue after it without a gap. `behind`: how far
   * behind live (ms) a listener intends to stay; a join starts there, and a resume reaches as far back as the ring
   * does.
   */
  z.object({
    event: z.literal("listen"),
    id: ClientId,
    data: z.object({
      class: z.enum(["live", "normal"]),
      resume: z.optional(z.number()),
      behind: z.optional(z.number().check(z.minimum(0), z.maximum(60_000))),
      /** The client pings every 1.5 s while it listens: if it then falls silent, it is no longer counted. */
      pings: z.optional(z.boolean()),
      /** The client answers each `probe` while it listens: one that does not read is closed. */
      answers: z.optional(z.boolean()),
      /** The client plays the past of what is on air: a listener of the room, and not of the track that it plays. */
      past: z.optional(z.boolean()),
    }),
  }),
  /** The server's `probe`, sent back as it is. */
  z.object({ event: z.literal("probe"), id: ClientId, data: z.object({}) }),
  z.object({ event: z.literal("unlisten"), id: ClientId, data: z.object({}) }),
  /**
   * A subscription; with a `set`: follow it live; see `set-updates.ts`. A socket follows one at a time. With a `room`:
   * no effect, since the socket belongs to its room and gets its events from the start.
   */
  z.object({ event: z.literal("room updates join"), id: ClientId, data: UpdatesOf }),
  z.object({ event: z.literal("room updates leave"), id: ClientId, data: UpdatesOf }),
  /** The socket itself is the only thing to join or leave: acknowledged, whatever they name. */
  z.object({
    event: z.literal([
      "roomJoin",
      "roomLeave",
      "chatjoin",
      "chatleave",
      "profileChatJoin",
      "profileChatLeave",
    ]),
    id: ClientId,
    data: z.optional(z.unknown()),
  }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;
