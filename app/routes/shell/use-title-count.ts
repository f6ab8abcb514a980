import { useEffect } from "react";

const counted = /^\(\d+\+?\) /;
const maxCounted = 99;

/** The title of a page preceded by the number of unread items: `(3) Home · Cue`. */
export function titleWith(title: string, unread: number): string {
  const plain = title.replace(counted, "");
  if (unread === 0) return plain;
  return `(${unread > maxCounted ? `${maxCounted}+` : unread}) ${plain}`;
}

/** Keeps the number at the start of the document's title, whichever page sets it. */
export function useTitleCount(unread: number): void {
  useEffect(() => {
    const show = () => {
      const title = titleWith(document.title, unread);
      if (title !== document.title) document.title = title;
    };
    show();
    const observer = new MutationObserver(show);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = titleWith(document.title, 0);
    };
  }, [unread]);
}
