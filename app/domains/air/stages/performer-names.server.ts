/** A stage does not pass for a performer who has nothing to do with it. */
import type { AppContext } from "#app/context.ts";
import { isPerformerNamed } from "#app/domains/people/accounts/queries/accounts.ts";
import { toUsernameClaims } from "#app/domains/people/accounts/usernames.ts";
import { AppError } from "#app/errors.ts";

/** Throws `name-of-performer` where one of these names is like that of a performer, unless they manage the stage. */
export async function refusePerformerNames(
  ctx: Pick<AppContext, "db">,
  names: readonly (string | undefined)[],
  by: { managerId: string } | { stageId: string },
): Promise<void> {
  const looks = names.flatMap((name) => (name === undefined ? [] : looksOf(name)));
  const some = looks.filter((look) => look !== "");
  if (some.length > 0 && (await isPerformerNamed(ctx.db, some, by))) throw new AppError("name-of-performer");
}

/** A stage's name may have any characters: some are letters in a frame (Ⓐ, ⅼ), some look like one, most only adorn. */
function looksOf(name: string): string[] {
  const read = name
    .replace(/[|∣│❘￨]/gu, "l")
    .replace(/[○◯⭕〇]/gu, "o")
    .normalize("NFKC");
  return [name, read].flatMap((each) => {
    const claims = toUsernameClaims(each.replace(/[^\p{L}\p{M}\p{Nd}]+/gu, " "));
    return [...claims.usernameLooks, ...claims.performerLooks];
  });
}
