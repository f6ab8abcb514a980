import { useRef, useState } from "react";
import { callApi } from "#app/api-client.ts";
import { activityCall } from "#app/domains/tokens/calls/wallet.ts";
import type { ActivityPage, ActivityView } from "#app/domains/tokens/contract/tokens.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { lazyDialog } from "#app/ui/lazy-dialog.tsx";
import { Section } from "#app/ui/section.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { ActivityRow } from "./activity-row.tsx";
import { givenBack, type Rows, withNewest, withOlder } from "./activity-rows.ts";

const GiveBackDialog = lazyDialog(() => import("./give-back-dialog.tsx"));

/** Everything that moved, newest first. */
export function ActivitySection({
  first,
  canGiveBack,
  onGivenBack,
}: {
  first: ActivityPage;
  canGiveBack: boolean;
  onGivenBack: () => Promise<void>;
}) {
  const list = useRows(first);
  const [asked, setAsked] = useState<ActivityView | null>(null);
  const { rows } = list;
  return (
    <Section title="Activity">
      {rows.items.length === 0 ? (
        <EmptyState title="No tokens have moved yet">
          What you claim, send and receive appears here, with who, where and when.
        </EmptyState>
      ) : (
        <ul className="border-b border-tick" ref={list.place}>
          {rows.items.map((item) => (
            <ActivityRow
              key={item.seq}
              item={item}
              onGiveBack={canGiveBack && item.canGiveBack > 0 ? () => setAsked(item) : null}
            />
          ))}
        </ul>
      )}
      {list.hasFailed && (
        <p role="alert" className="mt-3 text-14 text-ink-2">
          We could not load more. Please try again.
        </p>
      )}
      {rows.before !== null && (
        <Button className="mt-4 w-full sm:w-auto" isBusy={list.isBusy} onClick={() => void list.more()}>
          Show More
        </Button>
      )}
      {asked && (
        <GiveBackDialog
          item={asked}
          onDone={() => {
            list.setGivenBack(asked.seq);
            setAsked(null);
            void onGivenBack();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  );
}

function useRows(first: ActivityPage) {
  const [rows, setRows] = useState<Rows>(first);
  const [read, setRead] = useState(first);
  const [hasFailed, setHasFailed] = useState(false);
  const place = useRef<HTMLUListElement>(null);
  const { isBusy, run } = useWork(() => setHasFailed(true));
  // The loader has read the first page again.
  if (read !== first) {
    setRead(first);
    setRows((known) => withNewest(known, first));
  }
  const more = () =>
    run(async () => {
      setHasFailed(false);
      const page = await callApi(activityCall, { before: rows.before });
      const oldest = place.current?.lastElementChild;
      setRows((known) => withOlder(known, page));
      // The button may be gone: reading continues with the first row that came.
      requestAnimationFrame(() => {
        const next = oldest?.nextElementSibling;
        if (page.before === null && next instanceof HTMLElement) next.focus({ preventScroll: true });
      });
    });
  const setGivenBack = (seq: number) => setRows((known) => givenBack(known, seq));
  return { rows, more, isBusy, hasFailed, place, setGivenBack };
}
