import { FileDown } from "lucide-react";
import { fetchFile, showFailure } from "#app/api-client.ts";
import { openEncoderFileCall } from "#app/domains/air/media/calls/guides.ts";
import type { EncoderProgram } from "#app/domains/air/media/contract/guides.ts";
import { Button } from "#app/ui/button.tsx";
import { keepFile } from "#app/ui/keep-file.ts";
import { useWork } from "#app/ui/use-work.ts";
import { useGuideReader } from "./guide-reader.ts";
import { rememberGuide } from "./used-guide.ts";

/** Fetches a configuration with the reader's own values on request; it is in no page and in no cache. */
export function FileDownload({ program, children }: { program: EncoderProgram; children: string }) {
  const { hasMount } = useGuideReader();
  const { isBusy, run } = useWork(showFailure);
  const download = () =>
    run(async () => {
      keepFile(await fetchFile(openEncoderFileCall, { program }));
      rememberGuide(program);
    });
  return (
    <Button
      icon={<FileDown aria-hidden="true" className="size-4" />}
      isBusy={isBusy}
      disabled={!hasMount}
      onClick={() => void download()}
    >
      {children}
    </Button>
  );
}
