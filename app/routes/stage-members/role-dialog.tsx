import clsx from "clsx";
import { Check } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { showFailure } from "#app/api-client.ts";
import type { MemberView, RoleView } from "#app/domains/air/stages/contract/members.ts";
import { editStagePath } from "#app/paths.ts";
import { BusyTicks } from "#app/ui/button.tsx";
import Dialog from "#app/ui/dialog.tsx";

/** The stage's roles and none: a press assigns one to the member. The default export of its own chunk. */
export default function RoleDialog({
  member,
  roles,
  stageId,
  onChoose,
  onClose,
}: {
  member: MemberView;
  roles: RoleView[];
  stageId: string;
  /** Throws what is refused. */
  onChoose: (roleId: string | null) => Promise<void>;
  onClose: () => void;
}) {
  const [wanted, setWanted] = useState<{ id: string | null } | null>(null);
  const choices = [{ id: null, role: "No Role" }, ...roles];
  const current = member.role?.id ?? null;

  const choose = async (id: string | null) => {
    if (wanted) return;
    if (id === current) {
      onClose();
      return;
    }
    setWanted({ id });
    try {
      await onChoose(id);
      onClose();
    } catch (error) {
      showFailure(error);
      setWanted(null);
    }
  };

  return (
    <Dialog title={`Select Role for ${member.user.username}`} onClose={onClose}>
      <ul className="-mx-5 border-b border-tick">
        {choices.map(({ id, role }) => (
          <li key={id ?? "none"} className="border-t border-tick">
            <button
              type="button"
              aria-pressed={id === current}
              onClick={() => void choose(id)}
              className={clsx(
                "flex min-h-12 w-full items-center gap-3 px-5 text-left text-16 -outline-offset-2 hover:bg-control",
                id === null && "text-ink-2",
              )}
            >
              <span className="min-w-0 grow" dir="auto">
                {role}
              </span>
              {wanted?.id === id && wanted ? (
                <BusyTicks />
              ) : (
                id === current && <Check aria-hidden="true" className="size-5 shrink-0" />
              )}
            </button>
          </li>
        ))}
      </ul>
      {roles.length === 0 && (
        <p className="mt-4 text-14 text-ink-3">
          This stage has no roles yet.{" "}
          <Link to={editStagePath(stageId)} className="text-ink underline">
            Add one in its settings
          </Link>
        </p>
      )}
    </Dialog>
  );
}
