import { UserMinus, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { callApi } from "#app/api-client.ts";
import {
  addMemberCall,
  changeMemberRoleCall,
  removeMemberCall,
} from "#app/domains/air/stages/calls/members.ts";
import type { MemberNoticeView, MemberView, RoleView } from "#app/domains/air/stages/contract/members.ts";
import { ManagePage } from "#app/domains/air/stages/ui/manage/manage-page.tsx";
import { useQuestion } from "#app/domains/air/stages/ui/manage/use-question.tsx";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { PeopleSearch } from "#app/domains/people/people/ui/people-search.tsx";
import { editStagePath } from "#app/paths.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { countOf } from "#app/ui/number.ts";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { MemberLine } from "./member-line.tsx";

const RoleDialog = lazy(() => import("./role-dialog.tsx"));

/** The members of the stage and their roles. */
export function MembersPage({
  stage,
  loaded,
  roles,
}: {
  stage: { id: string; name: string };
  loaded: MemberView[];
  roles: RoleView[];
}) {
  const [members, setMembers] = useState(loaded);
  const [isAdding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<MemberView | null>(null);
  const { ask, dialog } = useQuestion();
  const memberIds = new Set(members.map(({ user }) => user.id));

  const room = stage.id;
  const show = (after: MemberNoticeView) => {
    setMembers(after.members);
    showToast(after.type, after.message);
  };
  const askToAdd = (person: PersonView) =>
    ask({
      title: `Add ${person.username} as member?`,
      text: "They appear on the stage page and can book when only members can. You can give them a role later.",
      action: "Add Member",
      tone: "solid",
      run: async () => show(await callApi(addMemberCall, { room, user: person.id })),
    });
  const askToRemove = (member: MemberView) =>
    ask({
      title: `Remove ${member.user.username}?`,
      text: "They lose their membership and role. Booked sets stay booked.",
      action: "Remove Member",
      run: async () => show(await callApi(removeMemberCall, { room, member: member.id })),
    });

  return (
    <ManagePage
      title="Manage Stage Members"
      about={<bdi>{stage.name}</bdi>}
      up={editStagePath(stage.id)}
      onBack={() => {
        setAdding(false);
        return isAdding;
      }}
      actions={!isAdding && <Button onClick={() => setAdding(true)}>Add Stage Member</Button>}
    >
      {isAdding && (
        <Section
          title="Add Stage Member"
          end={
            <IconButton label="Close search" onClick={() => setAdding(false)}>
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          }
        >
          <PeopleSearch hiddenIds={memberIds} action="Add" onChoose={askToAdd} />
        </Section>
      )}
      <Section title={countOf(members.length, "member", "members")}>
        {members.length === 0 ? (
          <EmptyState title="This stage has no members yet">
            Members you add appear here, with their roles.
          </EmptyState>
        ) : (
          <ul className="border-b border-tick">
            {members.map((member) => (
              <MemberLine key={member.id} member={member} onChoose={() => setChosen(member)}>
                <IconButton
                  label={`Remove ${member.user.username}`}
                  aria-haspopup="dialog"
                  onClick={() => askToRemove(member)}
                >
                  <UserMinus aria-hidden="true" className="size-5" />
                </IconButton>
              </MemberLine>
            ))}
          </ul>
        )}
      </Section>
      {dialog}
      {chosen && (
        <Suspense fallback={null}>
          <RoleDialog
            member={chosen}
            roles={roles}
            stageId={stage.id}
            onChoose={async (role) =>
              show(await callApi(changeMemberRoleCall, { room, user: chosen.user.id, role }))
            }
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
    </ManagePage>
  );
}
