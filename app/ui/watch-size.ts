/**
 * Calls `onSize` when the size of an element is known and whenever it changes, in the frame after: what it changes may
 * resize others that are watched, which within the same frame is an error of the page ("ResizeObserver loop"). Returns
 * a function that ends it.
 */
export function watchSize(element: Element, onSize: () => void): () => void {
  let frame = 0;
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(onSize);
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}
