import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { callApi } from "#app/api-client.ts";
import { addRoleCall, removeRoleCall, updateRoleCall } from "#app/domains/air/stages/calls/members.ts";
import type { RoleNoticeView, RoleView } from "#app/domains/air/stages/contract/members.ts";
import { useQuestion } from "#app/domains/air/stages/ui/manage/use-question.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { RoleForm } from "./role-form.tsx";

/** A role is being added, or the one of this id is being renamed. */
export type RoleMode = "add" | { edit: string };

/** The roles of the stage's members. */
export function RolesSection({
  stageId,
  loaded,
  mode,
  onMode,
}: {
  stageId: string;
  loaded: RoleView[];
  mode: RoleMode | null;
  onMode: (mode: RoleMode | null) => void;
}) {
  const [roles, setRoles] = useState(loaded);
  const { ask, dialog } = useQuestion();

  const show = (after: RoleNoticeView): RoleView => {
    showToast(after.type, after.message);
    onMode(null);
    return { id: after.id, _id: after._id, role: after.role };
  };
  const add = async (name: string) => {
    const role = show(await callApi(addRoleCall, { room: stageId, role: name }));
    setRoles((now) => [...now, role]);
  };
  const rename = async (id: string, name: string) => {
    const renamed = show(await callApi(updateRoleCall, { room: stageId, role: id, name }));
    setRoles((now) => now.map((role) => (role.id === id ? renamed : role)));
  };
  const askToRemove = (role: RoleView) =>
    ask({
      title: `Remove the role ${role.role}?`,
      text: "Members who have this role lose it. They stay members.",
      action: "Remove Role",
      run: async () => {
        show(await callApi(removeRoleCall, { room: stageId, role: role.id }));
        setRoles((now) => now.filter(({ id }) => id !== role.id));
      },
    });

  return (
    <Section
      title="Roles"
      intro="Shown with members on the stage page, such as resident or host."
      end={mode !== "add" && <Button onClick={() => onMode("add")}>Add Role</Button>}
    >
      {mode === "add" && (
        <RoleForm label="New role" action="Add" onSend={add} onCancel={() => onMode(null)} />
      )}
      {roles.length === 0 ? mode !== "add" && <EmptyState title="This stage has no roles yet" /> : null}
      <ul className="border-tick not-empty:border-b">
        {roles.map((role) => (
          <li key={role.id} className="border-t border-tick py-2">
            {typeof mode === "object" && mode?.edit === role.id ? (
              <RoleForm
                label={`New name for ${role.role}`}
                action="Rename"
                initial={role.role}
                onSend={(name) => rename(role.id, name)}
                onCancel={() => onMode(null)}
              />
            ) : (
              <div className="flex items-center gap-2">
                <span className="min-w-0 grow text-16" dir="auto">
                  {role.role}
                </span>
                <IconButton label={`Rename ${role.role}`} onClick={() => onMode({ edit: role.id })}>
                  <Pencil aria-hidden="true" className="size-5" />
                </IconButton>
                <IconButton
                  label={`Remove ${role.role}`}
                  aria-haspopup="dialog"
                  onClick={() => askToRemove(role)}
                >
                  <Trash2 aria-hidden="true" className="size-5" />
                </IconButton>
              </div>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </Section>
  );
}
