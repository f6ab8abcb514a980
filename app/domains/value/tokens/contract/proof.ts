import * as z from "zod/mini";
import { LogLine } from "../statement.ts";

/** `after`: the number of the last line that the caller has. `limit`: lines, at most 1,000. */
export const LogInput = z.object({
  after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000))),
});
export type LogInput = z.infer<typeof LogInput>;

export const LogView = z.object({
  /** Public key of the instance: Ed25519, hex. */
  publicKey: z.string(),
  /** The number, hash and time of the last line; 0, empty and 0 before the first. */
  head: z.object({ seq: z.number(), hash: z.string(), at: z.number() }),
  /** Signature over `logText` of the head, hex. */
  signature: z.string(),
  /** The hash of the line `after`, which the first of `lines` continues. */
  before: z.string(),
  lines: z.array(LogLine),
});
export type LogView = z.infer<typeof LogView>;

/** `being-checked`: the last reconciliation found a difference, or wallets do not answer. */
export const TokensStatusView = z.object({ state: z.enum(["operational", "being-checked"]) });
export type TokensStatusView = z.infer<typeof TokensStatusView>;
