import { Link } from "react-router";
import { callApi } from "#app/api-client.ts";
import { playedSetPath } from "#app/paths.ts";
import { LocalTime } from "#app/ui/time.tsx";
import { usePolled } from "#app/ui/use-polled.ts";
import { listUploadsCall } from "../calls.ts";
import type { UploadsView } from "../contract.ts";
import { isUnderWay } from "../texts.ts";
import { UploadRow } from "./upload-row.tsx";

/** Interval at which a page that shows an upload on its way asks for its progress. */
export const uploadPollMs = 5_000;

/** The performer's sets that are uploaded or were, newest first. */
export function UploadList({ loaded }: { loaded: UploadsView }) {
  const { data, mutate } = usePolled(listUploadsCall.path, () => callApi(listUploadsCall, undefined), {
    fallbackData: loaded,
    revalidateOnMount: false,
    isUnderWay: (latest) => latest.uploads.some(isUnderWay),
    everyMs: uploadPollMs,
  });
  const { uploads } = data ?? loaded;
  if (uploads.length === 0)
    return <p className="text-14 text-ink-3">Sets that are uploaded appear here after they end.</p>;
  return (
    <ul className="border-b border-tick">
      {uploads.map((upload) => (
        <li key={upload.replay} className="grid gap-x-6 gap-y-1 border-t border-tick py-3 sm:grid-cols-2">
          <div className="min-w-0">
            <Link
              to={playedSetPath(upload.set)}
              dir="auto"
              className="font-semibold wrap-anywhere hover:underline"
            >
              {upload.name}
            </Link>
            <p className="text-14 text-ink-3">
              <LocalTime at={upload.requestedAt} shape="day-clock" />
            </p>
          </div>
          <UploadRow upload={upload} onChange={() => void mutate()} />
        </li>
      ))}
    </ul>
  );
}
