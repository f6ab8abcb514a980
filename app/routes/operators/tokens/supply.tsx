import type { SupplyView } from "#app/domains/value/tokens/contract/acts.ts";
import { formatTokens } from "#app/domains/value/tokens/ui/amount.ts";
import { Lamp } from "#app/ui/lamp.tsx";
import { countOf } from "#app/ui/number.ts";
import { Section } from "#app/ui/section.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { Figure } from "../figure.tsx";
import { kindNames } from "./texts.ts";

/** All tokens of the instance, today's issue, and whether the books agree. */
export function Supply({ supply }: { supply: SupplyView }) {
  const { today, waiting } = supply;
  const share = today.budget === 0 ? 1 : Math.min(1, today.ripened / today.budget);
  return (
    <Section title="Supply">
      <Check check={supply.check} />
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
        <Figure name="Issued">{formatTokens(supply.issued)}</Figure>
        <Figure name="In wallets">{formatTokens(supply.spendable)}</Figure>
        <Figure name="On their way">{formatTokens(supply.undelivered)}</Figure>
        <Figure name="Retired">{formatTokens(supply.retired)}</Figure>
        <Figure name="Wallets">{formatTokens(supply.wallets)}</Figure>
        <Figure name="Frozen wallets">{formatTokens(supply.frozen)}</Figure>
      </dl>
      <h3 className="mt-6 text-16 font-semibold">Today (UTC)</h3>
      <p className="mt-1 text-14 text-ink-2 tabular">
        {formatTokens(today.ripened)} of {formatTokens(today.budget)} tokens released,{" "}
        {formatTokens(today.claimed)} claimed
      </p>
      <div aria-hidden="true" className="mt-2 h-1 max-w-lg bg-control">
        <div
          className={share < 1 ? "h-full bg-green" : "h-full bg-amber"}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="mt-2 text-14 text-ink-3 tabular">
        {waiting.claims === 0
          ? "No claims are waiting."
          : `${countOf(waiting.claims, "claim", "claims")} of ${formatTokens(waiting.amount)} tokens waiting, ${formatTokens(waiting.held)} held`}
      </p>
      {supply.issuedBy.length > 0 && (
        <>
          <h3 className="mt-6 text-16 font-semibold">Issued For</h3>
          <ul className="mt-1 text-14 text-ink-2 tabular">
            {supply.issuedBy.map(({ kind, amount }) => (
              <li key={kind}>
                {kindNames[kind]}: {formatTokens(amount)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function Check({ check }: { check: SupplyView["check"] }) {
  if (check === null) {
    return (
      <p className="flex items-center gap-2 text-14 text-ink-2">
        <Lamp tone="off" />
        The books have not been checked yet. The check runs every hour.
      </p>
    );
  }
  const isFine = check.drift.length === 0;
  return (
    <div role={isFine ? undefined : "alert"}>
      <p className="flex items-center gap-2 text-14 text-ink-2">
        <Lamp tone={isFine ? "green" : "red"} />
        <span>
          {isFine ? "The books agree" : "The books do not agree: nothing is granted or claimed"}, checked{" "}
          <LocalTime at={check.checkedAt} shape="day-clock" />
        </span>
      </p>
      {!isFine && (
        <ul className="mt-2 list-disc pl-6 text-14 text-ink">
          {check.drift.map((line) => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
