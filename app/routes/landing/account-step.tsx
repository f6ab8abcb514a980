import { Check } from "lucide-react";
import { errorCatalogue } from "#app/errors.ts";
import { BusyTicks } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { useCanSendEmail } from "../shell/viewer.ts";
import type { Availability, useAvailability } from "./use-availability.ts";

interface Identifier {
  /** The identifier as typed. */
  typed: string;
  onChange: (typed: string) => void;
  /** The reason why it breaks the rule, or null. */
  problem: string | null;
  availability: ReturnType<typeof useAvailability>;
}

/** Step 1 of registration: a name and an address, each free. */
export function AccountStep({ username, email }: { username: Identifier; email: Identifier }) {
  const canSendEmail = useCanSendEmail();
  return (
    <>
      <Field
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        name="username"
        value={username.typed}
        onChange={(event) => username.onChange(event.target.value)}
        onBlur={username.availability.check}
        error={
          username.typed.trim() !== "" && username.problem !== null
            ? username.problem
            : username.availability.state === "taken"
              ? errorCatalogue["username-taken"].message
              : username.availability.problem
        }
        hint="Letters of any language, digits, spaces, dots and underscores"
        className="mb-2"
        end={<AvailabilityMark state={username.availability.state} />}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        name="email"
        value={email.typed}
        onChange={(event) => email.onChange(event.target.value)}
        onBlur={email.availability.check}
        error={
          looksWhole(email.typed.trim()) && email.problem !== null
            ? email.problem
            : email.availability.state === "taken"
              ? errorCatalogue["email-taken"].message
              : email.availability.problem
        }
        hint={
          canSendEmail
            ? "We will send you a link to confirm it"
            : "Used to log in. This site does not send email."
        }
        className="mb-2"
        end={<AvailabilityMark state={email.availability.state} />}
      />
    </>
  );
}

/** Typed up to a domain with an ending: before that it is too early for an error. */
function looksWhole(email: string): boolean {
  return /@[^@]*\.[^@]/.test(email);
}

function AvailabilityMark({ state }: { state: Availability }) {
  if (state === "checking") return <BusyTicks />;
  if (state !== "available") return null;
  return (
    <span className="text-green">
      <Check aria-hidden="true" className="size-5" />
      <span className="sr-only">Available</span>
    </span>
  );
}
