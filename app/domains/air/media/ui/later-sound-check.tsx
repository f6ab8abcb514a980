import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import type { SoundCheckProps } from "./sound-check.tsx";

const OffAirTest = lazyPart(() =>
  import("./sound-check.tsx").then((module) => ({ default: module.OffAirTest })),
);
const TestListening = lazyPart(() =>
  import("./sound-check.tsx").then((module) => ({ default: module.TestListening })),
);

/** `OffAirTest`, whose script loads after the page has hydrated. */
export function LaterOffAirTest(props: SoundCheckProps) {
  return (
    <InBrowser>
      <OffAirTest {...props} />
    </InBrowser>
  );
}

/** `TestListening`, whose script loads after the page has hydrated. */
export function LaterTestListening(props: SoundCheckProps) {
  return (
    <InBrowser>
      <TestListening {...props} />
    </InBrowser>
  );
}
