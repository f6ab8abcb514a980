import type { AppContext } from "#app/context.ts";
import type { ActView } from "#app/domains/value/tokens/contract/acts.ts";
import { type ActRow, commandId, listNames } from "#app/domains/value/tokens/queries/token-acts.ts";

/** Acts as operators read them, with the names of everyone who still has an account. */
export async function toActViews(
  ctx: Pick<AppContext, "db" | "viewer">,
  acts: readonly ActRow[],
): Promise<ActView[]> {
  const ids = acts.flatMap((act) => [
    ...[act.operatorId, act.agreedId, act.secondOperatorId].filter((id) => id !== null),
    ...peopleOf(act).map(({ user }) => user),
  ]);
  const names = await listNames(ctx.db, [...new Set(ids)]);
  const named = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  const own = ctx.viewer?.id ?? commandId;
  return acts.map((act) => ({
    id: act.id,
    kind: act.kind,
    reason: act.reason,
    operator: named(act.operatorId),
    isCommand: act.operatorId === commandId,
    at: act.at,
    state: act.state,
    agreed: named(act.agreedId),
    secondOperator: named(act.secondOperatorId),
    decidedAt: act.decidedAt,
    people: peopleOf(act).map(({ user, amount }) => ({ user: named(user), amount })),
    about: aboutOf(act),
    canDecide: act.state === "waiting" && own !== commandId && act.operatorId !== own && act.agreedId !== own,
  }));
}

/** The users that an act names, with their tokens where it has amounts. */
function peopleOf({ kind, details }: ActRow): { user: string; amount: number | null }[] {
  if (kind === "grant" || kind === "label")
    return Object.entries(details).map(([user, amount]) => ({ user, amount: Number(amount) }));
  return typeof details.user === "string" ? [{ user: details.user, amount: null }] : [];
}

function aboutOf({ kind, details }: ActRow): string | null {
  if (kind === "grant" || kind === "label") return null;
  const about = details.wallet ?? details.claim ?? details.tip;
  return about === undefined ? null : String(about);
}
