import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { TickRule } from "./ticks.tsx";
import { type Cursor, type Page, useEndless } from "./use-endless.ts";

/** A list that loads more when its end is reached; shows when that failed, and where the list ends. */
export function EndlessList<Item>({
  first,
  load,
  keyOf,
  isHidden = () => false,
  row,
  skeleton,
  empty,
}: {
  first: Page<Item>;
  load: (cursor: Cursor) => Promise<Page<Item>>;
  keyOf: (item: Item) => string;
  /** Items that were loaded and no longer exist. */
  isHidden?: (item: Item) => boolean;
  /** The content of an `li`. */
  row: (item: Item) => ReactNode;
  /** A placeholder of a row, of the same height. */
  skeleton: ReactNode;
  empty: ReactNode;
}) {
  const { items: read, bottom, status, isAtEnd, retry } = useEndless(first, load, keyOf);
  const items = read.filter((item) => !isHidden(item));
  if (items.length === 0 && isAtEnd) return empty;
  return (
    <>
      <ul aria-busy={status === "loading"}>
        {items.map((item) => (
          <li key={keyOf(item)} className="border-t border-tick">
            {row(item)}
          </li>
        ))}
      </ul>
      {/* Recreated for every page: otherwise elements further down would seem to have moved there. */}
      <div key={read.length} ref={bottom}>
        {!isAtEnd && status !== "failed" && (
          <div aria-hidden="true" className="border-t border-tick">
            {skeleton}
          </div>
        )}
        {status === "failed" && (
          <div role="alert" className="flex flex-wrap items-center gap-4 border-t border-tick py-4">
            <p className="text-16 text-ink-2">We could not load the rest of the list.</p>
            <Button onClick={retry}>Try Again</Button>
          </div>
        )}
        {isAtEnd && <TickRule className="opacity-60" />}
      </div>
      <output className="sr-only">{status === "loading" && "Loading more"}</output>
    </>
  );
}
