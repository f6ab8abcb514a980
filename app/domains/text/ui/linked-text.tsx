import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";

const Links = lazyPart(() => import("./links.tsx"));

/**
 * What someone wrote, with its addresses as links. Nothing is fetched from there until someone follows one. Pages of
 * this site open in place, so that the sound goes on.
 */
export function LinkedText({ text }: { text: string }) {
  if (!text.includes("://")) return text;
  return (
    <InBrowser fallback={text}>
      <Links text={text} />
    </InBrowser>
  );
}
