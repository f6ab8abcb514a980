import { AudioLines, RadioTower } from "lucide-react";
import type { TestConnectionView } from "#app/domains/media/contract.ts";
import { ConnectionDetails } from "#app/domains/media/ui/connection-details.tsx";
import { EncoderReadout } from "#app/domains/media/ui/encoder-health.tsx";
import { LaterTestListening } from "#app/domains/media/ui/later-sound-check.tsx";
import { useEncoder } from "#app/domains/media/ui/use-encoder.ts";
import { useTestRun } from "#app/domains/media/ui/use-test-run.ts";
import { ManageSection } from "#app/domains/stages/ui/manage/manage-section.tsx";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/lamp.tsx";

/** Lets a performer hear of their sound before the set, on a mount that nobody listens to. */
export function AudioTest({ setId }: { setId: string }) {
  const body = { set: setId };
  const test = useTestRun({
    begin: { path: "/api/sets/test", body },
    end: { path: "/api/sets/endTest", body },
  });
  return (
    <ManageSection
      title="Audio test"
      intro="Connect your encoder to a mount made for this test alone. Neither the stage nor your profile hears it."
      end={
        test.connection ? (
          <Button onClick={test.stop}>STOP AUDIO TEST</Button>
        ) : (
          <Button
            icon={<AudioLines aria-hidden="true" className="size-4" />}
            isBusy={test.isStarting}
            onClick={() => void test.begin()}
          >
            BEGIN AUDIO TEST
          </Button>
        )
      }
    >
      {test.connection && <RunningTest connection={test.connection} />}
    </ManageSection>
  );
}

function RunningTest({ connection }: { connection: TestConnectionView }) {
  const answer = useEncoder(connection.mount);
  const isConnected = answer.encoder !== undefined && answer.encoder !== false;
  return (
    <>
      <output className="flex items-center gap-3 text-16">
        <RadioTower aria-hidden="true" className={isConnected ? "size-6 text-green" : "size-6 text-ink-3"} />
        <Badge tone={isConnected ? "green" : "amber"}>{isConnected ? "connected" : "testing"}</Badge>
        {isConnected ? "Play something and watch the level." : "Connect your encoder with what stands below."}
      </output>
      <LaterTestListening mount={connection.mount} answer={answer} />
      <EncoderReadout answer={answer} />
      <ConnectionDetails connection={connection} />
    </>
  );
}
