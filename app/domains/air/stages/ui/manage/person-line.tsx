import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { profilePath } from "#app/paths.ts";
import { Picture } from "#app/ui/picture.tsx";

/** A person in a list, with their role here and the possible actions. */
export function PersonLine({
  person,
  about,
  children,
}: {
  person: PersonView;
  about?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="flex min-h-16 items-center gap-4 border-t border-tick py-2">
      <Picture src={person.profile} name={person.username} className="size-11" />
      <div className="min-w-0 grow">
        <Link to={profilePath(person.id)} className="block truncate text-16 hover:underline" dir="auto">
          {person.username}
        </Link>
        {about && <div className="truncate text-14 text-ink-3">{about}</div>}
      </div>
      {children}
    </li>
  );
}
