import { KeyRound } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import { cleanLine, invisibleProblem } from "#app/domains/base/text/clean.ts";
import { removePasskeyCall, renamePasskeyCall } from "#app/domains/people/accounts/calls/security.ts";
import { PasskeyView } from "#app/domains/people/accounts/contract/security.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { LocalTime, TimeSince } from "#app/ui/time.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useViewer } from "../shell/viewer.ts";
import { TaskForm, useTask } from "./tasks.tsx";

const RemovePasskeyDialog = lazy(() => import("./remove-passkey-dialog.tsx"));

/** One passkey, which its owner names and removes. */
export function PasskeyRow({ passkey }: { passkey: PasskeyView }) {
  const rename = useRef<HTMLButtonElement>(null);
  const [isRenaming, setRenaming] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { remove, isBusy } = useRemoval(passkey);

  const closeRenaming = () => {
    setRenaming(false);
    rename.current?.focus();
  };
  return (
    <li className="border-b border-tick py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
        <div className="min-w-0 grow basis-48">
          <p className="text-16">
            <bdi>{passkey.name}</bdi>
          </p>
          <p className="text-14 text-ink-3">
            Added <LocalTime at={passkey.createdAt} shape="date" />
            {" · "}
            {passkey.lastUsedAt === null ? (
              "not used yet"
            ) : (
              <>
                used <TimeSince at={passkey.lastUsedAt} />
              </>
            )}
          </p>
        </div>
        {/* Where they wrap below the name, they are aligned with it. */}
        <div className="flex shrink-0 gap-2 max-sm:ml-5">
          <Button
            ref={rename}
            tone="bare"
            aria-expanded={isRenaming}
            onClick={() => setRenaming(!isRenaming)}
          >
            Rename<span className="sr-only"> {passkey.name}</span>
          </Button>
          <Button tone="bare" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Remove<span className="sr-only"> {passkey.name}</span>
          </Button>
        </div>
      </div>
      {isRenaming && <RenameForm passkey={passkey} onClose={closeRenaming} />}
      {isAsking && (
        <Suspense fallback={null}>
          <RemovePasskeyDialog
            name={passkey.name}
            isBusy={isBusy}
            onConfirm={() => void remove()}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </li>
  );
}

function useRemoval({ id, name }: PasskeyView) {
  const viewer = useViewer();
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      const left = await callApi(removePasskeyCall, { passkey: id });
      showToast("confirm", `The passkey “${name}” was removed.`);
      const { forgetOtherPasskeys } = await import("#app/domains/people/accounts/ui/passkey-keeping.ts");
      if (viewer)
        void forgetOtherPasskeys(
          viewer.id,
          left.map((kept) => kept.id),
        );
      await revalidate();
    } catch (error) {
      showFailure(error);
      setBusy(false);
    }
  };
  return { remove, isBusy };
}

function RenameForm({ passkey, onClose }: { passkey: PasskeyView; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const [name, setName] = useState(passkey.name);
  const { form, isBusy, refusal, run } = useTask({ "bad-input": "name" });
  const send = () =>
    run(async () => {
      const body = { passkey: passkey.id, name: cleanLine(name) };
      await callApi(renamePasskeyCall, body);
      await revalidate();
      onClose();
    });
  return (
    <div className="mt-3 border-l-2 border-edge pl-4">
      <TaskForm
        form={form}
        action="Save Name"
        canSend={cleanLine(name) !== ""}
        isBusy={isBusy}
        onSend={send}
        onClose={onClose}
      >
        <Field
          // The requested field gets the focus.
          ref={focusAll}
          label="Passkey name"
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={refusal.at("name") ?? invisibleProblem(name)}
        />
      </TaskForm>
    </div>
  );
}

function focusAll(input: HTMLInputElement | null) {
  input?.focus();
  input?.select();
}
