import { useRevalidator } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import { PicturePicker } from "#app/domains/base/pictures/ui/picture-picker.tsx";
import { saveProfileCall } from "#app/domains/people/people/calls/my-profile.ts";
import { MyProfileView } from "#app/domains/people/people/contract/my-profile.ts";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";

/** Photo and banner. A chosen and cropped picture is saved immediately. */
export function Pictures({
  username,
  photo,
  banner,
  onSaved,
}: {
  username: string;
  photo: string | null;
  banner: string | null;
  onSaved: (profile: MyProfileView) => void;
}) {
  const revalidator = useRevalidator();
  const save = (field: "profile" | "banner") => async (picture: string | null) => {
    try {
      const body = { [field]: picture };
      onSaved(await callApi(saveProfileCall, body));
    } catch (error) {
      showFailure(error);
      throw error;
    }
    showToast("confirm", "Profile saved");
    await revalidator.revalidate();
  };
  return (
    <Section title="Pictures" intro="Saved when you crop.">
      <div className="grid gap-6">
        <PicturePicker kind="banner" src={banner} name={username} onPick={save("banner")} />
        <PicturePicker kind="profile" src={photo} name={username} onPick={save("profile")} />
      </div>
    </Section>
  );
}
