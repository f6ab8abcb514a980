import type { EncoderView } from "#app/domains/air/media/contract/encoder.ts";
import type { StandbyView } from "#app/domains/air/media/contract/standby.ts";
import { LocalTime } from "#app/ui/time.tsx";
import { AirLine, unanswered } from "./air-line.tsx";

/** Shows why an encoder that is connected is on air nowhere. */
export default function Unheard({
  standby,
  encoder,
  isAsked,
}: {
  standby: StandbyView | null;
  encoder: EncoderView | undefined;
  /** The server is asked for it, or was. */
  isAsked: boolean;
}) {
  if (standby?.reason === "over" && standby.profileAt != null && standby.isWithStage) {
    return (
      <AirLine tone="red">
        Off air, and still connected: your profile goes live at{" "}
        <LocalTime at={standby.profileAt} shape="clock" />
      </AirLine>
    );
  }
  if (standby?.isOn) {
    return standby.reason === "over" || standby.reason === "chosen" ? (
      <AirLine tone="amber">Off air: only you hear your encoder</AirLine>
    ) : (
      <AirLine tone="amber">On standby: only you hear your encoder</AirLine>
    );
  }
  if (encoder === undefined && isAsked) return <AirLine tone="off">{unanswered}</AirLine>;
  if (encoder === undefined || encoder.encoder === false) return <AirLine tone="off">Off air</AirLine>;
  const { air } = encoder;
  if (encoder.encoder.status === "connected")
    return <AirLine tone="amber">Connected, but silent: no one hears you yet</AirLine>;
  if (air?.state === "standby") {
    const stage = <bdi>{air.stage ?? "the stage"}</bdi>;
    return (
      <AirLine tone="amber">
        On standby: {stage} puts you on air{" "}
        {air.current === null ? (
          "as soon as you are due"
        ) : (
          <>
            after <bdi>{air.current}</bdi>
          </>
        )}
      </AirLine>
    );
  }
  return <AirLine tone="amber">Connected, but not on air yet</AirLine>;
}
