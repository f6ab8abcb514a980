import { Link } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import { allowNamingCall, leaveStageCall } from "#app/domains/air/stages/calls/members.ts";
import type { MemberView } from "#app/domains/air/stages/contract/members.ts";
import { useQuestion } from "#app/domains/air/stages/ui/manage/use-question.tsx";
import type { ListedPersonView } from "#app/domains/people/people/contract/people.ts";
import { WornBadge } from "#app/domains/people/people/ui/worn-badge.tsx";
import { profilePath } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { useViewer } from "../shell/viewer.ts";

/** The stage's managers and members. A member can leave here. */
export default function People({
  stage,
  managers,
  members,
  onMembers,
}: {
  stage: { id: string; name: string; instant: boolean };
  managers: ListedPersonView[];
  members: MemberView[];
  onMembers: (members: MemberView[]) => void;
}) {
  const viewer = useViewer();
  if (managers.length === 0 && members.length === 0)
    return (
      <EmptyState title="No managers yet">
        Managers appear here, with members and their roles below.
      </EmptyState>
    );
  const membership = members.find(({ user }) => user.id === viewer?.id);
  return (
    <div className="space-y-8">
      {managers.length > 0 && (
        <section>
          <h2 className="label mb-2 text-ink-3">Stage Managers</h2>
          <ul className="grid gap-x-6 sm:grid-cols-2">
            {managers.map((person) => (
              <Person key={person.id} person={person} />
            ))}
          </ul>
        </section>
      )}
      {members.length > 0 && (
        <section>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
            <h2 className="label text-ink-3">Members</h2>
            {membership && <QuitMembership stage={stage} onMembers={onMembers} />}
          </div>
          {membership && stage.instant && viewer?.hasPassedTest && (
            <AllowNaming stage={stage} isOn={membership.allowsNaming ?? false} onMembers={onMembers} />
          )}
          <ul className="grid gap-x-6 sm:grid-cols-2">
            {members.map(({ id, user, role }) => (
              <Person key={id} person={user} role={role?.role} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Person({ person, role }: { person: ListedPersonView; role?: string }) {
  return (
    <li>
      <Link to={profilePath(person.id)} className="group flex min-h-14 items-center gap-3 py-2">
        <Picture src={person.profile} name={person.username} className="size-11" />
        <span className="min-w-0">
          <span className="flex items-center gap-1.5 text-16">
            <span className="truncate group-hover:underline" dir="auto">
              {person.username}
            </span>
            <WornBadge badge={person.wornBadge} />
          </span>
          {role && (
            <span className="block text-14 text-ink-3" dir="auto">
              {role}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** Whether the managers may name the viewer as the performer of this on-demand stage. */
function AllowNaming({
  stage,
  isOn,
  onMembers,
}: {
  stage: { id: string };
  isOn: boolean;
  onMembers: (members: MemberView[]) => void;
}) {
  const allow = async (isAllowed: boolean) => {
    try {
      const body = { room: stage.id, allow: isAllowed };
      const after = await callApi(allowNamingCall, body);
      onMembers(after.members);
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  };
  return (
    <Toggle
      label="Managers can name me as the performer"
      description="When they do, you appear on this page, your followers are notified that you are live, and the set counts for you. Turn this off to remove your name."
      isOn={isOn}
      onChange={allow}
    />
  );
}

function QuitMembership({
  stage,
  onMembers,
}: {
  stage: { id: string; name: string };
  onMembers: (members: MemberView[]) => void;
}) {
  const { ask, dialog } = useQuestion();
  const askToQuit = () =>
    ask({
      title: "Quit your membership?",
      text: `You will no longer be a member of ${stage.name} and will lose your role. Only a manager of the stage can add you again. Booked sets stay booked.`,
      action: "Quit Membership",
      run: async () => {
        const body = { room: stage.id };
        const after = await callApi(leaveStageCall, body);
        showToast(after.type, after.message);
        onMembers(after.members);
      },
    });
  return (
    <>
      <Button tone="bare" aria-haspopup="dialog" onClick={askToQuit}>
        Quit Membership
      </Button>
      {dialog}
    </>
  );
}
