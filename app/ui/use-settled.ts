import { useEffect, useState } from "react";

/** How long a search waits for the next letter. */
const debounceMs = 400;

/** The text once nobody has typed for a moment; an empty one at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === "" ? 0 : debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  // Emptied, it is empty at once: nothing of the last search lingers.
  return text === "" ? "" : settled;
}
