/** Separate from other contracts of requests, because every page loads it. */
import * as z from "zod/mini";

/** Numbers of requests that wait for the viewer's answer: as a performer, and as a manager of all their stages. */
export const RequestCountsView = z.object({ djs: z.number(), managers: z.number() });
export type RequestCountsView = z.infer<typeof RequestCountsView>;
