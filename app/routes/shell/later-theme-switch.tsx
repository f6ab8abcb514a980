import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";

const ThemeSwitch = lazyPart(() => import("./theme-switch.tsx"));

/** The themes: useless before a page has hydrated, and loaded then into a place of their size. */
export function LaterThemeSwitch() {
  return (
    <InBrowser fallback={<div className="h-16 w-33" />}>
      <ThemeSwitch />
    </InBrowser>
  );
}
