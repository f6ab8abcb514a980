/** The stored values of a wallet beside its book: every name with its schema. None of it may be lost. */
import * as z from "zod/mini";
import { remembered } from "#packages/durable/memory.ts";

/** The wallet's own id, where the runtime does not name the object. */
export const walletId = remembered("id", z.nullable(z.string()), null);

const Frozen = z.object({ reason: z.string(), at: z.number() });
/** The reason why a wallet is frozen, and since when. */
export const frozen = remembered("frozen", z.nullable(Frozen), null);

/** Time when it was closed, epoch ms. */
export const closedAt = remembered("closed-at", z.nullable(z.number()), null);

/** Whether it was found to have fewer entries than D1's copy says. */
export const isSetBack = remembered("is-set-back", z.boolean(), false);

/** The salt of the names that other wallets have in this one's statements. */
export const peerSalt = remembered("peer-salt", z.nullable(z.string()), null);
