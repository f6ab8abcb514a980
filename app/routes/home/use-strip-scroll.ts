import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { canScrollRight, drawnAtOnce, drawnFrom, itemsPerScroll } from "./strip-rules.ts";

/** The distance from one item to the next, px. The first may represent those that are not drawn. */
function pitchOf(list: HTMLElement): number {
  const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
  return (list.lastElementChild?.clientWidth ?? 0) + gap;
}

/**
 * The scroll state of the strip, updated with it and the screen: where it can scroll, how to move it, and which of its
 * items are drawn. Each item counts down every second, so distant ones on either side are not rendered. `spacePx` is
 * the width of those before the first drawn one. `readOn` is called while fewer are known than will be drawn next.
 */
export function useStripScroll(count: number, firstId: string | undefined, readOn: () => void) {
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const [can, setCan] = useState({ left: false, right: false });
  const [until, setUntil] = useState<number>(drawnAtOnce);
  const [before, setBefore] = useState({ from: 0, spacePx: 0 });
  const askForMore = useEffectEvent(readOn);
  useEffect(() => {
    if (!list) return;
    const measure = () => {
      const pitch = pitchOf(list) || 1;
      const strip = {
        position: Math.round(list.scrollLeft / pitch),
        count,
        inView: Math.floor(list.clientWidth / pitch),
      };
      const left = list.scrollLeft > 1;
      const hasMore = until < count || list.scrollLeft + list.clientWidth < list.scrollWidth - 1;
      const right = hasMore && canScrollRight(strip);
      const isNearEnd = list.scrollLeft + 3 * list.clientWidth > list.scrollWidth;
      if (until < count && isNearEnd) setUntil(until + drawnAtOnce);
      if (until + drawnAtOnce > count) askForMore();
      setCan((now) => (now.left === left && now.right === right ? now : { left, right }));
      const from = drawnFrom(strip.position);
      setBefore((now) => (now.from === from ? now : { from, spacePx: from * pitch }));
    };
    measure();
    list.addEventListener("scroll", measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    return () => {
      list.removeEventListener("scroll", measure);
      observer.disconnect();
    };
  }, [list, count, until]);
  const stayAtStart = useEffectEvent(() => {
    if (!can.left) list?.scrollTo({ left: 0 });
  });
  // A browser keeps the item it has snapped to: a new first item that goes live would stay out of view.
  useLayoutEffect(() => stayAtStart(), [firstId]);
  const scroll = (direction: 1 | -1) =>
    list?.scrollBy({ left: direction * itemsPerScroll * pitchOf(list), behavior: "smooth" });
  return { setList, can, drawn: { ...before, until }, scroll };
}
