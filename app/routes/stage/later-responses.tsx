import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import type { ResponsesProps } from "./responses.tsx";

const Responses = lazyPart(() => import("./responses.tsx"));

/** `Responses`, which load after hydration; their space is kept. */
export function LaterResponses(props: ResponsesProps) {
  return (
    <InBrowser fallback={<span className="h-11" />}>
      <Responses {...props} />
    </InBrowser>
  );
}
