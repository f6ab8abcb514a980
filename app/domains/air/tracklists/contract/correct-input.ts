/** Apart from the other types: what pages load need not contain the code that checks it. */
import * as z from "zod/mini";
import { Correction, TracklistInput } from "./tracklists.ts";

/**
 * One correction, as its fields beside `set`, or several in `acts`, which are stored together: at most 200, of which one
 * may be `confirm-all`.
 */
export const CorrectInput = z.union([
  z.extend(TracklistInput, { acts: z.array(Correction).check(z.minLength(1), z.maxLength(200)) }),
  z.intersection(TracklistInput, Correction),
]);
export type CorrectInput = z.infer<typeof CorrectInput>;
