import { cleanLine } from "#app/domains/base/text/clean.ts";
import { linkHostingFirst } from "#app/domains/people/integrations/link-texts.ts";
import { Field } from "#app/ui/field.tsx";
import { Toggle } from "#app/ui/toggle.tsx";

/** Whether the set is uploaded after it was played, and the name of the upload. */
export function UploadFields({
  isLinked,
  isOn,
  onToggle,
  name,
  onName,
}: {
  isLinked: boolean;
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
  name: string;
  /** Null: the set's name again. */
  onName: (name: string | null) => void;
}) {
  return (
    <>
      <Toggle
        label="Upload to Mixcloud"
        description="The recording of your set is uploaded to your music-hosting account."
        isOn={isOn}
        onChange={(isWanted) => {
          onToggle(isWanted);
          return undefined;
        }}
        unavailable={isLinked ? undefined : linkHostingFirst}
      />
      <Field
        label="Upload name"
        dir="auto"
        autoComplete="off"
        maxLength={200}
        readOnly={!isOn}
        value={name}
        onChange={(event) => onName(event.target.value)}
        onBlur={() => {
          if (cleanLine(name) === "") onName(null);
        }}
      />
    </>
  );
}
