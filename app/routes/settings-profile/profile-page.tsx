import { useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { saveProfileCall } from "#app/domains/people/people/calls/my-profile.ts";
import { MyProfileView, type SaveProfileInput } from "#app/domains/people/people/contract/my-profile.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Section } from "#app/ui/section.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { Pictures } from "./pictures.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { Referrals } from "./referrals.tsx";
import { UnverifiedBanner } from "./unverified-banner.tsx";

/** Edits what others see of a person, and what they may do. */
export function ProfilePage({ loaded }: { loaded: MyProfileView }) {
  const [profile, setProfile] = useState(loaded);

  /** Returns whether it was saved. */
  const save = async (change: SaveProfileInput): Promise<boolean> => {
    try {
      setProfile(await callApi(saveProfileCall, change));
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  };

  return (
    <SettingsPage title="Edit Profile">
      {!profile.emailVerified && <UnverifiedBanner email={profile.email} />}
      <Pictures
        username={profile.username}
        photo={profile.profile}
        banner={profile.banner}
        onSaved={setProfile}
      />
      <ProfileForm saved={profile} onSaved={setProfile} />
      <Section title="Title and Badge" intro="Shown with your name. Earn them as awards.">
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/settings/selectaward/title">Change Profile Title</ButtonLink>
          <ButtonLink to="/settings/selectaward/badge">Change Badge</ButtonLink>
        </div>
      </Section>
      <Section title="Privacy" intro="Changes are saved immediately.">
        <div className="-my-2 divide-y divide-tick/50">
          <Toggle
            label="Show follows"
            description="Your profile shows who you follow and who follows you."
            isOn={!profile.hideFollows}
            onChange={(isOn) => save({ hideFollows: !isOn })}
          />
          <Toggle
            label="Show badge in chat"
            description="Your badge appears beside your name in the chats of stages and profiles."
            isOn={profile.badgeDisplayChat}
            onChange={(isOn) => save({ badgeDisplayChat: isOn })}
          />
          <Toggle
            label="Disable direct messages"
            description="No one can start a conversation with you. Existing conversations continue."
            isOn={profile.disableDMs}
            onChange={(isOn) => save({ disableDMs: isOn })}
          />
        </div>
      </Section>
      <Referrals
        userId={profile.id}
        referrer={profile.referrer}
        count={profile.referralCount}
        onReferrer={({ referrer, referralCount }) =>
          setProfile((now) => ({ ...now, referrer, referralCount }))
        }
      />
    </SettingsPage>
  );
}
