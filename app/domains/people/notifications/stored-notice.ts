import * as z from "zod/mini";
import { type NewNotice, noticeKinds } from "./contract.ts";

const StoredNotice = z.object({
  kind: z.enum(noticeKinds),
  message: z.string(),
  title: z.optional(z.string()),
  at: z.number(),
  key: z.string(),
  about: z.optional(z.nullable(z.string())),
  isRecorded: z.optional(z.boolean()),
  url: z.optional(z.nullable(z.string())),
  group: z.optional(z.nullable(z.string())),
  unlessTold: z.optional(z.object({ keys: z.array(z.string()), perMs: z.number() })),
}) satisfies z.ZodMiniType<NewNotice>;

/** A waiting notice as it is stored: JSON. Throws for anything else. */
export function readNotice(text: string): NewNotice {
  return StoredNotice.parse(JSON.parse(text));
}
