import { useEffect, useEffectEvent, useRef, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { endSyncCall, getSyncCall } from "#app/domains/value/tokens/calls/keys.ts";
import type { SyncView } from "#app/domains/value/tokens/contract/keys.ts";
import { showSyncCode } from "#app/domains/value/tokens/keys/sync-code.ts";
import { Button } from "#app/ui/button.tsx";
import { countOf } from "#app/ui/number.ts";
import { QrPicture } from "#app/ui/qr-picture.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { usePolled } from "#app/ui/use-polled.ts";
import { Panel, Row, Text } from "./panel.tsx";
import { Unlock } from "./unlock.tsx";
import { type LoadedKeys, offerPhrase } from "./wallet-work.ts";

const pollMs = 3_000;

/** Passes the phrase to another device: unlocks it here, then shows the code that the other device needs. */
export function ShowCode({ keys, onClose }: { keys: LoadedKeys; onClose: () => void }) {
  const [offer, setOffer] = useState<{ code: string; sync: SyncView } | null>(null);
  if (offer !== null) return <Code offer={offer} onClose={onClose} />;
  return (
    <Panel title="Pass the Phrase to Another Device">
      <Unlock
        keys={keys}
        onEntropy={async (entropy) => setOffer(await offerPhrase(keys, entropy))}
        onClose={onClose}
      />
    </Panel>
  );
}

function Code({
  offer: { code, sync },
  onClose,
}: {
  offer: { code: string; sync: SyncView };
  onClose: () => void;
}) {
  const { data } = usePolled([getSyncCall.path, sync.sync], () => callApi(getSyncCall), {
    isUnderWay: (now) => now === null || now.state === "ready",
    everyMs: pollMs,
    onError: () => undefined,
  });
  useEndOnLeave();
  const state = data?.state ?? "ready";
  if (state === "done" || state === "over")
    return (
      <Panel title={state === "done" ? "Your Other Device Has It" : "This Code Has Ended"}>
        <Text>
          {state === "done"
            ? "Your phrase arrived on the other device, and the code is used up."
            : "It expired, was cancelled, or was typed wrong ten times. Show a new one if you still need it."}
        </Text>
        <Row>
          <Button tone="solid" onClick={onClose}>
            Done
          </Button>
        </Row>
      </Panel>
    );
  return (
    <Panel title="Type This Code on Your Other Device">
      <Text>
        Log in there with the same account, open Tokens, choose Add This Device and Use a Code from Another
        Device.
      </Text>
      <p translate="no" className="tabular display mt-4 text-28 break-words">
        {showSyncCode(code)}
      </p>
      <div className="mt-4">
        <QrPicture text={code} label="The same code as a QR code" />
      </div>
      <output className="mt-3 block text-14 text-ink-3">
        {sync.expiresAt !== null && (
          <>
            Works once, until <LocalTime at={sync.expiresAt} shape="clock" />.
          </>
        )}
        {data?.triesLeft !== undefined &&
          data.triesLeft < 10 &&
          ` ${countOf(data.triesLeft, "try", "tries")} left.`}
      </output>
      <Row>
        <Button onClick={onClose}>End</Button>
      </Row>
    </Panel>
  );
}

/** Ends the transfer when the user leaves the page with the code. */
function useEndOnLeave(): void {
  const isLeft = useRef(false);
  const end = useEffectEvent(() => {
    callApi(endSyncCall, undefined, { isParting: true }).catch(showFailure);
  });
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      // In development React mounts everything twice.
      setTimeout(() => {
        if (isLeft.current) end();
      }, 0);
    };
  }, []);
}
