import * as z from "zod/mini";

/** A person as everybody may see them. `profile` is the path of their photo, or null for the drawn fallback. */
export const PersonView = z.object({
  id: z.string(),
  _id: z.string(),
  username: z.string(),
  profile: z.nullable(z.string()),
});
export type PersonView = z.infer<typeof PersonView>;
