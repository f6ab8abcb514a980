import { watchSize } from "./watch-size.ts";

/**
 * A ref that keeps a custom property of the page at the height of its element, and removes it with the element, so that
 * elements above or below can leave space. Create it once, outside components.
 */
export function heightInto(property: `--${string}`) {
  return (element: HTMLElement | null) => {
    if (element === null) return;
    const root = document.documentElement;
    const end = watchSize(element, () =>
      root.style.setProperty(property, `${Math.ceil(element.getBoundingClientRect().height)}px`),
    );
    return () => {
      end();
      root.style.removeProperty(property);
    };
  };
}
