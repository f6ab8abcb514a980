import { useSyncExternalStore } from "react";

export const themes = ["dark", "light", "contrast"] as const;
export type Theme = (typeof themes)[number];

/** The client store: one JSON object under this key, shared with the player's volume. */
export const storeKey = "cue";

/**
 * Runs before the first paint, so that a remembered theme never flashes. `js` marks that scripts run at all: without
 * them the times of the viewer's zone would stay hidden.
 */
export const themeScript = `(function(){var d=document.documentElement;d.classList.add("js");try{var t=JSON.parse(localStorage.getItem("${storeKey}")||"{}").theme;if(t==="light"||t==="contrast")d.dataset.theme=t}catch(e){}})()`;

const listeners = new Set<() => void>();

function readStore(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storeKey) ?? "{}");
    return typeof stored === "object" && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

function readTheme(): Theme {
  return themes.find((theme) => theme === document.documentElement.dataset.theme) ?? "dark";
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(storeKey, JSON.stringify({ ...readStore(), theme }));
  } catch {
    // Private windows may refuse storage: the theme then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readTheme,
    () => "dark",
  );
}
