import { type ClockChange, clockChanges } from "#app/domains/base/time/clock-changes.ts";
import { useViewerClock } from "#app/ui/clock.ts";
import { LocalTime, TimeRange } from "#app/ui/time.tsx";
import type { SetRequestView } from "../contract/requests.ts";

/** Shows the times of a request: in the viewer's zone, with its name, the weeks and the clock changes. */
export function RequestTimes({ request }: { request: SetRequestView }) {
  const zone = useViewerClock()?.zone;
  const last = request.slots.at(-1);
  const changes = zone === undefined ? [] : clockChanges(slotsOf(request), zone);
  return (
    <div className="text-16 text-ink-2">
      {request.kind === "move" && request.set && (
        <p>
          <span className="text-14 text-ink-3">Booked: </span>
          <s>
            <TimeRange start={request.set.startTime} end={request.set.endTime} />
          </s>
        </p>
      )}
      <p>
        {request.kind === "move" && <span className="text-14 text-ink-3">New time: </span>}
        <TimeRange start={request.startTime} end={request.endTime} />{" "}
        <span className="text-14 text-ink-3">{zone === undefined ? "" : zoneName(zone)}</span>
      </p>
      {request.weeks > 1 && last && (
        <p className="text-14">
          Weekly, {request.weeks} weeks, until <LocalTime at={last.startTime} shape="day" />
        </p>
      )}
      {changes.length > 0 && (
        <ul className="mt-1 space-y-1 text-14 text-amber">
          {changes.map((change) => (
            <li key={change.week}>
              <Change change={change} zone={request.timeZone} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Change({ change, zone }: { change: ClockChange; zone: string }) {
  const { slot, isThere, isHere, week } = change;
  const day = <LocalTime at={slot.startsAt} shape="day" />;
  return (
    <>
      {isThere ? (
        <>
          The clocks change in {zoneName(zone)} before week {week} ({day}).
        </>
      ) : (
        <>
          Your clocks change before week {week} ({day}).
        </>
      )}{" "}
      {isHere ? (
        <>
          From then on it is <TimeRange start={slot.startsAt} end={slot.endsAt} withDay={false} /> for you.
        </>
      ) : (
        <>
          It stays at <LocalTime at={slot.startsAt} shape="clock" />.
        </>
      )}
    </>
  );
}

const slotsOf = ({ slots }: SetRequestView) =>
  slots.map(({ startTime, endTime }) => ({ startsAt: startTime, endsAt: endTime }));

const zoneName = (zone: string) => zone.replaceAll("_", " ");
