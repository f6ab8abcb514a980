import { useSyncExternalStore } from "react";

/** Chromium's, and no standard: `beforeinstallprompt`. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

let offered: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

function offer(event: InstallPromptEvent | null): void {
  offered = event;
  for (const listener of listeners) listener();
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return "prompt" in event && typeof event.prompt === "function";
}

/** Keeps the browser's offer to install until somebody asks for it, in the place of a banner over the page. */
export function keepInstallPrompt(): () => void {
  const onOffer = (event: Event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    offer(event);
  };
  const onInstalled = () => offer(null);
  window.addEventListener("beforeinstallprompt", onOffer);
  window.addEventListener("appinstalled", onInstalled);
  return () => {
    window.removeEventListener("beforeinstallprompt", onOffer);
    window.removeEventListener("appinstalled", onInstalled);
  };
}

/** Asks the browser to install Cue; null where it cannot, or where that is done. */
export function useInstall(): (() => void) | null {
  const event = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
    () => null,
  );
  if (event === null) return null;
  return () => {
    // Each offer can be taken up once, whatever the answer: the browser makes another.
    offer(null);
    event.prompt().catch(() => {});
  };
}
