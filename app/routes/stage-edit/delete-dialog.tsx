import { type ReactNode, type SubmitEvent, useState } from "react";
import { useNavigate } from "react-router";
import { callApi } from "#app/api-client.ts";
import { deleteStageCall } from "#app/domains/air/stages/calls/manage.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { Button } from "#app/ui/button.tsx";
import Dialog from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";

/** Deletes a stage once its name is typed, and leads to the list of stages. The default export of its own chunk. */
export default function DeleteDialog({
  stage,
  children,
  onClose,
}: {
  stage: StageView;
  /** The consequences for its bookings. */
  children: ReactNode;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const { isBusy, run } = useWork((error) =>
    setRefusal(error instanceof Error ? error.message : "Unknown error"),
  );
  const isTyped = name.trim() === stage.name.trim();

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isTyped) return;
    void run(async () => {
      setRefusal(null);
      const body = { room: stage.id, name };
      const after = await callApi(deleteStageCall, body);
      showToast(after.type, after.message);
      await navigate("/management", { replace: true });
    });
  };

  return (
    <Dialog title="Delete this stage?" onClose={onClose} role="alertdialog">
      <form onSubmit={submit} noValidate>
        <div className="text-16 text-ink-2">
          <p>
            <bdi className="font-semibold text-ink">{stage.name}</bdi> will be deleted immediately and
            permanently, with its page, chat, members and settings. Any broadcast ends. Past sets stay in the
            history of their performers. Others can use its address after 30 days.
          </p>
          {children}
        </div>
        <Field
          label={`Type “${stage.name}” to delete it`}
          autoComplete="off"
          dir="auto"
          value={name}
          error={refusal}
          onChange={(event) => setName(event.target.value)}
          className="mt-5"
        />
        <div className="mt-4 flex flex-wrap justify-end gap-3">
          <Button tone="bare" onClick={onClose}>
            Keep Stage
          </Button>
          <Button type="submit" tone="danger" isBusy={isBusy} disabled={!isTyped}>
            {" "}
            Delete Stage{" "}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
