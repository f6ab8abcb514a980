import { FileDown } from "lucide-react";
import type { ReceivedView } from "#app/domains/value/tokens/contract/tokens.ts";
import { formatTokens, tokensOf } from "#app/domains/value/tokens/ui/amount.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { countOf } from "#app/ui/number.ts";
import { Section } from "#app/ui/section.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { Place } from "./activity-row.tsx";

/** Shows performers what each set brought. */
export function ReceivedSection({ received }: { received: ReceivedView[] }) {
  const sum = (of: "amount" | "tips") => received.reduce((total, row) => total + row[of], 0);
  return (
    <Section
      title="Tips You Received"
      intro={
        received.length > 0 &&
        `${tokensOf(sum("amount"))} in ${countOf(sum("tips"), "tip", "tips")}, without what you gave back.`
      }
      end={
        received.length > 0 && (
          <a href="/api/tokens/received.csv" download className={buttonClass("quiet")}>
            <FileDown aria-hidden="true" className="size-4" />
            Download CSV
          </a>
        )
      }
    >
      {received.length === 0 ? (
        <EmptyState title="No tips yet">
          Listeners can tip you while you play, and on your profile at any time. Each set then appears here
          with the tips it received.
        </EmptyState>
      ) : (
        <ul className="border-b border-tick">
          {received.map((row) => (
            <li
              key={`${row.set?.id} ${row.stage?.id} ${row.at}`}
              className="flex items-start gap-4 border-t border-tick py-3"
            >
              <div className="min-w-0 grow">
                {row.set === null && <p className="text-16">Your profile</p>}
                <Place stage={row.stage} set={row.set} />
                <p className="mt-0.5 text-14 text-ink-3">
                  <LocalTime at={row.at} shape="day" />
                </p>
              </div>
              <p className="shrink-0 text-right">
                <span className="tabular display block text-20">{formatTokens(row.amount)}</span>
                <span className="tabular text-14 text-ink-3">{countOf(row.tips, "tip", "tips")}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
