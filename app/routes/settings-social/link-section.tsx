import { type ReactNode, useId } from "react";
import { Button } from "#app/ui/button.tsx";
import { Lamp } from "#app/ui/lamp.tsx";
import { Section } from "#app/ui/section.tsx";

/** Whether an account is linked, and why it cannot be where this instance has no keys for the service. */
export function LinkSection({ service, children }: { service: string; children: ReactNode }) {
  const id = useId();
  return (
    <Section title="Account">
      <p className="flex items-center gap-2 text-16">
        <Lamp tone="off" />
        Not linked
      </p>
      <p className="mt-1 max-w-[60ch] text-14 text-ink-3">{children}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button disabled aria-describedby={id}>
          Link
        </Button>
        <p id={id} className="min-w-0 max-w-[44ch] grow basis-64 text-14 text-ink-2">
          {service} is not set up on this server. You cannot link an account until the operator adds the{" "}
          {service} keys.
        </p>
      </div>
    </Section>
  );
}
