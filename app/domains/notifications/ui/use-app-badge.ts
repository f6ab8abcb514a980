import { useEffect } from "react";

/** How much is unread, on the icon of an installed Cue; pushes set it while no page is open. Null: not known yet. */
export function useAppBadge(unread: number | null): void {
  useEffect(() => {
    if (unread !== null) void navigator.setAppBadge?.(unread).catch(() => {});
  }, [unread]);
  // A user who logs out leaves no count behind.
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => {}), []);
}
