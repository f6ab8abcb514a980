import { useEffect } from "react";
import { usePlayer } from "#app/player/player-provider.tsx";
import { whenIdle } from "#app/ui/when-idle.ts";
import { keepInstallPrompt } from "./install-prompt.ts";

/** A user who listens this long is likely to stay while a deploy replaces the site's files. */
const keepPagesAfterMs = 20_000;

/**
 * Makes the site installable: registers the service worker once the page is idle, notifies it when the user stays, and
 * keeps the browser's offer to install.
 */
export function useInstallable(): void {
  const staysOn = usePlayer(({ status, isLowData }) => status === "playing" && !isLowData);
  useEffect(keepInstallPrompt, []);
  useEffect(() => {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    return whenIdle(() => {
      // Private windows may refuse. Without it the site works the same, online.
      navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" }).catch(() => {});
    });
  }, []);
  useEffect(() => {
    if (!staysOn) return;
    const timer = setTimeout(
      () => navigator.serviceWorker?.controller?.postMessage("keep pages"),
      keepPagesAfterMs,
    );
    return () => clearTimeout(timer);
  }, [staysOn]);
}
