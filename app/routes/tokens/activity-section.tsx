import { type RefObject, useRef, useState } from "react";
import { callApi } from "#app/api-client.ts";
import { listActivityCall } from "#app/domains/value/tokens/calls/wallet.ts";
import type { ActivityPage, ActivityView } from "#app/domains/value/tokens/contract/tokens.ts";
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
  const place = useRef<HTMLUListElement>(null);
  const list = useRows(first, place);
  const [asked, setAsked] = useState<ActivityView | null>(null);
  return (
    <Section title="Activity">
      {list.items.length === 0 ? (
        <EmptyState title="No activity yet">What you claim, send and receive appears here.</EmptyState>
      ) : (
        <ul className="border-b border-tick" ref={place}>
          {list.items.map((item) => (
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
      {list.hasMore && (
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

/** Rows at first, so that what follows is not far away, and rows that a press adds. */
const shownFirst = 10;
const shownMore = 40;

function useRows(first: ActivityPage, place: RefObject<HTMLUListElement | null>) {
  const [rows, setRows] = useState<Rows>(first);
  const [read, setRead] = useState(first);
  const [count, setCount] = useState(shownFirst);
  const [hasFailed, setHasFailed] = useState(false);
  const { isBusy, run } = useWork(() => setHasFailed(true));
  // The loader has read the first page again.
  if (read !== first) {
    setRead(first);
    setRows((known) => withNewest(known, first));
  }
  const more = () =>
    run(async () => {
      setHasFailed(false);
      const oldest = place.current?.lastElementChild;
      if (rows.items.length < count + shownMore && rows.before !== null) {
        const page = await callApi(listActivityCall, { before: rows.before });
        setRows((known) => withOlder(known, page));
      }
      setCount(count + shownMore);
      // The button may be gone now: the keyboard continues with the first of the new rows.
      requestAnimationFrame(() => {
        const next = oldest?.nextElementSibling;
        if (next instanceof HTMLElement) next.focus({ preventScroll: true });
      });
    });
  return {
    items: rows.items.slice(0, count),
    hasMore: rows.items.length > count || rows.before !== null,
    more,
    isBusy,
    hasFailed,
    setGivenBack: (seq: number) => setRows((known) => givenBack(known, seq)),
  };
}
