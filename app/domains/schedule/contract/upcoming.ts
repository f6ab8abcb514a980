import * as z from "zod/mini";

/** No more booked sets than `limit`: who shows the first of them does not wait for all. */
export const UpcomingSetsInput = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
});
export type UpcomingSetsInput = z.infer<typeof UpcomingSetsInput>;
