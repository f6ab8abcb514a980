import type { ReactNode } from "react";

/** Words that stand in the program itself: menus, buttons, choices. */
export function Ui({ children }: { children: ReactNode }) {
  return <b className="font-semibold text-ink">{children}</b>;
}
