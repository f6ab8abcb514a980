import { PicturePicker } from "#app/domains/base/pictures/ui/picture-picker.tsx";
import { profileLimits } from "#app/domains/people/people/contract/my-profile.ts";
import { TagField } from "#app/ui/tag-field.tsx";

interface SetLook {
  tags: string[];
  /** A path, or a data URL that was chosen; null: the performer's own picture. */
  picture: string | null;
}

/** The tags and the picture of a set. `name`: of the set. */
export function SetLookFields({
  name,
  tags,
  picture,
  onChange,
}: SetLook & { name: string; onChange: (change: Partial<SetLook>) => void }) {
  return (
    <>
      <TagField
        label="Tags"
        tags={tags}
        onChange={(changed) => onChange({ tags: changed })}
        max={profileLimits.tags}
        maxLength={profileLimits.tagLength}
        hint="Up to five, separated by commas"
        className="mt-2"
      />
      <PicturePicker
        kind="thumbnail"
        src={picture}
        name={name}
        onPick={async (chosen) => onChange({ picture: chosen })}
      />
    </>
  );
}
