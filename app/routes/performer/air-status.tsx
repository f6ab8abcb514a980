import type { ReactNode } from "react";
import { Link } from "react-router";
import type { LobbyEntry } from "#app/domains/stages/lobby-protocol.ts";
import { findOverrun } from "#app/domains/stages/overrun.ts";
import { OverrunWords } from "#app/domains/stages/ui/overrun-words.tsx";
import { profilePath, stagePath } from "#app/paths.ts";
import { useNow } from "#app/ui/clock.ts";
import { Lamp, type LampTone } from "#app/ui/lamp.tsx";
import { countOf } from "#app/ui/number.ts";

/** Whether the performer is heard now, and where: according to the rooms, not to the encoder. */
export function AirStatus({
  onAir,
  isOnStandby,
}: {
  onAir: readonly LobbyEntry[] | null;
  /** Their encoder is connected, and only they hear it. */
  isOnStandby: boolean;
}) {
  return (
    <div className="mt-2 text-16 text-ink-2">
      {onAir === null ? (
        <Line tone="off">We cannot tell right now whether you are on air</Line>
      ) : onAir.length === 0 && isOnStandby ? (
        <Line tone="amber">On standby: only you hear your encoder</Line>
      ) : onAir.length === 0 ? (
        <Line tone="off">Off air</Line>
      ) : (
        onAir.map((entry) => <Room key={`${entry.kind} ${entry.id}`} entry={entry} />)
      )}
    </div>
  );
}

function Room({ entry: { kind, id, onAir } }: { entry: LobbyEntry }) {
  const now = useNow();
  const place = (
    <Link
      to={kind === "profile" ? profilePath(id) : stagePath(id)}
      className="underline decoration-edge hover:decoration-current"
    >
      <bdi>{kind === "profile" ? "your profile" : (onAir.currentSet?.room?.name ?? "a stage")}</bdi>
    </Link>
  );
  if (onAir.status === "reconnecting")
    return (
      <Line tone="amber">Your encoder disconnected. {place} waits a few seconds for it to reconnect.</Line>
    );
  const next = onAir.nextSet && { ...onAir.nextSet.user, startTime: onAir.nextSet.startTime };
  const overrun = findOverrun({ endTime: kind === "stage" ? onAir.endTime : null, next }, now);
  if (overrun) {
    return (
      <Line tone="amber">
        On air on {place}. <OverrunWords overrun={overrun} />
      </Line>
    );
  }
  return (
    <Line tone="green" end={countOf(onAir.currentListeners, "listener", "listeners")}>
      On air on {place}
    </Line>
  );
}

/** `end` changes all the time: it can be read, but is not announced. */
function Line({ tone, end, children }: { tone: LampTone; end?: string; children: ReactNode }) {
  return (
    <p className="flex items-baseline gap-2">
      <Lamp tone={tone} className="-translate-y-px" />
      <span>
        <output>{children}</output>
        {end && <span className="tabular text-ink-3"> · {end}</span>}
      </span>
    </p>
  );
}
