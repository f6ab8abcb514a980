import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";

/** A step with its own heading, which takes the focus when the step appears. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-l-2 border-amber bg-raised px-4 py-4">
      <h3 ref={focusOn} tabIndex={-1} className="text-16 font-semibold outline-none">
        {title}
      </h3>
      <div className="mt-2">{children}</div>
    </div>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="mt-4 flex flex-wrap gap-3">{children}</div>;
}

/** Shows the action of a form, and the way back from it. */
export function FormRow({
  action,
  back,
  isBusy,
  isIncomplete = false,
  onBack,
}: {
  action: string;
  back: string;
  isBusy: boolean;
  isIncomplete?: boolean;
  onBack: () => void;
}) {
  return (
    <Row>
      <Button type="submit" tone="solid" isBusy={isBusy} disabled={isIncomplete}>
        {action}
      </Button>
      <Button tone="bare" disabled={isBusy} onClick={onBack}>
        {back}
      </Button>
    </Row>
  );
}

export function Text({ children }: { children: ReactNode }) {
  return <p className="mt-2 max-w-[60ch] text-14 text-ink-2 first:mt-0">{children}</p>;
}

/** A part of the keys under its own heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-6 border-t border-tick pt-4">
      <h3 className="text-16 font-semibold">{title}</h3>
      <div className="mt-2">{children}</div>
    </div>
  );
}

function focusOn(heading: HTMLElement | null): void {
  heading?.focus();
}
