import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { checkClaims } from "#app/domains/value/tokens/claims.server.ts";
import { listReceived } from "#app/domains/value/tokens/received.server.ts";
import { getWallet, listActivity } from "#app/domains/value/tokens/wallet.server.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { TokensPage } from "./tokens-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const [wallet, claims, activity, received] = await forPage(
    request,
    Promise.all([getWallet(ctx), checkClaims(ctx), listActivity(ctx, {}), listReceived(ctx)]),
  );
  const { isPerformer } = requireViewer(ctx);
  return { wallet, claims, activity, received, isPerformer };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Tokens · Cue" }];
}

export default function TokensRoute({ loaderData }: Route.ComponentProps) {
  return <TokensPage {...loaderData} />;
}
