import { useEffect, useState } from "react";

/** Time that typing has to stop before a search is sent. */
export const searchDebounceMs = 400;

/** The text once typing has stopped for a moment; an empty text immediately. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === "" ? 0 : searchDebounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  // Cleared text is applied immediately: nothing of the last search remains.
  return text === "" ? "" : settled;
}
