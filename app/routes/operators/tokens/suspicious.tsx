import { Fragment, type ReactNode } from "react";
import type { SuspiciousView } from "#app/domains/value/tokens/contract/acts.ts";
import { formatTokens, tokensOf } from "#app/domains/value/tokens/ui/amount.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Section } from "#app/ui/section.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { UserName } from "./act-line.tsx";

const percent = (share: number): string => `${Math.floor(share * 100)} %`;

/** Tips of the last 30 days that look arranged. */
export function Suspicious({ found: { fed, circles, bursts } }: { found: SuspiciousView }) {
  const isEmpty = fed.length + circles.length + bursts.length === 0;
  return (
    <Section
      title="Worth a Look"
      intro="Tips of the last 30 days that look arranged. Nothing happens automatically: check them, then freeze the wallet or hold the claims."
    >
      {isEmpty && (
        <EmptyState title="Nothing looks arranged">
          Wallets fed by new accounts, people who tip each other in a circle, and many tips in an hour appear
          here.
        </EmptyState>
      )}
      <List title="Mostly from Accounts Younger Than 30 Days" items={fed} keyOf={({ wallet }) => wallet}>
        {({ user, amount, tips, share }) => (
          <>
            <UserName user={user} />: {percent(share)} of {tokensOf(amount)} in {formatTokens(tips)} tips
          </>
        )}
      </List>
      <List
        title="Circles"
        items={circles}
        keyOf={({ members }) => members.map(({ wallet }) => wallet).join(" ")}
      >
        {({ members, amount, share }) => (
          <>
            {members.map(({ wallet, user }, index) => (
              <Fragment key={wallet}>
                {index > 0 && ", "}
                <UserName user={user} />
              </Fragment>
            ))}
            : {tokensOf(amount)}, at least {percent(share)} of what each received
          </>
        )}
      </List>
      <List title="Many Tips in an Hour" items={bursts} keyOf={({ wallet, at }) => `${wallet} ${at}`}>
        {({ user, at, tips, amount, senders }) => (
          <>
            <UserName user={user} />: {formatTokens(tips)} tips, {tokensOf(amount)}, senders:{" "}
            {formatTokens(senders)}, <LocalTime at={at} shape="day-clock" />
          </>
        )}
      </List>
    </Section>
  );
}

function List<Item>({
  title,
  items,
  keyOf,
  children,
}: {
  title: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
}) {
  if (items.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 text-16 font-semibold">{title}</h3>
      <ul className="mt-1 border-b border-tick">
        {items.map((item) => (
          <li key={keyOf(item)} className="border-t border-tick py-2 text-14 break-words text-ink-2 tabular">
            {children(item)}
          </li>
        ))}
      </ul>
    </>
  );
}
