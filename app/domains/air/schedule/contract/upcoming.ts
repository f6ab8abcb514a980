import * as z from "zod/mini";

/** A limit of booked sets: a page that shows the first ones does not wait for all. */
export const UpcomingSetsInput = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
});
export type UpcomingSetsInput = z.infer<typeof UpcomingSetsInput>;
