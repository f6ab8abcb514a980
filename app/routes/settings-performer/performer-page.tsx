import { lazy, type SubmitEvent, Suspense, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import type { ConnectedAccountsView } from "#app/domains/people/integrations/contract.ts";
import { savePerformerProfileCall } from "#app/domains/people/people/calls/my-profile.ts";
import { PerformerProfile, type SavePerformerInput } from "#app/domains/people/people/contract/my-profile.ts";
import { cratePath } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useDraft } from "#app/ui/draft.ts";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { Section } from "#app/ui/section.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { UnsavedGuard } from "#app/ui/unsaved.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import { ReplaysSection } from "./replays-section.tsx";

const ChangeTypeDialog = lazy(() => import("./change-type-dialog.tsx"));

/** The limit of each text in `SavePerformerInput`. */
const longest = 1_000;

const labels = {
  dj: { controller: "Equipment", program: "DJ Software" },
  musician: { controller: "Instrument(s)", program: "Digital Audio Workstation" },
};

/** A performer's equipment, and what their page and player show of them. */
export function PerformerPage({
  loaded,
  accounts,
}: {
  loaded: PerformerProfile;
  accounts: ConnectedAccountsView;
}) {
  const revalidator = useRevalidator();
  const [profile, setProfile] = useState(loaded);
  const { isBusy, run } = useWork(showFailure);
  const [isChangingType, setChangingType] = useState(false);
  const { controller, program, experience } = profile;
  const form = useDraft({ controller, program, experience });
  const type = profile.performerType ?? "dj";
  const isTooLong = Object.values(form.draft).some((text) => text.trim().length > longest);

  /** Returns whether it is saved. */
  const save = async (change: SavePerformerInput): Promise<boolean> => {
    try {
      setProfile(await callApi(savePerformerProfileCall, change));
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isTooLong || !form.isDirty) return;
    const sent = form.changes;
    void run(async () => {
      if (!(await save(sent))) return;
      form.settle(sent);
      showToast("confirm", "Performer profile updated");
    });
  };
  const changeType = () =>
    run(async () => {
      if (!(await save({ performerType: type === "dj" ? "musician" : "dj" }))) return;
      setChangingType(false);
      showToast("confirm", "Performer profile updated");
      // The rail uses the name of a performer's type.
      await revalidator.revalidate();
    });

  return (
    <SettingsPage title="Performer Profile">
      <form onSubmit={submit} noValidate className="mt-8">
        <Section title="Your Setup" intro="Shown on your profile.">
          <div className="flex flex-col gap-2">
            <TextArea
              label={labels[type].controller}
              rows={2}
              limit={longest}
              value={form.draft.controller}
              onChange={(event) => form.change({ controller: event.target.value })}
            />
            <TextArea
              label={labels[type].program}
              rows={2}
              limit={longest}
              value={form.draft.program}
              onChange={(event) => form.change({ program: event.target.value })}
            />
            <TextArea
              label="Experience"
              rows={4}
              limit={longest}
              value={form.draft.experience}
              onChange={(event) => form.change({ experience: event.target.value })}
            />
          </div>
        </Section>
        <SaveBar
          action="Save Settings"
          isDirty={form.isDirty}
          isBusy={isBusy}
          onDiscard={form.discard}
          problem={isTooLong ? "One of the texts is too long" : null}
        />
      </form>
      <Section title="What Others See" intro="Changes are saved immediately.">
        <div className="-my-2 divide-y divide-tick/50">
          <Toggle
            label="Display Profile Stats"
            description="Your profile shows peak listeners, favorites, cheers and performances, and you appear in rankings."
            isOn={!profile.hideProfileStats}
            onChange={(isOn) => save({ hideProfileStats: !isOn })}
          />
          <Toggle
            label="Display Followers on Player"
            description="Embedded players show how many followers you have."
            isOn={!profile.hideFollowsPlayer}
            onChange={(isOn) => save({ hideFollowsPlayer: !isOn })}
          />
        </div>
      </Section>
      <Section title="Your Profile on Air" intro="Changes are saved immediately.">
        <Toggle
          label="Go Live When I Connect"
          description="Outside of your sets, and 2 minutes after them, a connected encoder puts your profile on air. If this is off, only you hear your encoder until you press Play on My Profile on your dashboard."
          isOn={profile.profileOnConnect}
          onChange={(isOn) => save({ profileOnConnect: isOn })}
        />
      </Section>
      <ReplaysSection profile={profile} save={save} />
      <Section title="Crate" end={<ButtonLink to={cratePath()}>Your Crate</ButtonLink>}>
        <p className="max-w-[60ch] text-16">
          Add the music you play, so that Cue can recognize it in your sets. No one else sees it.
        </p>
      </Section>
      {accounts.isConfigured.mixcloud && (
        <Uploads isOn={accounts.mixcloud && profile.mixcloudUpload} isLinked={accounts.mixcloud} />
      )}
      <Section title="Profile Type" intro="It decides which words, titles and badges Cue uses for you.">
        <div className="flex flex-wrap items-center gap-4">
          <p className="display text-28">{type === "dj" ? "DJ" : "Musician"}</p>
          <Button aria-haspopup="dialog" onClick={() => setChangingType(true)}>
            Change profile type
          </Button>
        </div>
      </Section>
      {isChangingType && (
        <Suspense fallback={null}>
          <ChangeTypeDialog
            from={type}
            isBusy={isBusy}
            onConfirm={() => void changeType()}
            onClose={() => setChangingType(false)}
          />
        </Suspense>
      )}
      <UnsavedGuard isDirty={form.isDirty} />
    </SettingsPage>
  );
}

/** The setting itself is with the account that the uploads go to. */
function Uploads({ isOn, isLinked }: { isOn: boolean; isLinked: boolean }) {
  const state = !isLinked
    ? "No account is linked."
    : isOn
      ? "Uploaded by default."
      : "Not uploaded by default.";
  return (
    <Section title="Uploads" intro="Your stage sets on Mixcloud.">
      <p className="text-16">
        {state}{" "}
        <Link to="/settings/social/mixcloud" className="underline">
          Mixcloud settings
        </Link>
      </p>
    </Section>
  );
}
