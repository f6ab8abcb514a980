import type { UsageAmount, UsageLineName, UsageView } from "#app/domains/outside/operator/contract/usage.ts";
import { readUsage } from "#app/domains/outside/operator/usage/overview.server.ts";
import { appContext } from "#app/router-context.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { exactly } from "#app/ui/number.ts";
import { Section } from "#app/ui/section.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import type { Route } from "./+types/usage-route";
import { Figure } from "./figure.tsx";
import { answerOperator } from "./operators-only.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  return { usage: await answerOperator(request, app, () => readUsage(app)) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Usage · Operators · Cue" }, { name: "robots", content: "noindex" }];
}

/** The usage of the platform this month, and its estimated bill. */
export default function UsageRoute({ loaderData: { usage } }: Route.ComponentProps) {
  const { counted, pricesOf } = usage;
  if (counted === null) return <NotCounted usage={usage} />;
  return (
    <div className="pt-6">
      <Section
        title="Estimated Bill"
        intro={`List prices of ${pricesOf}, without processor time, stored bytes, email and the media host.`}
      >
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
          <Figure name="So far">{dollars.format(counted.soFar.total)}</Figure>
          <Figure name="Whole month">{dollars.format(counted.month.total)}</Figure>
        </dl>
        <p className="mt-4 max-w-[60ch] text-14 text-ink-3">
          The plan of {dollars.format(counted.soFar.parts.plan ?? 0)} is included in both. The whole month is
          estimated as if all of it were like the time so far.
        </p>
      </Section>
      <Section
        title="Usage"
        intro={
          <>
            Counted since <LocalTime at={counted.from} shape="day-clock" />. {scopes[counted.scope]}
          </>
        }
      >
        <UsageTable lines={counted.lines} />
      </Section>
    </div>
  );
}

const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });

const scopes: Record<NonNullable<UsageView["counted"]>["scope"], string> = {
  copy: "This local copy counts itself, as Cloudflare would bill it.",
  account: "Everything on the Cloudflare account is counted. The counts are sampled and some minutes late.",
};

const lineNames: Record<UsageLineName, string> = {
  duration: "Time awake of objects, in GB-seconds",
  rowsWritten: "Rows written",
  rowsRead: "Rows read",
  requests: "Requests of objects",
  workerCalls: "Requests of the Worker",
  r2Writes: "R2 operations that write",
  r2Reads: "R2 operations that read",
};

function UsageTable({ lines }: { lines: NonNullable<UsageView["counted"]>["lines"] }) {
  return (
    <table className="w-full border-b border-tick text-14">
      <thead>
        <tr className="text-left text-ink-3">
          <th scope="col" className="py-2 pr-4 font-normal">
            Used
          </th>
          <th scope="col" className="py-2 pr-4 text-right font-normal whitespace-nowrap">
            So far
          </th>
          <th scope="col" className="py-2 text-right font-normal whitespace-nowrap">
            Whole month
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, soFar, month }) => (
          <tr key={name} className="border-t border-tick align-top">
            <th scope="row" className="py-3 pr-4 text-left font-normal text-ink-2">
              {lineNames[name]}
            </th>
            <Amount amount={soFar} className="pr-4" />
            <Amount amount={month} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A count, and under it what it costs beyond what the plan includes. */
function Amount({ amount: { count, usd }, className = "" }: { amount: UsageAmount; className?: string }) {
  return (
    <td className={`py-3 text-right whitespace-nowrap tabular ${className}`}>
      {exactly(Math.ceil(count))}
      <span className="block text-ink-3">{dollars.format(usd)}</span>
    </td>
  );
}

const problems: Record<Exclude<UsageView["state"], "counted">, string> = {
  off: "This site has no access to the counts of its Cloudflare account.",
  refused: "Cloudflare does not accept the token, or the token may not read this account.",
  unreachable: "Cloudflare did not respond. Try again in a moment.",
};

function NotCounted({ usage: { state, settings } }: { usage: UsageView }) {
  if (state === "counted") return null;
  return (
    <EmptyState title="No counts">
      <p>{problems[state]}</p>
      {state !== "unreachable" && (
        <p className="mt-2">
          Set {settings.join(" and ")}: an account id, and an API token with the permission Account Analytics:
          Read. See docs/deployment.md.
        </p>
      )}
    </EmptyState>
  );
}
