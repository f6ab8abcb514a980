import { Mail } from "lucide-react";
import { Link, useLocation, useRevalidator } from "react-router";
import { showFailure } from "#app/api-client.ts";
import { profilePlayerPath } from "#app/domains/outside/embeds/address.ts";
import type { ProfileView } from "#app/domains/people/people/contract/people.ts";
import { AlertButton } from "#app/domains/people/people/ui/alert-button.tsx";
import { unblockPerson } from "#app/domains/people/people/ui/block.ts";
import { FollowButton } from "#app/domains/people/people/ui/follow-button.tsx";
import { IssueButton } from "#app/domains/people/people/ui/issue-button.tsx";
import type { useRelation } from "#app/domains/people/people/ui/use-relation.ts";
import { type LogInFor, logInPath, profilePath, writeToPath } from "#app/paths.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { useOrigin, useViewer } from "../shell/viewer.ts";
import { ShareButton } from "../stage/share-button.tsx";

interface ActionsProps {
  profile: ProfileView;
  relation: ReturnType<typeof useRelation>;
}

/** The viewer's actions on a person. */
export function Actions({ profile, relation }: ActionsProps) {
  const viewer = useViewer();
  const origin = useOrigin();
  const location = useLocation();
  return (
    <div className="flex flex-wrap items-center justify-end gap-y-1 px-2 py-1.5 sm:gap-x-1 sm:px-6">
      <BackButton />
      <span className="grow" />
      {viewer === null ? (
        <ButtonLink to={logInPath(location.pathname)} state={"follow" satisfies LogInFor}>
          Log In to Follow
        </ButtonLink>
      ) : viewer.id === profile.id ? (
        <>
          <ButtonLink tone="bare" to="/tokens">
            Tokens
          </ButtonLink>
          <ButtonLink to="/settings/profile">Edit Profile</ButtonLink>
        </>
      ) : (
        <Contact profile={profile} relation={relation} />
      )}
      <ShareButton
        name={profile.username}
        url={`${origin}${profilePath(profile.id)}`}
        playerUrl={profile.dj ? `${origin}${profilePlayerPath(profile.username)}` : undefined}
      />
    </div>
  );
}

/** Shows the actions towards another person. A blocked person cannot be followed. */
function Contact({ profile, relation }: ActionsProps) {
  const { following, alert, toggleAlert, toggleFollow } = relation;
  const { revalidate } = useRevalidator();
  return (
    <>
      {profile.blocked ? (
        <UnblockButton personId={profile.id} />
      ) : (
        <>
          {profile.takesMessages && <MessageLink person={profile} />}
          <AlertButton name={profile.username} isOn={alert} isShown={following} onToggle={toggleAlert} />
          <FollowButton name={profile.username} isFollowing={following} onToggle={toggleFollow} />
        </>
      )}
      <IssueButton person={profile} onBlocked={() => void revalidate()} />
    </>
  );
}

/** Leads to the conversation with them, or to a new one. */
function MessageLink({ person }: { person: { id: string; username: string } }) {
  return (
    <Link
      to={writeToPath(person.id)}
      title={`Message ${person.username}`}
      className={buttonClass("bare", "size-11 shrink-0 px-0!")}
    >
      <Mail aria-hidden="true" className="size-5" />
      <span className="sr-only">Message</span>
    </Link>
  );
}

/** The page is loaded again afterwards, since much of it depends on the block. */
export function UnblockButton({ personId }: { personId: string }) {
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useWork(showFailure);
  const unblock = () =>
    run(async () => {
      await unblockPerson(personId);
      await revalidate();
    });
  return (
    <Button isBusy={isBusy} onClick={() => void unblock()}>
      Unblock
    </Button>
  );
}
