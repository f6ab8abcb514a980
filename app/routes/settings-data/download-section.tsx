import { FileDown } from "lucide-react";
import { fetchFile, showFailure } from "#app/api-client.ts";
import { exportAccountCall } from "#app/domains/people/accounts/calls/accounts.ts";
import { Button } from "#app/ui/button.tsx";
import { keepFile } from "#app/ui/keep-file.ts";
import { Section } from "#app/ui/section.tsx";
import { useWork } from "#app/ui/use-work.ts";

export function DownloadSection() {
  const { isBusy, run } = useWork(showFailure);
  const download = () => run(async () => keepFile(await fetchFile(exportAccountCall)));
  return (
    <Section
      title="Download Your Data"
      intro="One JSON file with your account, profile, settings, people, messages, sets, plays, favorites, cheers, awards and tokens. This may take a moment."
    >
      <Button
        isBusy={isBusy}
        icon={<FileDown aria-hidden="true" className="size-4" />}
        onClick={() => void download()}
      >
        Download Data
      </Button>
    </Section>
  );
}
