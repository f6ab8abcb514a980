import { useState } from "react";
import { useRevalidator } from "react-router";
import { ApiFailure, callApi } from "#app/api-client.ts";
import { claimTokensCall } from "#app/domains/value/tokens/calls/claims.ts";
import type { ClaimsView, WalletView } from "#app/domains/value/tokens/contract/tokens.ts";
import { useWork } from "#app/ui/use-work.ts";

/** Tokens that this page has claimed. */
interface Taken {
  amount: number;
  /** The balance before and after. */
  from: number;
  to: number;
}

/** Claims what can be claimed, and says what came of it. */
export function useClaim(wallet: WalletView, claims: ClaimsView) {
  const { revalidate } = useRevalidator();
  const [taken, setTaken] = useState<Taken | null>(null);
  /** The data that the last claim has made outdated, until it is read again. */
  const [outdated, setOutdated] = useState<ClaimsView | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useWork((error) => {
    setProblem(whyFailed(error));
  });

  const start = () =>
    run(async () => {
      setProblem(null);
      const answer = await callApi(claimTokensCall);
      setTaken({ amount: answer.claimed, from: wallet.balance, to: answer.balance });
      setOutdated(claims);
      void revalidate();
    });
  const isOutdated = outdated === claims;
  return { start, isBusy, problem, taken, isOutdated, balance: isOutdated && taken ? taken.to : null };
}

export type Claim = ReturnType<typeof useClaim>;

function whyFailed(error: unknown): string {
  if (error instanceof ApiFailure && error.code !== "offline" && error.code !== "unknown")
    return error.message;
  return "This did not go through. Your tokens are still here to claim. Please try again.";
}
