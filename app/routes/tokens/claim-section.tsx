import { Coins } from "lucide-react";
import type { ClaimsView, ClaimView, WalletView } from "#app/domains/value/tokens/contract/tokens.ts";
import { tokenLimits } from "#app/domains/value/tokens/rules.ts";
import { formatTokens, signedTokens, tokensOf } from "#app/domains/value/tokens/ui/amount.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { countOf } from "#app/ui/number.ts";
import { Section } from "#app/ui/section.tsx";
import { TickProgress } from "#app/ui/ticks.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { useOnline } from "#app/ui/use-online.ts";
import { claimTexts } from "./claim-texts.ts";
import { Earning, firstSteps, nextSteps } from "./earning.tsx";
import type { Claim } from "./use-claim.ts";

interface ClaimSectionProps {
  wallet: WalletView;
  claims: ClaimsView;
  claim: Claim;
  /** The balance as it is shown, on its way to its new value. */
  shown: number;
}

/** Shows what can be claimed and why, what ripens, how tokens are earned, and what they are not. */
export function ClaimSection({ wallet, claims, claim, shown }: ClaimSectionProps) {
  const inState = (state: ClaimView["state"]) => claims.claims.filter((each) => each.state === state);
  const [ready, waiting, lapsed] = [inState("claimable"), inState("waiting"), inState("lapsed")];
  const isReady = claims.claimable > 0 && !claim.isOutdated;
  const isEmpty = !isReady && claim.taken === null && waiting.length === 0;
  return (
    <Section title="Claim">
      {/* Always there, so that screen readers announce what appears in it. */}
      <output className="block">{claim.taken && !isReady && <Taken {...claim.taken} shown={shown} />}</output>
      {isReady && <Ready claims={claims} ready={ready} wallet={wallet} claim={claim} />}
      {waiting.length > 0 && <Waiting waiting={waiting} claims={claims} />}
      {lapsed.length > 0 && <Lapsed lapsed={lapsed} />}
      {isEmpty && (
        <EmptyState title={claims.hasClaimed ? "Nothing to claim now" : "Nothing to claim yet"}>
          {claims.hasClaimed ? nextSteps : firstSteps}
        </EmptyState>
      )}
      <Earning isOpen={!claims.hasClaimed && claim.taken === null} />
    </Section>
  );
}

function Ready({
  claims,
  ready,
  wallet,
  claim,
}: Pick<ClaimSectionProps, "claims" | "wallet" | "claim"> & { ready: ClaimView[] }) {
  const isOnline = useOnline();
  const isHeld = wallet.state !== "open" || wallet.isPaused;
  return (
    <div className="border-l-4 border-amber bg-amber-soft px-4 py-4">
      <Button
        tone="solid"
        className="w-full text-16! sm:w-auto sm:px-8"
        icon={<Coins aria-hidden="true" className="size-5" />}
        isBusy={claim.isBusy}
        disabled={!isOnline || isHeld}
        onClick={() => void claim.start()}
      >
        {claim.isBusy
          ? `Claiming ${tokensOf(claims.claimable)} …`
          : `Claim ${formatTokens(claims.claimable)} Tokens`}
      </Button>
      {!isOnline && (
        <p className="mt-3 text-14 text-ink-2">
          You are offline. These tokens stay here: claim them when you are online again.
        </p>
      )}
      <p role="alert" className="text-14 text-ink empty:hidden not-empty:mt-3">
        {claim.problem}
      </p>
      <ClaimList claims={ready} className="mt-4" />
    </div>
  );
}

function Taken({ amount, from, to, shown }: { amount: number; from: number; to: number; shown: number }) {
  const share = to === from ? 1 : (shown - from) / (to - from);
  return (
    <div className="animate-appear border-l-4 border-green bg-green-soft px-4 py-4">
      <p className="text-20 font-semibold">
        {amount > 0 ? `${tokensOf(amount)} claimed` : "These tokens were already claimed"}
      </p>
      {amount > 0 && <TickProgress share={share} tone="green" className="mt-3 max-w-sm" />}
      <p className="mt-2 text-14 text-ink-2">Tip a performer while they play, or on their profile.</p>
    </div>
  );
}

function Waiting({ waiting, claims }: { waiting: ClaimView[]; claims: ClaimsView }) {
  return (
    <div className="mt-5">
      <h3 className="text-16 font-semibold">{tokensOf(claims.waiting)} waiting</h3>
      <p className="mt-1 max-w-[60ch] text-14 text-ink-3">
        {claims.nextAt === null ? (
          "New tokens are limited each day, and some claims are reviewed first. You do not have to do anything."
        ) : (
          <>
            The next can be claimed from <LocalTime at={claims.nextAt} shape="day-clock" />.
          </>
        )}
      </p>
      <ClaimList claims={waiting} className="mt-2" />
    </div>
  );
}

function Lapsed({ lapsed }: { lapsed: ClaimView[] }) {
  const amount = lapsed.reduce((sum, claim) => sum + claim.amount, 0);
  return (
    <p className="mt-4 text-14 text-ink-3">
      {tokensOf(amount)} expired. You have {countOf(tokenLimits.claimMs / 86_400_000, "day", "days")} to claim
      what you have earned.
    </p>
  );
}

function ClaimList({ claims, className }: { claims: ClaimView[]; className?: string }) {
  return (
    <ul className={className}>
      {claims.map((claim) => {
        const { title, reason } = claimTexts(claim);
        return (
          <li key={claim.id} className="flex gap-4 border-t border-tick/60 py-2 first:border-t-0">
            <span className="tabular w-12 shrink-0 text-16 font-semibold">{signedTokens(claim.amount)}</span>
            <span className="min-w-0 grow">
              <span className="text-16 wrap-anywhere">
                {title}
                {reason !== null && (
                  <>
                    : <bdi>{reason}</bdi>
                  </>
                )}
              </span>
              <span className="block text-14 text-ink-2">
                <LocalTime at={claim.at} shape="day" />
                {claim.state === "claimable" && claim.expiresAt !== null && (
                  <>
                    , claim until <LocalTime at={claim.expiresAt} shape="date" />
                  </>
                )}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
