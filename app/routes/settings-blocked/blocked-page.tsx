import { useState } from "react";
import { Link } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import { blockPersonCall, unblockPersonCall } from "#app/domains/people/people/calls/relations.ts";
import type { PersonCard } from "#app/domains/people/people/contract/relations.ts";
import { profilePath } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { SettingsPage } from "../settings/settings-page.tsx";

/** The people the viewer has blocked. */
export function BlockedPage({ people }: { people: PersonCard[] }) {
  return (
    <SettingsPage
      title="Blocked People"
      intro="They cannot follow you, find you in search, message you, or chat and cheer on your profile. You do not see what they write in chats."
    >
      {people.length === 0 ? (
        <div className="mt-6">
          <EmptyState title="You have not blocked anyone">
            To block someone, use the flag on their profile. You can unblock them here.
          </EmptyState>
        </div>
      ) : (
        <ul className="mt-6 border-t border-tick">
          {people.map((person) => (
            <BlockedPerson key={person.id} person={person} />
          ))}
        </ul>
      )}
    </SettingsPage>
  );
}

/** One line. It stays after an unblock, so that a mistake can be undone with the same button. */
function BlockedPerson({ person }: { person: PersonCard }) {
  const [isBlocked, setBlocked] = useState(true);
  const { isBusy, run } = useWork(showFailure);

  const toggle = () =>
    run(async () => {
      const relation = await (isBlocked
        ? callApi(unblockPersonCall, { unblock: person.id })
        : callApi(blockPersonCall, { block: person.id }));
      setBlocked(relation.blocked);
      showToast(relation.type, relation.message);
    });

  return (
    <li className="flex items-center gap-4 border-b border-tick py-3">
      <Picture src={person.profile} name={person.username} className="size-12" />
      <div className="min-w-0 grow">
        <Link to={profilePath(person.id)} className="block truncate text-16 hover:underline">
          <bdi>{person.username}</bdi>
        </Link>
        <p className="text-14 text-ink-3">{isBlocked ? "Blocked" : "No longer blocked"}</p>
      </div>
      <Button isBusy={isBusy} onClick={() => void toggle()} className="shrink-0">
        {isBlocked ? "Unblock" : "Block Again"}
        <span className="sr-only"> {person.username}</span>
      </Button>
    </li>
  );
}
