import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";

import { type Page, withFirst } from "./endless-pages.ts";

export type { Page } from "./endless-pages.ts";

export type Cursor = Pick<Page<unknown>, "dateCursor" | "idCursor">;

const cursorOf = ({ dateCursor, idCursor }: Cursor): Cursor => ({ dateCursor, idCursor });

/** The loaded pages for each entry of the tab's history: a user who returns finds the list as long as they left it. */
const kept = new Map<string, Page<unknown>[]>();
const maxKept = 20;

function keep(place: string, pages: Page<unknown>[]): void {
  kept.delete(place);
  kept.set(place, pages);
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept) return;
    kept.delete(oldest);
  }
}

/** Distance (px) before the window's bottom at which the next page is requested. */
const ahead = 300;

/**
 * A list that loads page by page as its bottom comes near the window's: `bottom` is a ref for an element there. The
 * first page comes with the document.
 */
export function useEndless<Item>(
  first: Page<Item>,
  load: (cursor: Cursor) => Promise<Page<Item>>,
  keyOf: (item: Item) => string,
) {
  const place = useLocation().key;
  const [pages, setPages] = useState(() =>
    // Stored for this history entry by this list: an entry shows one page.
    withFirst((kept.get(place) ?? []) as Page<Item>[], first, keyOf),
  );
  if (pages[0] !== first) setPages(withFirst(pages, first, keyOf));
  // A restored list is first loaded again.
  const [status, setStatus] = useState<"idle" | "loading" | "failed">(pages.length > 1 ? "loading" : "idle");
  useEffect(() => keep(place, pages), [place, pages]);

  const last = pages.at(-1) ?? first;
  const isAtEnd = last.idCursor === "end";

  /** Applies the result of `read`, unless the list has changed by then. */
  const put = async (read: () => Promise<Page<Item>[]>) => {
    try {
      const next = await read();
      setPages((now) => (now === pages ? next : now));
      setStatus("idle");
    } catch {
      setStatus("failed");
    }
  };
  const more = () => {
    setStatus("loading");
    void put(async () => [...pages, await load(cursorOf(last))]);
  };
  const readAgain = useEffectEvent(() =>
    put(async () => {
      const fresh = [first];
      for (let before = first; fresh.length < pages.length && before.idCursor !== "end"; ) {
        before = await load(cursorOf(before));
        fresh.push(before);
      }
      return fresh;
    }),
  );
  const isFound = useRef(pages.length > 1);
  useEffect(() => {
    if (isFound.current) void readAgain();
  }, []);

  const bottom = useRef<HTMLDivElement>(null);
  const onBottom = useEffectEvent(more);
  const isWaiting = status === "idle" && !isAtEnd;
  useEffect(() => {
    const element = bottom.current;
    if (!element || !isWaiting) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onBottom();
      },
      { rootMargin: `${ahead}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWaiting]);

  return { items: pages.flatMap((page) => page.items), bottom, status, isAtEnd, retry: more };
}
