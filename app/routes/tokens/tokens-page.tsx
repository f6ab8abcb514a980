import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import type {
  ActivityPage,
  ClaimsView,
  ReceivedView,
  WalletView,
} from "#app/domains/value/tokens/contract/tokens.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { usePageVisible } from "#app/ui/use-page-visible.ts";
import { ActivitySection } from "./activity-section.tsx";
import { Balance } from "./balance.tsx";
import { Banners } from "./banners.tsx";
import { ClaimSection } from "./claim-section.tsx";
import { ReceivedSection } from "./received-section.tsx";
import { StatementSection } from "./statement-section.tsx";
import { useClaim } from "./use-claim.ts";
import { useCountUp } from "./use-count-up.ts";

const KeysSection = lazyPart(() => import("./keys/keys-section.tsx"));

interface TokensPageProps {
  wallet: WalletView;
  claims: ClaimsView;
  activity: ActivityPage;
  received: ReceivedView[];
  isPerformer: boolean;
}

/** Shows what the viewer has, can claim, has moved and has received. */
export function TokensPage({ wallet, claims, activity, received, isPerformer }: TokensPageProps) {
  const { revalidate } = useRevalidator();
  const claim = useClaim(wallet, claims);
  const balance = claim.balance ?? wallet.balance;
  const shown = useCountUp(balance);
  useArrivals(wallet.outgoing > 0);
  return (
    <main id="main" className="mx-auto w-full max-w-3xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <h1 className="display text-28 sm:text-44">Tokens</h1>
      <Banners wallet={wallet} />
      <Balance wallet={wallet} balance={balance} shown={shown} />
      <ClaimSection wallet={wallet} claims={claims} claim={claim} shown={shown} />
      <ActivitySection first={activity} canGiveBack={wallet.state === "open"} onGivenBack={revalidate} />
      {(isPerformer || received.length > 0) && <ReceivedSection received={received} />}
      <InBrowser>
        <KeysSection />
      </InBrowser>
      <StatementSection isEmpty={wallet.size === 0} />
    </main>
  );
}

const arrivalMs = 5_000;

/** Reads the page's data again while tokens are on their way and the page is being read. */
function useArrivals(areOnTheirWay: boolean): void {
  const { revalidate, state } = useRevalidator();
  const isVisible = usePageVisible();
  const read = useEffectEvent(() => {
    if (state === "idle" && navigator.onLine) void revalidate();
  });
  useEffect(() => {
    if (!areOnTheirWay || !isVisible) return;
    const timer = setInterval(read, arrivalMs);
    return () => clearInterval(timer);
  }, [areOnTheirWay, isVisible]);
}
