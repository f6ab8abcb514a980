import { Check } from "lucide-react";
import { checkUsername, foldUsername } from "#app/domains/people/accounts/rules.ts";
import { errorCatalogue, messageOf } from "#app/errors.ts";
import { BusyTicks } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { Field } from "#app/ui/field.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { isUsernameTaken, useAvailability } from "../landing/use-availability.ts";

/** The username: checked while it is typed, read-only until it may be changed again. */
export function UsernameField({
  value,
  saved,
  changeableAt,
  refusal,
  onChange,
}: {
  value: string;
  saved: string;
  /** Epoch ms from which it may be changed. */
  changeableAt: number;
  /** The server's message about it, or null. */
  refusal: string | null;
  onChange: (username: string) => void;
}) {
  const isLocked = useNow(60_000) < changeableAt;
  const problem = messageOf(checkUsername(value));
  // One's own name in another spelling is taken by oneself.
  const isOther = foldUsername(value) !== foldUsername(saved);
  const availability = useAvailability(isUsernameTaken, problem === null && isOther ? value.trim() : null);
  const error =
    refusal ?? problem ?? (availability.state === "taken" ? errorCatalogue["username-taken"].message : null);
  return (
    <Field
      label="Username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      dir="auto"
      maxLength={100}
      value={value}
      readOnly={isLocked}
      onChange={(event) => onChange(event.target.value)}
      onBlur={availability.check}
      error={error}
      hint={
        isLocked ? (
          <>
            You can change it again from <LocalTime at={changeableAt} shape="date" />
          </>
        ) : (
          "You can change it every 30 days"
        )
      }
      end={
        availability.state === "checking" ? (
          <BusyTicks />
        ) : (
          availability.state === "available" && (
            <span className="text-green">
              <Check aria-hidden="true" className="size-5" />
              <span className="sr-only">Available</span>
            </span>
          )
        )
      }
    />
  );
}
