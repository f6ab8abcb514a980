/** The signed-in user's accounts for listens, and what was sent. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import {
  findLinkedAccount,
  type LinkedAccount,
  setPaused,
} from "#app/domains/people/integrations/queries/linked-accounts.ts";
import { AppError } from "#app/errors.ts";
import {
  type ListenAccountView,
  type ListenParty,
  listenParties,
  type PauseListensInput,
  type SentListenView,
} from "./contract.ts";

const shownListens = 20;

/** The services for listens that are on here, with the viewer's account. Throws `authorization`. */
export async function listListenAccounts(
  ctx: Pick<AppContext, "connect" | "db" | "viewer">,
): Promise<{ party: ListenParty; account: ListenAccountView | null }[]> {
  const on = listenParties.filter((party) => ctx.connect(party) !== null);
  return Promise.all(on.map(async (party) => ({ party, account: await getListenAccount(ctx, party) })));
}

/** The viewer's account, or null. Throws `authorization`, and `not-found` where the service is off here. */
export async function getListenAccount(
  ctx: Pick<AppContext, "connect" | "db" | "viewer">,
  party: ListenParty,
): Promise<ListenAccountView | null> {
  const { id } = requireViewer(ctx);
  if (ctx.connect(party) === null) throw new AppError("not-found");
  const account = await findLinkedAccount(ctx.db, id, party);
  return account === undefined ? null : toView(account);
}

/** The latest listens that were sent to a service, or are on their way, newest first. Throws `authorization`. */
export async function listSentListens(
  ctx: Pick<AppContext, "deliveries" | "viewer">,
  party: ListenParty,
): Promise<SentListenView[]> {
  const { id } = requireViewer(ctx);
  const query = { kind: "listen", target: party, limit: shownListens } as const;
  const records = await ctx.deliveries.of(`user/${id}`).list(query);
  return records.map(({ id, text, createdAt, status, details }) => ({
    id,
    text,
    at: createdAt,
    status,
    details,
  }));
}

/** Nothing is sent while it is paused. Throws `authorization`, and `not-found` where no account is linked. */
export async function pauseListens(
  ctx: AppContext,
  { social, isPaused: wanted }: PauseListensInput,
): Promise<ListenAccountView> {
  const { id } = requireViewer(ctx);
  await setPaused(ctx.db, { userId: id, party: social }, wanted ? ctx.clock.now() : null);
  if (wanted) await ctx.deliveries.of(`user/${id}`).forgetTarget(social);
  const account = await getListenAccount(ctx, social);
  if (account === null) throw new AppError("not-found");
  return account;
}

const toView = (account: LinkedAccount): ListenAccountView => ({
  name: account.name,
  isRefused: account.refusedAt !== null,
  isPaused: account.pausedAt !== null,
});
