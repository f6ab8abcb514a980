import * as z from "zod/mini";
import type { Vault } from "#app/context.ts";
import type { MailToggle, NoticeToggle } from "./contract.ts";
import { endableNames } from "./kinds.ts";

/** What a link can end: one of the switches. */
export type Endable = NoticeToggle | MailToggle;

/** Bound into every token: what was sealed for something else ends nothing. */
const purpose = "unsubscribe";
const Sealed = z.tuple([z.string(), z.enum(Object.keys(endableNames) as [Endable, ...Endable[]])]);

/** What a link in a mail carries: whose notices it ends, and which. It is good for as long as the instance's secret is. */
export function sealUnsubscribe(
  vault: Pick<Vault, "seal">,
  userId: string,
  toggle: Endable,
): Promise<string> {
  return vault.seal(JSON.stringify([userId, toggle]), purpose);
}

/** Null for whatever was not made here for this. */
export async function openUnsubscribe(
  vault: Pick<Vault, "open">,
  token: string,
): Promise<{ userId: string; toggle: Endable } | null> {
  try {
    const [userId, toggle] = Sealed.parse(JSON.parse(await vault.open(token, purpose)));
    return { userId, toggle };
  } catch {
    return null;
  }
}
