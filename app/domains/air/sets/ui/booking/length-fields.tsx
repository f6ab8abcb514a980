import { Select } from "#app/ui/select.tsx";
import { bookingLimits } from "../../contract/requests.ts";
import { extraMinutes, halfHours, lengthParts, lengthText, withOwn } from "./set-length.ts";

/** Shows the length of a set: one of the durations, or for a manager of its stage any number of minutes. */
export function LengthFields({
  hours,
  onHours,
  isManager,
  isDisabled,
}: {
  hours: number;
  onHours: (hours: number) => void;
  isManager: boolean;
  isDisabled?: boolean;
}) {
  const { halves, extra } = lengthParts(hours);
  const [shown, choices] = isManager ? [halves, halfHours] : [hours, bookingLimits.durations];
  return (
    <>
      <Select
        label="Duration"
        value={String(shown)}
        options={withOwn(choices, shown).map((length) => ({
          value: String(length),
          words: lengthText(length),
        }))}
        isDisabled={isDisabled}
        onChange={(chosen) => {
          const half = Number(chosen);
          // The other field may not have its present choice beside this one.
          const [first = 0] = extraMinutes(half);
          onHours(half + (isManager && extraMinutes(half).includes(extra) ? extra : first) / 60);
        }}
      />
      {isManager && (
        <Select
          label="Extra time"
          value={String(extra)}
          options={withOwn(extraMinutes(halves), extra).map((minute) => ({
            value: String(minute),
            words: `${minute} min`,
          }))}
          isDisabled={isDisabled}
          onChange={(minute) => onHours(halves + Number(minute) / 60)}
        />
      )}
    </>
  );
}
