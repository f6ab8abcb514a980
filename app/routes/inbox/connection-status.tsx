import type { TransportStatus } from "#app/live/transport.ts";
import { Lamp } from "#app/ui/lamp.tsx";
import { useOnline } from "#app/ui/use-online.ts";

/** Whether messages written here are delivered now; `otherwise` where they are. */
export function ConnectionStatus({
  connection,
  otherwise,
}: {
  connection: TransportStatus;
  otherwise: string;
}) {
  const isOnline = useOnline();
  const isLost = connection !== "open" && connection !== "connecting";
  if (isOnline && !isLost) return otherwise;
  return (
    <span className="inline-flex items-center gap-2 text-ink-2">
      <Lamp tone="amber" />
      {isOnline
        ? lostText(connection)
        : "You are offline. Your messages will be sent when you are back online."}
    </span>
  );
}

function lostText(connection: TransportStatus): string {
  if (connection !== "unloaded") return "Reconnecting";
  return "A part of this page did not load. If it stays like this, reload the page.";
}
