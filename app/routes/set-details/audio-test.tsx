import { AudioLines } from "lucide-react";
import { lazy, Suspense } from "react";
import { callApi } from "#app/api-client.ts";
import { useTestRun } from "#app/domains/air/media/ui/use-test-run.ts";
import { startSetTestCall } from "#app/domains/air/sets/calls/changes.ts";
import { endSetTestCall } from "#app/domains/air/sets/calls/sets.ts";
import { Button } from "#app/ui/button.tsx";
import { Section } from "#app/ui/section.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";

const RunningTest = lazy(() => import("./running-test.tsx"));

/**
 * Lets a performer check their sound before the set, on a mount without listeners. `isOffered`: the set has not started
 * yet, here or on the stage; a test that runs can be stopped later, too.
 */
export function AudioTest({ setId, isOffered }: { setId: string; isOffered: boolean }) {
  const test = useTestRun({
    begin: () => callApi(startSetTestCall, { set: setId }),
    end: () => callApi(endSetTestCall, { set: setId }, { isParting: true }),
  });
  if (!isOffered && !test.connection) return null;
  return (
    <Section
      title="Stream Test"
      intro={
        test.connection
          ? "Connect your encoder to the test mount below. No one else hears it."
          : "Check your sound before the set. No one else hears it."
      }
      end={
        test.connection ? (
          <Button onClick={test.stop}>STOP AUDIO TEST</Button>
        ) : (
          <Button
            icon={<AudioLines aria-hidden="true" className="size-4" />}
            isBusy={test.isStarting}
            onClick={() => void test.begin()}
          >
            BEGIN STREAM TEST
          </Button>
        )
      }
    >
      {test.connection && (
        <Suspense fallback={<Skeleton className="h-60" />}>
          <RunningTest connection={test.connection} />
        </Suspense>
      )}
    </Section>
  );
}
