import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OverseenPersonView } from "#app/domains/outside/operator/contract/moderation.ts";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { profilePath } from "#app/paths.ts";
import { Badge } from "#app/ui/lamp.tsx";
import { Picture } from "#app/ui/picture.tsx";

/** A person with their status, and at the end of the line (on a phone below it) the actions. */
export function PersonLine({
  person,
  about,
  children,
}: {
  person: PersonView & Pick<OverseenPersonView, "isBanned" | "isOperator">;
  about: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Picture src={person.profile} name={person.username} className="size-14 sm:size-16" />
      <div className="min-w-0 grow basis-48">
        <div className="flex flex-wrap items-center gap-x-2">
          <span className="display max-w-full text-20 break-words">
            {person.isBanned ? <bdi>{person.username}</bdi> : <PersonName person={person} />}
          </span>
          {person.isBanned && <Badge tone="red">Suspended</Badge>}
          {person.isOperator && <Badge tone="off">Operator</Badge>}
        </div>
        <div className="text-14 text-ink-2">{about}</div>
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}

/** A name that links to its owner's page; a suspended person has none. */
export function PersonName({ person }: { person: PersonView | null }) {
  if (person === null) return "a deleted account";
  return (
    <Link to={profilePath(person.id)} className="hover:underline">
      <bdi>{person.username}</bdi>
    </Link>
  );
}
