import { RadioChoice } from "#app/ui/radio-choice.tsx";
import type { ReplayRights } from "../contract.ts";

type Visibility = ReplayRights["visibility"];

const words: Record<Visibility, { name: string; about: string }> = {
  never: { name: "No one", about: "Nothing is recorded." },
  me: { name: "Only me", about: "Only you can open it." },
  day: { name: "Everyone for 24 hours", about: "Deleted a day after it ends." },
  always: { name: "Everyone", about: "Until you delete it." },
};

/** Returns the name of the people who may hear a replay. */
export const visibilityName = (visibility: Visibility): string => words[visibility].name;

/** The meaning of `never` for sound that is recorded already. */
const withdrawn = "Deleted after a week. You can choose again until then.";

/** Shows a choice of the people who may hear a replay. */
export function VisibilityChoice({
  name,
  legend,
  value,
  isComplete = false,
  hasDay = true,
  onChoose,
}: {
  /** Name of the group, unique on the page. */
  name: string;
  legend: string;
  /** Null: nothing is chosen yet. */
  value: Visibility | null;
  /** It is recorded already. */
  isComplete?: boolean;
  /** `day` is one: where that is over already, it would delete the recording. */
  hasDay?: boolean;
  onChoose: (visibility: Visibility) => void;
}) {
  const choices = (["never", "me", "day", "always"] as const).filter((each) => hasDay || each !== "day");
  return (
    <fieldset>
      <legend className="mb-1 text-14 font-semibold">{legend}</legend>
      {choices.map((each) => (
        <RadioChoice key={each} name={name} isChosen={value === each} onChoose={() => onChoose(each)}>
          <span className="block py-2 leading-5">
            {words[each].name}
            <span className="block text-14 text-ink-3">
              {each === "never" && isComplete ? withdrawn : words[each].about}
            </span>
          </span>
        </RadioChoice>
      ))}
    </fieldset>
  );
}
