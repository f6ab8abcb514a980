import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { profilePath, stagePath } from "#app/paths.ts";
import { Lamp } from "#app/ui/lamp.tsx";
import type { SetRequestView } from "../contract/requests.ts";
import type { Side } from "../request-sides.ts";

/**
 * The other side of a request: for a stage its performer, for a performer the stage. For a request about a booked set,
 * or one that a stage has made, also the other people involved.
 */
export function RequestParties({
  request,
  side,
  isAnswerable,
}: {
  request: SetRequestView;
  side: Side;
  /** The viewer's side was asked. */
  isAnswerable: boolean;
}) {
  const { dj, room } = request;
  const about = side === "stage" ? aboutToStage(request) : aboutToPerformer(request, isAnswerable);
  return (
    <p className="text-16">
      <Lamp tone="amber" className="mr-2 align-baseline" />
      <Link
        to={side === "stage" ? profilePath(dj.id) : stagePath(room.id)}
        className="wrap-anywhere hover:underline"
        dir="auto"
      >
        {side === "stage" ? dj.username : room.name}
      </Link>
      {about && (
        <span className="text-14 text-ink-3">
          {" · "}
          {about}
        </span>
      )}
    </p>
  );
}

function aboutToStage({ kind, set }: SetRequestView): ReactNode {
  if (kind === "move") return "wants to move this set";
  if (kind === "booking") return null;
  return set?.user ? (
    <>
      was asked to play in place of <Person person={set.user} />
    </>
  ) : (
    "was asked to play in place of its performer"
  );
}

function aboutToPerformer({ kind, dj, requestor, set }: SetRequestView, isAnswerable: boolean): ReactNode {
  if (kind === "move") return "the new time is waiting for a manager";
  if (kind === "booking")
    return isAnswerable ? (
      <>
        asked by <Person person={requestor} />
      </>
    ) : (
      "waiting for a manager"
    );
  if (!isAnswerable)
    return (
      <>
        offered to <Person person={dj} />
      </>
    );
  const isOfPerformer = set?.user == null || set.user.id === requestor.id;
  return isOfPerformer ? (
    <>
      asked by <Person person={requestor} /> to play in their place
    </>
  ) : (
    <>
      asked by <Person person={requestor} /> to play in place of {set.user && <Person person={set.user} />}
    </>
  );
}

function Person({ person }: { person: PersonView }) {
  return (
    <Link to={profilePath(person.id)} className="text-ink-2 hover:underline" dir="auto">
      {person.username}
    </Link>
  );
}
