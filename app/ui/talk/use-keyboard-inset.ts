import { useEffect } from "react";

/**
 * Keeps `--keyboard` at the height of an on-screen keyboard. It is always zero in browsers that resize the page for it
 * (`interactive-widget=resizes-content`); Safari does not, and only the visual viewport shows it.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const root = document.documentElement;
    const measure = () => {
      // Pinch zoom also shrinks the visual viewport; that is not a keyboard.
      const hidden = viewport.scale > 1.01 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      root.style.setProperty("--keyboard", `${Math.max(0, Math.round(hidden))}px`);
    };
    viewport.addEventListener("resize", measure);
    viewport.addEventListener("scroll", measure);
    return () => {
      viewport.removeEventListener("resize", measure);
      viewport.removeEventListener("scroll", measure);
      root.style.removeProperty("--keyboard");
    };
  }, []);
}
