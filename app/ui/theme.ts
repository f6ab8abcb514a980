import { storeKey, writeStore } from "./client-store.ts";
import { Store, useStore } from "./store.ts";

export const themes = ["dark", "light", "contrast"] as const;
export type Theme = (typeof themes)[number];
export const defaultTheme = "dark" satisfies Theme;

/** The colour that a browser uses around the page: each theme's `--ground` of `app.css`. */
export const groundColors = { dark: "#0f0c0a", light: "#f7f4ee", contrast: "#000000" } as const;

/**
 * Runs before the first paint, so that a stored theme never flashes. `js` marks that scripts run: without them the
 * times of the viewer's zone would stay hidden.
 */
export const themeScript = `(function(){var d=document.documentElement;d.classList.add("js");try{var t=JSON.parse(localStorage.getItem("${storeKey}")||"{}").theme;if(t==="light"||t==="contrast"){d.dataset.theme=t;document.querySelector("meta[name=theme-color]").content=${JSON.stringify(groundColors)}[t]}}catch(e){}})()`;

/** Null until one is chosen on this page: then the script above has set it. */
const chosen = new Store<{ theme: Theme | null }>({ theme: null });

function initialTheme(): Theme {
  return themes.find((theme) => theme === document.documentElement.dataset.theme) ?? defaultTheme;
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", groundColors[theme]);
  writeStore({ theme });
  chosen.change({ theme });
}

export function useTheme(): Theme {
  return useStore<{ theme: Theme | null }, Theme>(
    chosen,
    ({ theme }) => theme ?? initialTheme(),
    defaultTheme,
  );
}
