import { ConnectionDetails } from "#app/domains/air/media/ui/connection-details.tsx";
import { StreamTest } from "#app/domains/air/media/ui/stream-test.tsx";
import { useStreamTest } from "#app/domains/air/media/ui/use-stream-test.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { TickRule } from "#app/ui/ticks.tsx";

export function AudioTestPage({ type, hasPassedTest }: { type: "dj" | "musician"; hasPassedTest: boolean }) {
  const test = useStreamTest(type, hasPassedTest);
  return (
    <main id="main" className="mx-auto w-full max-w-4xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <h1 className="display text-44">Stream Test</h1>
      <p className="mt-3 mb-6 max-w-[60ch] text-16 text-ink-2">
        {test.connection
          ? "Connect your encoder to the mount below and play."
          : "Start the test, connect your encoder and play."}{" "}
        No one else hears it. You pass after five seconds of solid sound.
        {hasPassedTest && " You have already passed."}
      </p>
      <StreamTest test={test}>
        <ButtonLink to="/djs/help">BROADCASTING HELP</ButtonLink>
        <ButtonLink tone="bare" to="/djs">
          Back
        </ButtonLink>
      </StreamTest>
      {test.connection && (
        <>
          <TickRule className="mt-8 mb-4" />
          <h2 className="display mb-3 text-28">Connect with</h2>
          <ConnectionDetails connection={test.connection} />
        </>
      )}
    </main>
  );
}
