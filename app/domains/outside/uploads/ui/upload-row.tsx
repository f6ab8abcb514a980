import { useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { Button } from "#app/ui/button.tsx";
import { Lamp, type LampTone } from "#app/ui/lamp.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { retryUploadCall } from "../calls.ts";
import type { UploadView } from "../contract.ts";
import { canTryAgain, remedyOf, stateOf } from "../texts.ts";

const tones: Record<UploadView["status"], LampTone> = {
  waiting: "amber",
  sending: "amber",
  done: "green",
  failed: "red",
};

/** The state of an upload, why it waits or has failed, and what to do. */
export function UploadRow({
  upload,
  onChange,
}: {
  upload: UploadView;
  onChange: (upload: UploadView) => void;
}) {
  const { status, nextTryAt, url, details, bytesSent, bytesTotal } = upload;
  const remedy = remedyOf(upload);
  return (
    <div className="min-w-0 grow">
      <p className="flex flex-wrap items-center gap-2 text-16">
        <Lamp tone={tones[status]} />
        <output>{stateOf(upload)}</output>
        {url !== null && (
          <a href={url} target="_blank" rel="noreferrer" className="underline">
            Open on Mixcloud
          </a>
        )}
      </p>
      {status === "sending" && bytesTotal > 0 && (
        <progress
          value={bytesSent}
          max={bytesTotal}
          aria-label="Uploaded"
          className="mt-2 h-1.5 w-full max-w-sm accent-green"
        />
      )}
      {remedy !== null && <p className="mt-1 max-w-[60ch] text-14 text-ink-2">{remedy}</p>}
      {details !== null && (
        <p className="mt-1 max-w-[60ch] text-14 wrap-anywhere text-ink-3">Mixcloud said: {details}</p>
      )}
      {remedy !== null && nextTryAt !== null && (
        <p className="mt-1 text-14 text-ink-3">
          Next attempt: <LocalTime at={nextTryAt} shape="day-clock" />
        </p>
      )}
      {canTryAgain(upload) && <TryAgain replay={upload.replay} onChange={onChange} />}
    </div>
  );
}

function TryAgain({ replay, onChange }: { replay: string; onChange: (upload: UploadView) => void }) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      onChange(await callApi(retryUploadCall, { replay }));
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button className="mt-2" isBusy={isBusy} onClick={() => void press()}>
      Try Again
    </Button>
  );
}
