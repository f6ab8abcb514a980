import { Link } from "react-router";
import { Lamp } from "#app/ui/lamp.tsx";
import type { SetRequestView } from "../contract/requests.ts";
import { isIncoming, type Side } from "../request-sides.ts";

/** The other side of a request: to a stage its performer, to a performer the stage and who of it asked. */
export function RequestParties({ request, side }: { request: SetRequestView; side: Side }) {
  const { dj, requestor, room } = request;
  if (side === "stage") {
    return (
      <p className="flex items-center gap-2 text-16">
        <Lamp tone="amber" />
        <Link to={`/profile/${dj.id}`} className="truncate hover:underline" dir="auto">
          {dj.username}
        </Link>
      </p>
    );
  }
  return (
    <p className="text-16">
      <Lamp tone="amber" className="mr-2 align-baseline" />
      <Link to={`/room/${room.id}`} className="hover:underline" dir="auto">
        {room.name}
      </Link>
      <span className="text-14 text-ink-3">
        {isIncoming(request, side) ? (
          <>
            {" · asked by "}
            <Link to={`/profile/${requestor.id}`} className="text-ink-2 hover:underline" dir="auto">
              {requestor.username}
            </Link>
          </>
        ) : (
          " · waits for a manager’s answer"
        )}
      </span>
    </p>
  );
}
