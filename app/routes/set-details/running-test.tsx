import { RadioTower } from "lucide-react";
import type { TestConnectionView } from "#app/domains/air/media/contract/encoder.ts";
import { ConnectionDetails } from "#app/domains/air/media/ui/connection-details.tsx";
import { EncoderReadout } from "#app/domains/air/media/ui/encoder-health.tsx";
import { LaterTestListening } from "#app/domains/air/media/ui/later-sound-check.tsx";
import { useEncoder } from "#app/domains/air/media/ui/use-encoder.ts";
import { Badge } from "#app/ui/lamp.tsx";

/** The connection settings, and what the server hears. The default export of its own chunk. */
export default function RunningTest({ connection }: { connection: TestConnectionView }) {
  const poll = useEncoder(connection.mount);
  const isConnected = poll.view !== undefined && poll.view.encoder !== false;
  return (
    <>
      <output className="flex items-center gap-3 text-16">
        <RadioTower aria-hidden="true" className={isConnected ? "size-6 text-green" : "size-6 text-ink-3"} />
        <Badge tone={isConnected ? "green" : "amber"}>{isConnected ? "connected" : "testing"}</Badge>
        {isConnected ? "Play something and watch the level." : "Connect your encoder with the details below."}
      </output>
      <LaterTestListening mount={connection.mount} poll={poll} />
      <EncoderReadout poll={poll} />
      <ConnectionDetails connection={connection} />
    </>
  );
}
