import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";

const Links = lazyPart(() => import("./links.tsx"));

/**
 * Text that someone wrote, with its addresses as links. Nothing is loaded from there until a link is followed. Pages of
 * this site open in place, so that the sound continues.
 */
export function LinkedText({ text }: { text: string }) {
  if (!text.includes("://")) return text;
  return (
    <InBrowser fallback={text}>
      <Links text={text} />
    </InBrowser>
  );
}
