import type { ReactNode } from "react";
import type { StatementSummary } from "#app/domains/value/tokens/statement.ts";
import { formatTokens, tokensOf } from "#app/domains/value/tokens/ui/amount.ts";
import { Lamp } from "#app/ui/lamp.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import type { CheckedFile } from "./use-verdict.ts";

/** Whether the statement holds, in one sentence, then what is wrong by name, then what it says. */
export function VerdictView({
  result,
  hasKey,
  hasOwnKey,
  hasEarlier,
}: {
  result: CheckedFile | null;
  hasKey: boolean;
  /** The key was pasted, and is not this site's. */
  hasOwnKey: boolean;
  hasEarlier: boolean;
}) {
  if (result === null) return <p className="text-16 text-ink-2">Checking the statement…</p>;
  const { faults, summary } = result;
  const holds = faults.length === 0;
  return (
    <>
      <p className="flex items-baseline gap-3 text-20 font-semibold text-pretty">
        <Lamp tone={holds ? "green" : "red"} className="translate-y-[-2px]" />
        <span>{holds ? sentenceOf(hasKey, hasEarlier) : "This statement is not valid."}</span>
      </p>
      {!holds && (
        <ul className="mt-3 list-disc space-y-1.5 pl-5 text-16 text-ink-2 marker:text-red">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      {summary !== null && !hasOwnKey && summary.origin !== window.location.origin && (
        <p className="mt-3 max-w-[60ch] text-14 text-ink-2">
          This statement names <bdi className="break-all text-ink">{summary.origin}</bdi> as the site that
          made it. To check who signed it, paste the public key of that site above.
        </p>
      )}
      {summary !== null && <Facts summary={summary} isInLog={result.isInLog} />}
    </>
  );
}

function sentenceOf(hasKey: boolean, hasEarlier: boolean): string {
  if (!hasKey) return "Nothing was changed, but we could not check who signed it: the site's key is missing.";
  return hasEarlier
    ? "This statement is valid, and it continues the earlier one."
    : "This statement is valid: nothing in it was changed.";
}

function Facts({ summary, isInLog }: { summary: StatementSummary; isInLog: boolean | null }) {
  const { balance, entries, period, madeAt, wallet, publicKey, logged } = summary;
  return (
    <dl className="mt-6 grid gap-x-6 border-t border-tick text-16 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <Fact name="Balance">
        <span className="tabular text-28 font-semibold">{tokensOf(balance)}</span>
      </Fact>
      <Fact name="Entries">
        <span className="tabular">{formatTokens(entries)}</span>
      </Fact>
      <Fact name="Period">
        {period === null ? (
          "The wallet has no entries"
        ) : (
          <>
            <LocalTime at={period.from} shape="date" /> – <LocalTime at={period.to} shape="date" />
          </>
        )}
      </Fact>
      <Fact name="Made on">
        <LocalTime at={madeAt} shape="date" />
      </Fact>
      <Fact name="Public log">{logSummary(entries, logged, isInLog)}</Fact>
      <Fact name="Wallet">
        <span className="break-all">{wallet}</span>
      </Fact>
      <Fact name="Signed with key">
        <span className="break-all">{publicKey}</span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="border-tick pt-3 text-14 text-ink-3 sm:border-b sm:py-3">{name}</dt>
      <dd className="min-w-0 border-b border-tick pb-3 text-ink sm:py-3">{children}</dd>
    </>
  );
}

function logSummary(entries: number, logged: number, isInLog: boolean | null): string {
  if (logged === 0) return "Not in the log yet. A line is added every hour.";
  const how = isInLog === null ? "signed" : "signed, and compared with the log of this site";
  return logged === entries
    ? `All entries (${how})`
    : `The first ${formatTokens(logged)} entries (${how}). The rest follows within the hour.`;
}
