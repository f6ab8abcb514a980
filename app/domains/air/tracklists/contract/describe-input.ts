/** Apart from the other types: what pages load need not contain the code that checks it. */
import * as z from "zod/mini";
import { recordingFields } from "#app/domains/music/tracks/contract/descriptions.ts";
import type { DescribedField } from "./exports.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(64));

/** Sets fields of the reports of this set; an empty one takes back what was set before. */
export const DescribeInput = z.object({
  set: Id,
  line: Id,
  ...(recordingFields satisfies Record<DescribedField, unknown>),
});
export type DescribeInput = z.infer<typeof DescribeInput>;
