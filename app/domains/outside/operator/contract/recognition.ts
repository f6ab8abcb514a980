import * as z from "zod/mini";

/** `user` is an id, an email address or a username; `from`: how many were read before. */
export const ReferencesCommand = z.object({
  user: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  from: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(100_000))),
});
export type ReferencesCommand = z.infer<typeof ReferencesCommand>;

/** `reference`: the id of one that names the wrong track, or of a line of a tracklist that was named by it. */
export const ReferenceCommand = z.object({ reference: z.string().check(z.minLength(1), z.maxLength(64)) });
export type ReferenceCommand = z.infer<typeof ReferenceCommand>;

export const RemovedReferenceAnswer = z.object({ reference: z.string() });
export type RemovedReferenceAnswer = z.infer<typeof RemovedReferenceAnswer>;

/** A part of what the ear compares a performer's sound with. */
export const ReferencesAnswer = z.object({
  references: z.array(
    z.object({ id: z.string(), artists: z.array(z.string()), title: z.string(), peaks: z.string() }),
  ),
  /** Start of the next part, or null. */
  next: z.nullable(z.number()),
});
export type ReferencesAnswer = z.infer<typeof ReferencesAnswer>;
