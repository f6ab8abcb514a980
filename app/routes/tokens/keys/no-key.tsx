import { useState } from "react";
import { showFailure } from "#app/api-client.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { BackupForm } from "./backup-form.tsx";
import { CreatePhrase } from "./create-phrase.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { Panel, Row, Text } from "./panel.tsx";
import { PhraseForm } from "./phrase-form.tsx";
import type { Reload } from "./use-keys.ts";
import { addThisDevice, type Entropy, type LoadedKeys, sendKey } from "./wallet-work.ts";

type Step = "why" | "create" | "restore" | { entropy: Entropy };

/** A wallet without a key: why one might want one, and how to make it. */
export function NoKey({ keys, reload }: { keys: LoadedKeys; reload: Reload }) {
  const [step, setStep] = useState<Step>("why");
  const { isBusy, run } = useWork(showFailure);
  const close = () => setStep("why");
  const take = (entropy: Entropy) =>
    run(async () => {
      await sendKey(keys, entropy);
      const loaded = await reload({ isShown: false });
      // A browser without Ed25519 has the key all the same.
      await addThisDevice(loaded, entropy).catch(showFailure);
      showToast("confirm", "Your wallet has its key.");
      await reload({ isShown: false });
      setStep({ entropy });
    });
  if (step === "create")
    return (
      <LeaveGuard>
        <CreatePhrase isBusy={isBusy} onDone={(entropy) => void take(entropy)} onClose={close} />
      </LeaveGuard>
    );
  if (step === "restore")
    return (
      <LeaveGuard>
        <Panel title="Enter Your Recovery Phrase">
          <PhraseForm
            action="Use This Phrase"
            isBusy={isBusy}
            onEntropy={(entropy) => void take(entropy)}
            onClose={close}
          />
        </Panel>
      </LeaveGuard>
    );
  if (step !== "why") return <FirstBackup entropy={step.entropy} reload={reload} />;
  return (
    <>
      <Text>
        Your tokens are safe without a key: your account is enough to earn, tip and receive. With a recovery
        phrase your devices sign your tips, so a stolen login can no longer tip for you, and your wallet has
        an address by which others can recognize it.
      </Text>
      <Text>
        Tokens are points. They cannot be bought, sold or cashed out, so a phrase is never worth money.
      </Text>
      <Row>
        <Button tone="solid" onClick={() => setStep("create")}>
          Create a Recovery Phrase
        </Button>
        <Button onClick={() => setStep("restore")}>I Have a Phrase</Button>
      </Row>
    </>
  );
}

/** Asks for a backup after a key was made: one, or none. */
function FirstBackup({ entropy, reload }: { entropy: Entropy; reload: Reload }) {
  const [keys, setKeys] = useState<LoadedKeys | null>(null);
  const finish = async () => {
    await reload();
  };
  if (keys === null)
    return (
      <Panel title="Keep It Safe">
        <Text>
          Your paper is enough. An encrypted backup makes it easier to add a device, and helps if the paper
          gets lost.
        </Text>
        <Row>
          <Button tone="solid" onClick={() => void reload({ isShown: false }).then(setKeys, showFailure)}>
            Make a Backup
          </Button>
          <Button onClick={() => void finish()}>Paper Only</Button>
        </Row>
      </Panel>
    );
  return (
    <BackupForm
      keys={keys}
      entropy={entropy}
      skip="Paper Only"
      onDone={finish}
      onClose={() => void finish()}
    />
  );
}
