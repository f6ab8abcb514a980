import * as z from "zod/mini";

/** A replay in rows of sets and on the pages of past sets; null where the viewer may not hear it. */
export const ReplayView = z.object({
  id: z.string(),
  /** Path of its page, `/replay/{id}`. */
  url: z.string(),
  duration: z.number(),
  /** Everyone may hear it, not only its performer. */
  isPublic: z.boolean(),
});
export type ReplayView = z.infer<typeof ReplayView>;
