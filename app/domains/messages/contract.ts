import * as z from "zod/mini";

/** The `_id` of a chat message. */
export const MessageInput = z.object({ messageId: z.string().check(z.minLength(1), z.maxLength(64)) });
export type MessageInput = z.infer<typeof MessageInput>;
