/** Limits of the people whom the managers of a stage may add to it: everyone who opens the stage loads all of them. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { listBlocksBetween } from "#app/domains/people/people/queries/relations.ts";
import { AppError, messageFor } from "#app/errors.ts";

export const peopleLimits = { members: 500, roles: 50, managers: 50, "bans and timeouts": 2_000 } as const;

/** The refusal of a stage that has as many of these as it may. */
export const tooMany = (what: keyof typeof peopleLimits): AppError =>
  new AppError("conflict", {
    message: `A stage has at most ${peopleLimits[what]} ${what}. Remove one first.`,
  });

/** Throws `not-welcome` and `you-blocked` where there is a block between the viewer and this person. */
export async function requireNoBlock(
  ctx: Pick<AppContext, "db" | "viewer">,
  person: { id: string; username: string },
): Promise<void> {
  const [between] = await listBlocksBetween(ctx.db, requireViewer(ctx).id, [person.id]);
  const code = between?.isBlockedBy ? "not-welcome" : between?.isBlocked ? "you-blocked" : null;
  if (code !== null) throw new AppError(code, { message: messageFor(code, person.username) });
}
