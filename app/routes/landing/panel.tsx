import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { Toast } from "#app/ui/toast.tsx";

/** A panel of the landing page with a title: log-in, registration, recovery, a promotional tab. */
export function Panel({
  title,
  lead,
  takesFocus,
  children,
}: {
  title: string;
  /** A quiet line under the title. */
  lead?: ReactNode;
  /** It replaced the pressed element, and takes over its focus. */
  takesFocus: boolean;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <section aria-labelledby="panel-title" className="w-full max-w-sm lg:max-w-none">
      <h2 id="panel-title" ref={heading} tabIndex={-1} className="display text-28">
        {title}
      </h2>
      <div className="mb-5 text-14 text-ink-3">{lead}</div>
      {children}
    </section>
  );
}

/** A way back to log-in. */
export function BackButton({ onBack, children = "Back" }: { onBack: () => void; children?: string }) {
  return (
    <Button tone="quiet" icon={<ArrowLeft aria-hidden="true" className="size-4" />} onClick={onBack}>
      {children}
    </Button>
  );
}

/** Shows below a form, with its space reserved, why the server refused. */
export function FormFailure({ failure, onClose }: { failure: string | null; onClose: () => void }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== null) region.current?.scrollIntoView({ block: "nearest" });
  }, [failure]);
  return (
    <div ref={region} aria-live="assertive" className="mt-3 min-h-11 scroll-mb-[calc(var(--bar)+1rem)]">
      {failure !== null && <Toast type="error" message={failure} onClose={onClose} />}
    </div>
  );
}

/** The message for a call that failed. */
export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "Unknown error";
}
