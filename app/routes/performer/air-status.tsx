import { Link } from "react-router";
import type { EncoderView } from "#app/domains/air/media/contract/encoder.ts";
import type { StandbyView } from "#app/domains/air/media/contract/standby.ts";
import type { LobbyEntry } from "#app/domains/air/stages/lobby-protocol.ts";
import { findOverrun } from "#app/domains/air/stages/overrun.ts";
import { OverrunText } from "#app/domains/air/stages/ui/overrun-text.tsx";
import { profilePath, stagePath } from "#app/paths.ts";
import { useNow } from "#app/ui/clock.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { countOf } from "#app/ui/number.ts";
import { AirLine, unanswered } from "./air-line.tsx";

const Unheard = lazyPart(() => import("./unheard.tsx"));

/** Whether the performer is heard now, and where: according to the rooms, not to the encoder. */
export function AirStatus({
  onAir,
  standby,
  encoder,
  isAsked,
}: {
  onAir: readonly LobbyEntry[] | null;
  standby: StandbyView | null;
  /** The server's view of their encoder; undefined where that was not asked. */
  encoder: EncoderView | undefined;
  /** The server is asked for it, or was. */
  isAsked: boolean;
}) {
  return (
    <div className="mt-2 text-16 text-ink-2">
      {onAir === null ? (
        <AirLine tone="off">We cannot tell right now whether you are on air</AirLine>
      ) : onAir.length === 0 ? (
        <InBrowser fallback={<AirLine tone="off">{isAsked ? unanswered : "Off air"}</AirLine>}>
          <Unheard standby={standby} encoder={encoder} isAsked={isAsked} />
        </InBrowser>
      ) : (
        onAir.map((entry) => (
          <Room key={`${entry.kind} ${entry.id}`} entry={entry} staysOffProfile={standby?.isOn === true} />
        ))
      )}
    </div>
  );
}

function Room({
  entry: { kind, id, onAir },
  staysOffProfile,
}: {
  entry: LobbyEntry;
  staysOffProfile: boolean;
}) {
  const now = useNow();
  const isReconnecting = onAir.status === "reconnecting";
  // It begins a sentence while the encoder is gone.
  const ownProfile = isReconnecting ? "Your profile" : "your profile";
  const place = (
    <Link
      to={kind === "profile" ? profilePath(id) : stagePath(id)}
      className="underline decoration-edge hover:decoration-current"
    >
      <bdi>{kind === "profile" ? ownProfile : (onAir.currentSet?.room?.name ?? "a stage")}</bdi>
    </Link>
  );
  if (isReconnecting)
    return (
      <AirLine tone="amber">
        Your encoder disconnected. {place} waits a few seconds for it to reconnect.
      </AirLine>
    );
  const next = onAir.nextSet && { ...onAir.nextSet.user, startTime: onAir.nextSet.startTime };
  const overrun = findOverrun({ endTime: kind === "stage" ? onAir.endTime : null, next }, now);
  if (overrun) {
    return (
      <AirLine tone="amber">
        On air on {place}. <OverrunText overrun={overrun} staysOffProfile={staysOffProfile} />
      </AirLine>
    );
  }
  const isSilent = onAir.state?.name === "silent";
  return (
    <AirLine
      tone={isSilent ? "amber" : "green"}
      end={countOf(onAir.currentListeners, "listener", "listeners")}
    >
      On air on {place}
      {isSilent && ", but silent"}
    </AirLine>
  );
}
