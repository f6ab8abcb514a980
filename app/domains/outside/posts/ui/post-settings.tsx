import { type FormEvent, type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import { partyNames } from "#app/domains/people/integrations/elsewhere.ts";
import type { PostLimit } from "#app/domains/people/integrations/post-client.ts";
import { useNow } from "#app/ui/clock.ts";
import { useDraft } from "#app/ui/draft.ts";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { updatePostTargetCall } from "../calls.ts";
import type { PostTargetView } from "../contract.ts";
import { defaultText } from "../default-texts.ts";
import { textProblem } from "../text-problem.ts";
import { PostRecord } from "./post-record.tsx";
import { PostText } from "./post-text.tsx";
import { wordsFor } from "./texts.ts";

/** Shows when something is posted to one target, what, and what was posted. */
export function PostSettings({
  target,
  limit,
  linkNote,
}: {
  target: PostTargetView;
  /** The limit of the target's service. */
  limit: PostLimit;
  /** The cost or effect there of a link in each post. */
  linkNote?: ReactNode;
}) {
  return (
    <>
      {/* The settings of another target are not a draft of this one's. */}
      <SettingsForm key={target.id} target={target} limit={limit} linkNote={linkNote} />
      <PostRecord key={`${target.id}-record`} target={target} />
    </>
  );
}

interface FormFields {
  onLive: boolean;
  onBooking: boolean;
  isEditedAtEnd: boolean;
  hasLink: boolean;
  liveText: string;
  bookingText: string;
}

/** Returns the fields; where nothing was written, a field shows the default. */
function fieldsOf(target: PostTargetView): FormFields {
  const { onLive, onBooking, isEditedAtEnd, hasLink, liveText, bookingText } = target;
  const voice = { party: target.party, owner: target.owner.kind };
  return {
    onLive,
    onBooking,
    isEditedAtEnd,
    hasLink,
    liveText: liveText || defaultText(voice, "live"),
    bookingText: bookingText || defaultText(voice, "booking"),
  };
}

function SettingsForm({ target, limit, linkNote }: Parameters<typeof PostSettings>[0]) {
  const { form, submit, isBusy } = usePostForm(target);
  const { draft, change } = form;
  const now = useNow(60_000);
  const about = { party: target.party, owner: target.owner, hasLink: draft.hasLink, now };
  const problem = textProblem(draft.liveText, limit, about) ?? textProblem(draft.bookingText, limit, about);
  const words = wordsFor(target);
  return (
    <form className="mt-8" onSubmit={(event) => void submit(event)}>
      <Section title="Posts" intro={`Once for each broadcast, as ${target.name}.`}>
        <FormToggle label={words.onLive} isOn={draft.onLive} onChange={(onLive) => change({ onLive })} />
        <FormToggle
          label={words.onBooking}
          isOn={draft.onBooking}
          onChange={(onBooking) => change({ onBooking })}
        />
        {target.canEdit && (
          <FormToggle
            label={words.isEditedAtEnd}
            description="The post then says that the broadcast has ended, with a link to the replay if there is one."
            isOn={draft.isEditedAtEnd}
            onChange={(isEditedAtEnd) => change({ isEditedAtEnd })}
          />
        )}
        <FormToggle
          label="Include the link"
          description={linkNote ?? "To the page where people can listen."}
          isOn={draft.hasLink}
          onChange={(hasLink) => change({ hasLink })}
        />
        <PostText
          label={words.liveText}
          kind="live"
          target={target}
          limit={limit}
          about={about}
          text={draft.liveText}
          onChange={(liveText) => change({ liveText })}
        />
        {draft.onBooking && (
          <PostText
            label={words.bookingText}
            kind="booking"
            target={target}
            limit={limit}
            about={about}
            text={draft.bookingText}
            onChange={(bookingText) => change({ bookingText })}
          />
        )}
      </Section>
      <SaveBar
        action="Save Settings"
        isDirty={form.isDirty}
        isBusy={isBusy}
        onDiscard={form.discard}
        problem={form.isDirty ? problem : null}
      />
    </form>
  );
}

function usePostForm(target: PostTargetView) {
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [saved, setSaved] = useState(target);
  const [loaded, setLoaded] = useState(target);
  if (loaded !== target) {
    setLoaded(target);
    setSaved(target);
  }
  const form = useDraft(fieldsOf(saved));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const sent = form.changes;
    setBusy(true);
    try {
      setSaved(await callApi(updatePostTargetCall, { target: target.id, ...sent }));
      form.settle(sent);
      showToast("confirm", `${partyNames[target.party]} settings have been updated`);
      await revalidate();
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { form, submit, isBusy };
}

/** A switch that is saved with the rest of the form. */
function FormToggle({
  onChange,
  ...rest
}: {
  label: string;
  description?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const change = (isOn: boolean) => {
    onChange(isOn);
    return undefined;
  };
  return <Toggle {...rest} onChange={change} />;
}
