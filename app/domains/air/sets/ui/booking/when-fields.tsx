import { Field } from "#app/ui/field.tsx";
import { bookingLimits } from "../../contract/requests.ts";
import { StartFields } from "./start-fields.tsx";
import type { When } from "./use-when.ts";
import { weeksOf } from "./weeks.ts";

/** Start, duration and, on a weekly stage, the number of weeks. */
export function WhenFields({
  when,
  isWeekly,
  isManager,
}: {
  when: When;
  isWeekly: boolean;
  isManager: boolean;
}) {
  const { telling, weeks } = when;
  return (
    <StartFields
      now={telling.now}
      zone={telling.zone}
      start={when.start}
      onStart={when.setStart}
      duration={when.duration}
      onDuration={when.setDuration}
      isManager={isManager}
    >
      {isWeekly && (
        <Field
          label="Number of weeks"
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          value={weeks}
          error={weeks !== "" && weeksOf(weeks) === null ? `1 to ${bookingLimits.weeks}` : null}
          hint="Enter 1 for a single set"
          onChange={(event) => when.setWeeks(event.target.value.trim())}
        />
      )}
    </StartFields>
  );
}
