import { useSyncExternalStore } from "react";
import { storeKey, writeStore } from "./client-store.ts";

export const themes = ["dark", "light", "contrast"] as const;
export type Theme = (typeof themes)[number];

/**
 * Runs before the first paint, so that a remembered theme never flashes. `js` marks that scripts run at all: without
 * them the times of the viewer's zone would stay hidden.
 */
export const themeScript = `(function(){var d=document.documentElement;d.classList.add("js");try{var t=JSON.parse(localStorage.getItem("${storeKey}")||"{}").theme;if(t==="light"||t==="contrast")d.dataset.theme=t}catch(e){}})()`;

const listeners = new Set<() => void>();

function readTheme(): Theme {
  return themes.find((theme) => theme === document.documentElement.dataset.theme) ?? "dark";
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  writeStore({ theme });
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
