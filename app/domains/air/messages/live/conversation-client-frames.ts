/** The frames that a participant's page may send on `/realtime/conversation/{id}`. */
import * as z from "zod/mini";
import { messageLimits } from "../contract.ts";

const ClientId = z.string().check(z.minLength(1), z.maxLength(64));
const Text = z.string().check(z.maxLength(messageLimits.sent));
/** Rooms call the text `msg`; a client that writes to both may do so here too. */
const Words = z.union([
  z.object({ message: Text }),
  z.pipe(
    z.object({ msg: Text }),
    z.transform(({ msg }) => ({ message: msg })),
  ),
]);

/** Each is answered by `ack` (after storage) or `error`, except `typing`. */
export const ConversationClientFrame = z.discriminatedUnion("event", [
  /** The id of the frame is the message's `clientId`; the response's `data` is the message. */
  z.object({ event: z.literal("chat"), id: ClientId, data: Words }),
  z.object({
    event: z.literal("edit"),
    id: ClientId,
    data: z.intersection(z.object({ messageId: ClientId }), Words),
  }),
  z.object({ event: z.literal("deleteMessage"), id: ClientId, data: z.object({ messageId: ClientId }) }),
  z.object({ event: z.literal("read"), id: ClientId, data: z.object({ upTo: z.number() }) }),
  z.object({ event: z.literal("typing"), id: ClientId, data: z.object({}) }),
]);
export type ConversationClientFrame = z.infer<typeof ConversationClientFrame>;
