import { useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { saveProfileCall } from "#app/domains/people/calls/my-profile.ts";
import { MyProfileView, type SaveProfileInput } from "#app/domains/people/contract/my-profile.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { Section, SettingsPage } from "../settings/settings-page.tsx";
import { Pictures } from "./pictures.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { Referrals } from "./referrals.tsx";
import { UnverifiedBanner } from "./unverified-banner.tsx";

/** What others see of a person, and what they may do with it. */
export function ProfilePage({ loaded }: { loaded: MyProfileView }) {
  const [profile, setProfile] = useState(loaded);

  /** Answers whether it is so now. */
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
      <Section title="Title and badge" intro="Shown with your name. You earn them as awards.">
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/settings/selectaward/title">Change Profile Title</ButtonLink>
          <ButtonLink to="/settings/selectaward/badge">Change Badge</ButtonLink>
        </div>
      </Section>
      <Section title="What others see and may do" intro="Each switch takes effect at once.">
        <div className="-my-2 divide-y divide-tick/50">
          <Toggle
            label="Show follows"
            description="Your profile shows whom you follow and who follows you."
            isOn={!profile.hideFollows}
            onChange={(isOn) => save({ hideFollows: !isOn })}
          />
          <Toggle
            label="Show badge in chat"
            description="Your badge stands beside your name in the chat of stages and profiles."
            isOn={profile.badgeDisplayChat}
            onChange={(isOn) => save({ badgeDisplayChat: isOn })}
          />
          <Toggle
            label="Disable direct messages"
            description="Nobody can begin a conversation with you. Those you have go on."
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
