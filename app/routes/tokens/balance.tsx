import type { ReactNode } from "react";
import type { WalletView } from "#app/domains/value/tokens/contract/tokens.ts";
import { formatTokens, tokensOf } from "#app/domains/value/tokens/ui/amount.ts";
import { Lamp } from "#app/ui/lamp.tsx";
import { wordFor } from "#app/ui/number.ts";

/** The balance, large; `shown` runs to it. */
export function Balance({ wallet, balance, shown }: { wallet: WalletView; balance: number; shown: number }) {
  const { issued, received, sent, outgoing, size } = wallet;
  return (
    <section aria-label="Balance" className="mt-5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span aria-hidden="true" className="display tabular text-72" data-balance="">
          {formatTokens(shown)}
        </span>
        <span aria-hidden="true" className="text-20 text-ink-2">
          {wordFor(shown, "token", "tokens")}
        </span>
        <span className="sr-only">You have {tokensOf(balance)}.</span>
      </p>
      {outgoing > 0 && (
        <p className="mt-2 flex items-center gap-2 text-16 text-ink-2">
          <Lamp tone="amber" />
          {formatTokens(outgoing)} on their way
        </p>
      )}
      {size > 0 && (
        <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2">
          <Sum name="Earned">{formatTokens(issued)}</Sum>
          <Sum name="Received">{formatTokens(received)}</Sum>
          <Sum name="Sent">{formatTokens(sent)}</Sum>
        </dl>
      )}
    </section>
  );
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="label text-ink-3">{name}</dt>
      <dd className="tabular text-16">{children}</dd>
    </div>
  );
}
