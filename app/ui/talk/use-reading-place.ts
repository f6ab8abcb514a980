import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * The scroll position of a list of messages: at its end while following, on phones also when the keyboard opens;
 * otherwise where the reader is, also when the oldest messages are removed. (Not every browser does that itself:
 * `overflow-anchor`.) The children that count have `data-message`. Call `note` on scroll.
 */
export function useReadingPlace(
  list: RefObject<HTMLElement | null>,
  isFollowing: boolean,
  messages: readonly unknown[],
  outgoing: number,
): { note: () => void } {
  const held = useRef<{ element: Element; top: number } | null>(null);
  const note = () => {
    held.current = isFollowing ? null : firstInView(list.current);
  };

  // What is sent and what is deleted moves things too.
  // oxlint-disable-next-line react/exhaustive-deps -- they say when, and are not read
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    if (isFollowing) element.scrollTop = element.scrollHeight;
    else if (held.current?.element.isConnected) {
      element.scrollTop += held.current.element.getBoundingClientRect().top - held.current.top;
    }
    held.current = isFollowing ? null : firstInView(element);
  }, [list, isFollowing, messages, outgoing]);

  useEffect(() => {
    const element = list.current;
    if (!element || !isFollowing) return;
    const observer = new ResizeObserver(() => {
      element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, isFollowing]);

  return { note };
}

function firstInView(list: HTMLElement | null): { element: Element; top: number } | null {
  if (list === null) return null;
  const { top: edge } = list.getBoundingClientRect();
  for (const element of list.querySelectorAll("[data-message]")) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > edge) return { element, top };
  }
  return null;
}
