import { Store, useStore } from "#app/ui/store.ts";

/** Only in Chromium, not standardized: `beforeinstallprompt`. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

const offered = new Store<{ prompt: InstallPromptEvent | null }>({ prompt: null });

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return "prompt" in event && typeof event.prompt === "function";
}

/** Keeps the browser's offer to install until the user asks for it, instead of a banner over the page. */
export function keepInstallPrompt(): () => void {
  const onOffer = (event: Event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    offered.change({ prompt: event });
  };
  const onInstalled = () => offered.change({ prompt: null });
  window.addEventListener("beforeinstallprompt", onOffer);
  window.addEventListener("appinstalled", onInstalled);
  return () => {
    window.removeEventListener("beforeinstallprompt", onOffer);
    window.removeEventListener("appinstalled", onInstalled);
  };
}

/** Asks the browser to install Cue; null where it cannot, or where that is done. */
export function useInstall(): (() => void) | null {
  const event = useStore(offered, ({ prompt }) => prompt, null);
  if (event === null) return null;
  return () => {
    // Each offer can be used once, whatever the response: the browser makes another.
    offered.change({ prompt: null });
    event.prompt().catch(() => {});
  };
}
