import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { canScrollRight, drawnAtOnce, itemsPerScroll } from "./strip-rules.ts";

/** The distance from one item to the next, px. */
function pitchOf(list: HTMLElement): number {
  const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
  return (list.firstElementChild?.clientWidth ?? 0) + gap;
}

/**
 * Where the strip can go on each side, watched as it and the screen change, how to move it, and how many of its items are
 * drawn: each counts down by the second, so that those far away are not there before one comes near them.
 */
export function useStripScroll(count: number, firstId: string | undefined) {
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const [can, setCan] = useState({ left: false, right: false });
  const [drawn, setDrawn] = useState<number>(drawnAtOnce);
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
      const hasMore = drawn < count || list.scrollLeft + list.clientWidth < list.scrollWidth - 1;
      const right = hasMore && canScrollRight(strip);
      const isNearEnd = list.scrollLeft + 3 * list.clientWidth > list.scrollWidth;
      if (drawn < count && isNearEnd) setDrawn(drawn + drawnAtOnce);
      setCan((now) => (now.left === left && now.right === right ? now : { left, right }));
    };
    measure();
    list.addEventListener("scroll", measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    return () => {
      list.removeEventListener("scroll", measure);
      observer.disconnect();
    };
  }, [list, count, drawn]);
  const stayAtStart = useEffectEvent(() => {
    if (!can.left) list?.scrollTo({ left: 0 });
  });
  // A browser keeps hold of the item it has snapped to: what goes live and comes in front would stay out of sight.
  useLayoutEffect(() => stayAtStart(), [firstId]);
  const scroll = (direction: 1 | -1) =>
    list?.scrollBy({ left: direction * itemsPerScroll * pitchOf(list), behavior: "smooth" });
  return { setList, can, drawn, scroll };
}
