import * as z from "zod/mini";
import type { Vault } from "#app/context.ts";
import type { MailToggle, NoticeToggle } from "./contract.ts";
import { endableNames } from "./kinds.ts";

/** One of the settings that a link can turn off. */
export type Endable = NoticeToggle | MailToggle;

/** Part of every token's seal: text sealed for another purpose turns nothing off. */
const purpose = "unsubscribe";
const Sealed = z.tuple([z.string(), z.enum(Object.keys(endableNames) as [Endable, ...Endable[]])]);

/**
 * The token of a link in an email: whose notices it turns off, and which. It is valid as long as the instance's secret
 * is.
 */
export function sealUnsubscribe(
  vault: Pick<Vault, "seal">,
  userId: string,
  toggle: Endable,
): Promise<string> {
  return vault.seal(JSON.stringify([userId, toggle]), purpose);
}

/** Null for anything that was not made here for this. */
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
