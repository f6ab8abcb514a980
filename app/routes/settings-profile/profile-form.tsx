import { type SubmitEvent, useRef } from "react";
import { useRevalidator } from "react-router";
import { callApi } from "#app/api-client.ts";
import { saveProfileCall } from "#app/domains/people/people/calls/my-profile.ts";
import { MyProfileView, profileLimits } from "#app/domains/people/people/contract/my-profile.ts";
import { CityField } from "#app/domains/people/people/ui/city-field.tsx";
import { useDraft } from "#app/ui/draft.ts";
import { Field } from "#app/ui/field.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { Section } from "#app/ui/section.tsx";
import { TagField } from "#app/ui/tag-field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { UnsavedGuard } from "#app/ui/unsaved.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { useRefusal } from "../settings/refusal.ts";
import { UsernameField } from "./username-field.tsx";

/** The limit of a first or last name in `SaveProfileInput`. */
const nameLength = 60;

/** The part of the profile that is written and then saved as one. */
export function ProfileForm({
  saved,
  onSaved,
}: {
  saved: MyProfileView;
  onSaved: (profile: MyProfileView) => void;
}) {
  const revalidator = useRevalidator();
  const formRef = useRef<HTMLFormElement>(null);
  const { username, first, last, bio, location, tags } = saved;
  const form = useDraft({ username, first, last, bio, location, tags });
  const { draft } = form;
  const refusal = useRefusal(formRef, {
    "username-invalid": "username",
    "username-mixed": "username",
    "username-like-id": "username",
    "username-taken": "username",
    "username-too-soon": "username",
    "too-many-tags": "tags",
  });
  const { isBusy, run } = useWork(refusal.tell);
  const isBioTooLong = draft.bio.trim().length > profileLimits.bioLength;

  const change = (part: Partial<typeof draft>) => {
    if ("username" in part) refusal.forget("username");
    if ("tags" in part) refusal.forget("tags");
    form.change(part);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!form.isDirty || isBioTooLong) return;
    const sent = form.changes;
    void run(async () => {
      refusal.clear();
      onSaved(await callApi(saveProfileCall, sent));
      form.settle(sent);
      showToast("confirm", "Profile saved");
      // The name and picture are also shown outside this page.
      await revalidator.revalidate();
    });
  };

  return (
    <form ref={formRef} onSubmit={submit} noValidate className="mt-8">
      <Section title="Name">
        <div className="flex flex-col gap-2">
          <UsernameField
            value={draft.username}
            saved={saved.username}
            changeableAt={saved.usernameChangeableAt}
            refusal={refusal.at("username")}
            onChange={(name) => change({ username: name })}
          />
          <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
            <Field
              label="First name"
              autoComplete="given-name"
              dir="auto"
              maxLength={nameLength}
              value={draft.first}
              onChange={(event) => change({ first: event.target.value })}
            />
            <Field
              label="Last name"
              autoComplete="family-name"
              dir="auto"
              maxLength={nameLength}
              value={draft.last}
              onChange={(event) => change({ last: event.target.value })}
            />
          </div>
        </div>
      </Section>
      <Section title="About">
        <div className="flex flex-col gap-2">
          <TextArea
            label="Bio"
            rows={5}
            limit={profileLimits.bioLength}
            value={draft.bio}
            onChange={(event) => change({ bio: event.target.value })}
          />
          <CityField value={draft.location} onChange={(next) => change({ location: next })} />
          <TagField
            label="Tags"
            tags={draft.tags}
            max={profileLimits.tags}
            maxLength={profileLimits.tagLength}
            onChange={(next) => change({ tags: next })}
            error={refusal.at("tags")}
            hint="Up to five. Press Tab, Enter or comma after each"
          />
        </div>
      </Section>
      <SaveBar
        action="Save Profile"
        isDirty={form.isDirty}
        isBusy={isBusy}
        onDiscard={() => {
          refusal.clear();
          form.discard();
        }}
        problem={isBioTooLong ? "Your bio is too long" : null}
      />
      <UnsavedGuard isDirty={form.isDirty} />
    </form>
  );
}
