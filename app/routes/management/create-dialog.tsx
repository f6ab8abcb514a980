import { type SubmitEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { callApi } from "#app/api-client.ts";
import { openOwnStageCall } from "#app/domains/air/stages/calls/stages.ts";
import { toCustomUrl } from "#app/domains/air/stages/custom-url.ts";
import { cleanLine, invisibleProblem } from "#app/domains/base/text/clean.ts";
import { managedStagePath } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import Dialog from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { useRefusal } from "../settings/refusal.ts";
import { CustomUrlField } from "../stage-edit/custom-url-field.tsx";

const types = [
  {
    isInstant: false,
    name: "Booking stage",
    about: "Performers request sets, you accept them, and each set plays at its booked time.",
  },
  {
    isInstant: true,
    name: "On-demand stage",
    about: "It has its own mount and is live whenever an encoder connects to it.",
  },
] as const;

/** Asks for the data of a new stage, creates it, and opens it. The default export of its own chunk. */
export default function CreateDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const formRef = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState({ name: "", genre: "", description: "", customUrl: "", isInstant: false });
  const [isBusy, setBusy] = useState(false);
  const refusal = useRefusal(formRef, {
    conflict: "customUrl",
    "url-reserved": "customUrl",
    "url-like-id": "customUrl",
    "name-of-performer": "name",
  });
  const change = (part: Partial<typeof form>) => setForm((now) => ({ ...now, ...part }));
  const hasNoUrl = form.customUrl.trim() !== "" && toCustomUrl(form.customUrl) === "";
  const isReady = cleanLine(form.name) !== "" && !hasNoUrl;

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady || isBusy) return;
    setBusy(true);
    refusal.clear();
    const { name, genre, description, customUrl, isInstant } = form;
    const body = {
      name,
      genre,
      description,
      instant: isInstant,
      // Without one it is made from the name.
      ...(customUrl.trim() === "" ? {} : { customUrl }),
    };
    try {
      const stage = await callApi(openOwnStageCall, body);
      await navigate(managedStagePath(stage.id));
    } catch (error) {
      refusal.tell(error);
      setBusy(false);
    }
  };

  return (
    <Dialog title="Create Stage" onClose={onClose}>
      <form ref={formRef} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-1">
        <Field
          label="Name"
          dir="auto"
          autoComplete="off"
          maxLength={80}
          value={form.name}
          error={invisibleProblem(form.name)}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field
          label="Genre"
          dir="auto"
          autoComplete="off"
          maxLength={60}
          value={form.genre}
          onChange={(event) => change({ genre: event.target.value })}
        />
        <TextArea
          label="Description"
          rows={2}
          limit={4000}
          value={form.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <CustomUrlField
          value={form.customUrl}
          wish={form.name}
          error={hasNoUrl ? "A URL needs a letter or a digit." : refusal.at("customUrl")}
          onChange={(customUrl) => {
            refusal.forget("customUrl");
            change({ customUrl });
          }}
        />
        <fieldset>
          <legend className="mb-1 text-14 font-semibold text-ink-2">Stage type</legend>
          {types.map(({ isInstant, name, about }) => (
            <label
              key={name}
              className="flex min-h-11 cursor-pointer items-start gap-3 border-t border-tick py-3 text-16"
            >
              <input
                type="radio"
                name="type"
                checked={form.isInstant === isInstant}
                onChange={() => change({ isInstant })}
                className="mt-0.5 size-5 shrink-0 accent-ink"
              />
              <span>
                {name}
                <span className="block text-14 text-ink-3">{about}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="mt-4 flex flex-wrap justify-end gap-3">
          <Button tone="bare" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" tone="solid" isBusy={isBusy} disabled={!isReady}>
            Create Stage
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
