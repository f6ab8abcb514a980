import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import { PicturePicker } from "#app/domains/base/pictures/ui/picture-picker.tsx";
import { updateMixcloudCall } from "#app/domains/people/integrations/calls.ts";
import { type ConnectedAccountsView, uploadTagLimits } from "#app/domains/people/integrations/contract.ts";
import { useDraft } from "#app/ui/draft.ts";
import { Picture } from "#app/ui/picture.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { TagField } from "#app/ui/tag-field.tsx";
import { showToast } from "#app/ui/toast.tsx";

/** The tags and the picture that are sent with each upload, once an account is linked. */
export function UploadSettings({ accounts }: { accounts: ConnectedAccountsView }) {
  const { revalidate } = useRevalidator();
  const save = async (change: { mixcloudTags?: string[]; mixcloudPhoto?: string | null }) => {
    try {
      await callApi(updateMixcloudCall, change);
    } catch (error) {
      showFailure(error);
      throw error;
    }
    showToast("confirm", "Music-hosting settings have been updated");
    await revalidate();
  };
  return (
    <>
      <Tags accounts={accounts} onSave={(mixcloudTags) => save({ mixcloudTags })} />
      <h3 className="mt-4 mb-1 text-14 font-semibold text-ink-2">Upload Photo</h3>
      {accounts.mixcloud ? (
        <PicturePicker
          kind="upload"
          src={accounts.mixcloudPhoto}
          name="Mixcloud"
          onPick={(mixcloudPhoto) => save({ mixcloudPhoto })}
        />
      ) : (
        <Picture src={accounts.mixcloudPhoto} name="Mixcloud" className="w-32" />
      )}
      <p className="mt-1 text-14 text-ink-3">
        Shown with each upload. Without one, the stage's picture is used
      </p>
    </>
  );
}

function Tags({
  accounts,
  onSave,
}: {
  accounts: ConnectedAccountsView;
  onSave: (tags: string[]) => Promise<void>;
}) {
  const [isBusy, setBusy] = useState(false);
  const form = useDraft({ tags: accounts.mixcloudTags });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const { tags } = form.draft;
    try {
      await onSave(tags);
      form.settle({ tags });
    } catch {
      // It was shown.
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <TagField
        label="Upload tags"
        tags={form.draft.tags}
        onChange={(tags) => form.change({ tags })}
        max={uploadTagLimits.tags}
        maxLength={uploadTagLimits.tagLength}
        isDisabled={!accounts.mixcloud}
        hint="Up to five, to help people find your uploads"
        className="mt-3"
      />
      {accounts.mixcloud && (
        <SaveBar action="Save Settings" isDirty={form.isDirty} isBusy={isBusy} onDiscard={form.discard} />
      )}
    </form>
  );
}
