import type { ReactNode } from "react";
import { UnsavedGuard } from "#app/ui/unsaved.tsx";

const words = {
  title: "Leave before you are done?",
  action: "Leave",
  text: "The words on this page are gone when you leave. Your wallet stays as it was.",
};

/** Asks before a page with a phrase is left. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  return (
    <>
      <UnsavedGuard isDirty words={words} />
      {children}
    </>
  );
}
