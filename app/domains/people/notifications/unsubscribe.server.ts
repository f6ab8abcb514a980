import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { findUser } from "../accounts/queries/accounts.ts";
import type { UnsubscribeInput, UnsubscribeView } from "./contract.ts";
import { endableNames } from "./kinds.ts";
import { saveToggles } from "./queries/toggles.ts";
import { openUnsubscribe } from "./unsubscribe-token.ts";

/** Returns the setting that a link in an email would turn off; changes nothing. Throws `bad-input`. */
export async function readUnsubscribe(
  ctx: Pick<AppContext, "vault">,
  input: UnsubscribeInput,
): Promise<UnsubscribeView> {
  const { toggle } = await requireToken(ctx, input);
  return { toggle, name: endableNames[toggle] };
}

/** A repeated link has no further effect. Needs no session: the token is the proof. Throws `bad-input`. */
export async function unsubscribeMail(
  ctx: Pick<AppContext, "db" | "vault">,
  input: UnsubscribeInput,
): Promise<UnsubscribeView> {
  const { userId, toggle } = await requireToken(ctx, input);
  // A deleted account has nothing left to turn off.
  if ((await findUser(ctx.db, userId)) !== undefined) await saveToggles(ctx.db, userId, { [toggle]: false });
  return { toggle, name: endableNames[toggle] };
}

async function requireToken(ctx: Pick<AppContext, "vault">, { token }: UnsubscribeInput) {
  const opened = await openUnsubscribe(ctx.vault, token);
  if (opened === null)
    throw new AppError("bad-input", {
      message: "This link is incomplete. Please open it from the email again.",
    });
  return opened;
}
