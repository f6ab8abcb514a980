import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import type { MemberView } from "#app/domains/air/stages/contract/members.ts";
import { Picture } from "#app/ui/picture.tsx";

/** A member; pressing the line opens their role. */
export function MemberLine({
  member,
  onChoose,
  children,
}: {
  member: MemberView;
  onChoose: () => void;
  children: ReactNode;
}) {
  const { user, role } = member;
  return (
    <li className="flex items-center gap-2 border-t border-tick">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onChoose}
        className="group flex min-h-16 min-w-0 grow items-center gap-4 text-left -outline-offset-2 hover:bg-control"
      >
        <Picture src={user.profile} name={user.username} className="size-11" />
        <span className="min-w-0 grow">
          <span className="block truncate text-16" dir="auto">
            {user.username}
          </span>
          <span className="block truncate text-14 text-ink-3" dir="auto">
            {role?.role ?? "No Role"}
          </span>
        </span>
        <Pencil aria-hidden="true" className="mx-2 size-4 shrink-0 text-ink-3 group-hover:text-ink" />
        <span className="sr-only">Change Role</span>
      </button>
      {children}
    </li>
  );
}
