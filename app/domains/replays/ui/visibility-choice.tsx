import { RadioChoice } from "../../sets/ui/radio-choice.tsx";
import type { ReplayRights } from "../contract.ts";

type Visibility = ReplayRights["visibility"];

const words: Record<Visibility, { name: string; about: string }> = {
  never: { name: "No one", about: "Nothing is recorded." },
  me: { name: "Only me", about: "The page and its files are there for you alone." },
  day: { name: "Everyone for 24 hours", about: "It is deleted a day after its end." },
  always: { name: "Everyone", about: "Until you delete it." },
};

/** Who may hear a replay. */
export const visibilityName = (visibility: Visibility): string => words[visibility].name;

/** Who may hear a replay, as a choice; `never` is one where something can still be kept from being recorded. */
export function VisibilityChoice({
  name,
  legend,
  value,
  hasNever,
  hasDay = true,
  onChoose,
}: {
  /** Of the group, unique on the page. */
  name: string;
  legend: string;
  value: Visibility;
  hasNever: boolean;
  /** `day` is one: where that is over already, it would delete the recording. */
  hasDay?: boolean;
  onChoose: (visibility: Visibility) => void;
}) {
  const choices = (["never", "me", "day", "always"] as const).filter(
    (each) => (hasNever || each !== "never") && (hasDay || each !== "day"),
  );
  return (
    <fieldset>
      <legend className="mb-1 text-14 font-semibold">{legend}</legend>
      {choices.map((each) => (
        <RadioChoice key={each} name={name} isChosen={value === each} onChoose={() => onChoose(each)}>
          <span className="block py-2 leading-5">
            {words[each].name}
            <span className="block text-14 text-ink-3">{words[each].about}</span>
          </span>
        </RadioChoice>
      ))}
    </fieldset>
  );
}
