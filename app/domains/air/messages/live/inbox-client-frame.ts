/** Frames from a page to its user's inbox. Only the server parses it: in a file of its own, no page loads it. */
import * as z from "zod/mini";

export const InboxClientFrame = z.object({
  event: z.literal("readNotices"),
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  data: z.object({ upTo: z.number().check(z.int()) }),
});
