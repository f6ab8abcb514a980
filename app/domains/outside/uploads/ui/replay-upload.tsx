import { callApi } from "#app/api-client.ts";
import { usePolled } from "#app/ui/use-polled.ts";
import { findUploadCall } from "../calls.ts";
import { isUnderWay } from "../texts.ts";
import { uploadPollMs } from "./upload-list.tsx";
import { UploadRow } from "./upload-row.tsx";

/**
 * Shows the performer, on the page of their replay or past set, the upload of it to Mixcloud. Nothing where there is
 * none. `replay`: its own id or that of its set.
 */
export function ReplayUpload({ replay }: { replay: string }) {
  const { data: upload, mutate } = usePolled(
    [findUploadCall.path, replay],
    () => callApi(findUploadCall, { replay }),
    { isUnderWay: (latest) => latest !== null && isUnderWay(latest), everyMs: uploadPollMs },
  );
  if (!upload) return null;
  return (
    <section aria-label="Upload to Mixcloud" className="mt-5">
      <UploadRow upload={upload} onChange={(changed) => void mutate(changed, { revalidate: false })} />
    </section>
  );
}
