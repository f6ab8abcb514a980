/**
 * A ref that keeps a custom property of the page at the height of its element, and takes it away with the element: what
 * stands above or below leaves room for it. Make it once, outside of components.
 */
export function heightInto(property: `--${string}`) {
  return (element: HTMLElement | null) => {
    if (element === null) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() =>
      root.style.setProperty(property, `${Math.ceil(element.getBoundingClientRect().height)}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.removeProperty(property);
    };
  };
}
