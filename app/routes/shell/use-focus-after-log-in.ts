import { useEffect, useRef } from "react";

/** The log-in form is gone, and the focus with it: it moves to the new page, to its title where it has one. */
export function useFocusAfterLogIn(viewerId: string | null): void {
  const before = useRef(viewerId);
  useEffect(() => {
    const hasLoggedIn = before.current === null && viewerId !== null;
    before.current = viewerId;
    if (!hasLoggedIn) return;
    const main = document.getElementById("main");
    const place = main?.querySelector("h1") ?? main;
    if (!place) return;
    if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }, [viewerId]);
}
