import type { AppContext } from "#app/context.ts";
import type { ListenParty } from "#app/domains/music/scrobbles/contract.ts";
import { getListenAccount, listSentListens } from "#app/domains/music/scrobbles/own.server.ts";
import { forPage } from "../for-page.server.ts";

/** The data of a page about listens. A service that is off here has none. */
export async function loadListens(request: Request, ctx: AppContext, party: ListenParty) {
  const [account, listens] = await forPage(
    request,
    Promise.all([getListenAccount(ctx, party), listSentListens(ctx, party)]),
  );
  return { account, listens };
}
