import { useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { deleteSecretCall } from "#app/domains/value/tokens/calls/keys.ts";
import { Button } from "#app/ui/button.tsx";
import { lazyDialog } from "#app/ui/lazy-dialog.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { BackupForm } from "./backup-form.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { Panel, Part, Row, Text } from "./panel.tsx";
import { Unlock } from "./unlock.tsx";
import type { Reload } from "./use-keys.ts";
import type { Entropy, LoadedKeys } from "./wallet-work.ts";

const DeleteBackupDialog = lazyDialog(() => import("./delete-backup-dialog.tsx"));

/** The encrypted backup of the phrase: whether there is one, a new one, and its end. */
export function BackupPart({ keys, reload }: { keys: LoadedKeys; reload: Reload }) {
  const [step, setStep] = useState<"none" | "unlock" | Entropy>("none");
  const [isAsked, setAsked] = useState(false);
  const { isBusy, run } = useWork(showFailure);
  const { backup } = keys;
  const close = () => setStep("none");
  const remove = () =>
    run(async () => {
      await callApi(deleteSecretCall);
      setAsked(false);
      showToast("confirm", "The backup is deleted.");
      await reload();
    });
  return (
    <Part title="Backup">
      {backup === null ? (
        <Text>No backup: your phrase is only on paper and on your devices.</Text>
      ) : (
        <Text>
          An encrypted backup of <LocalTime at={backup.updatedAt} shape="date" />, opened by{" "}
          {waysOf(backup.ways)}.
        </Text>
      )}
      {step === "none" && (
        <Row>
          <Button onClick={() => setStep("unlock")}>
            {backup === null ? "Make a Backup" : "Renew Backup"}
          </Button>
          {backup !== null && <Button onClick={() => setAsked(true)}>Delete Backup</Button>}
        </Row>
      )}
      {step === "unlock" && (
        <div className="mt-4">
          <Panel title="Backup of Your Phrase">
            <Unlock keys={keys} onEntropy={async (entropy) => setStep(entropy)} onClose={close} />
          </Panel>
        </div>
      )}
      {typeof step !== "string" && (
        <div className="mt-4">
          <LeaveGuard>
            <BackupForm
              keys={keys}
              entropy={step}
              skip="Cancel"
              onDone={async () => {
                close();
                await reload();
              }}
              onClose={close}
            />
          </LeaveGuard>
        </div>
      )}
      {isAsked && (
        <DeleteBackupDialog isBusy={isBusy} onConfirm={() => void remove()} onClose={() => setAsked(false)} />
      )}
    </Part>
  );
}

function waysOf(ways: readonly ("passkey" | "password")[]): string {
  if (ways.length > 1) return "your passkey or your wallet password";
  return ways[0] === "passkey" ? "your passkey" : "your wallet password";
}
