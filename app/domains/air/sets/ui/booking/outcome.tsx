import type { ReactNode } from "react";
import { Link } from "react-router";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { profilePath } from "#app/paths.ts";
import { Lamp, type LampTone } from "#app/ui/lamp.tsx";
import type { StageStanding } from "./use-standing.ts";

/** Shows the outcome of a performer's request to this stage, before it is sent. */
export function OwnOutcome({ stage, standing }: { stage: StageView; standing: StageStanding | undefined }) {
  if (stage.membersOnly && standing?.isOutside) {
    return (
      <Line tone="red">
        Only members can book this stage, and you are not one yet.
        {standing.managers.length > 0 && (
          <>
            {" "}
            Ask <Names people={standing.managers} />.
          </>
        )}
      </Line>
    );
  }
  if (stage.autoApprove || standing?.isManager) {
    return (
      <Line tone="green">
        {stage.autoApprove
          ? "This stage approves bookings automatically. If the time is free, it is yours immediately."
          : "You manage this stage. If the time is free, it is yours immediately."}
      </Line>
    );
  }
  return (
    <Line tone="amber">
      Needs approval: your set is booked once a stage manager accepts it.
      {stage.membersOnly && standing && " Only members can book here, and you are one."}
    </Line>
  );
}

/** Shows the outcome of a manager's request to a performer. */
export function InvitedOutcome({ performer }: { performer: PersonView }) {
  return (
    <Line tone="amber">
      The set is booked once <bdi>{performer.username}</bdi> accepts it.
    </Line>
  );
}

function Line({ tone, children }: { tone: LampTone; children: ReactNode }) {
  return (
    <p className="mt-3 flex items-baseline gap-2 text-14 text-ink-2">
      <Lamp tone={tone} />
      <span>{children}</span>
    </p>
  );
}

function Names({ people }: { people: readonly PersonView[] }) {
  return people.map((person, index) => (
    <span key={person.id}>
      {index > 0 && (index === people.length - 1 ? " or " : ", ")}
      <Link to={profilePath(person.id)} className="underline" dir="auto">
        {person.username}
      </Link>
    </span>
  ));
}
