import type { ReactNode } from "react";
import { TextLink } from "#app/content/text-link.tsx";
import type { WalletView } from "#app/domains/value/tokens/contract/tokens.ts";

/** Shows what keeps tokens from moving, and what to do about it. */
export function Banners({ wallet }: { wallet: WalletView }) {
  return (
    <>
      {wallet.state === "frozen" && (
        <Banner tone="red" title="Your wallet is frozen">
          {wallet.frozenReason !== null && (
            <p className="mb-1" dir="auto">
              The operators say: {wallet.frozenReason}
            </p>
          )}
          <p>
            You can still receive tips. You cannot claim, tip or give back until the operators have reviewed
            your wallet. Nothing was lost. To ask about it, write to them under{" "}
            <TextLink to="/settings/feedback">Feedback</TextLink>.
          </p>
        </Banner>
      )}
      {wallet.isPaused && wallet.state === "open" && (
        <Banner tone="amber" title="Claims are paused">
          <p>
            We are checking that all tokens add up. Nothing was lost, and you can still tip. You do not have
            to do anything: check back in an hour.
          </p>
        </Banner>
      )}
    </>
  );
}

const edges = { red: "border-red bg-red-soft", amber: "border-amber bg-amber-soft" } as const;

function Banner({ tone, title, children }: { tone: keyof typeof edges; title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={`mt-5 border-l-4 px-4 py-3 ${edges[tone]}`}>
      <h2 className="text-16 font-semibold">{title}</h2>
      <div className="mt-1 max-w-[64ch] text-16 text-ink-2">{children}</div>
    </section>
  );
}
