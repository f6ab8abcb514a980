import type { ReactNode } from "react";
import { Link } from "react-router";
import type { LobbyEntry } from "#app/domains/stages/lobby-protocol.ts";
import { Lamp } from "#app/ui/lamp.tsx";
import { countOf } from "#app/ui/number.ts";

/** Whether the performer is heard now, and where: as the rooms say it, not as the encoder hopes. */
export function AirStatus({ onAir }: { onAir: readonly LobbyEntry[] | null }) {
  return (
    <output className="mt-2 block text-16 text-ink-2">
      {onAir === null ? (
        <Line tone="off">Whether you are on air cannot be told right now</Line>
      ) : onAir.length === 0 ? (
        <Line tone="off">Off air</Line>
      ) : (
        onAir.map((entry) => <Room key={`${entry.kind} ${entry.id}`} entry={entry} />)
      )}
    </output>
  );
}

function Room({ entry: { kind, id, onAir } }: { entry: LobbyEntry }) {
  const path = kind === "profile" ? `/profile/${id}` : `/room/${id}`;
  const place = (
    <Link to={path} className="underline decoration-edge hover:decoration-current" dir="auto">
      {kind === "profile" ? "your profile" : (onAir.currentSet?.room?.name ?? "a stage")}
    </Link>
  );
  if (onAir.status === "reconnecting")
    return <Line tone="amber">Your encoder dropped; {place} waits for it a few seconds</Line>;
  return (
    <Line tone="green">
      On air on {place}, {countOf(onAir.currentListeners, "listener", "listeners")}
    </Line>
  );
}

function Line({ tone, children }: { tone: "green" | "amber" | "off"; children: ReactNode }) {
  return (
    <span className="flex items-center gap-2">
      <Lamp tone={tone} />
      <span>{children}</span>
    </span>
  );
}
