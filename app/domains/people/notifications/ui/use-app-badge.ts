import { useEffect } from "react";

/**
 * Shows the number of unread items on the icon of the installed app; pushes set it while no page is open. Null: not
 * known yet.
 */
export function useAppBadge(unread: number | null): void {
  useEffect(() => {
    if (unread !== null) void navigator.setAppBadge?.(unread).catch(() => {});
  }, [unread]);
  // A user who logs out leaves no count.
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => {}), []);
}
