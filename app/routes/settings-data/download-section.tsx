import { FileDown } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { callApi, showFailure } from "#app/api-client.ts";
import { Button } from "#app/ui/button.tsx";
import { Section } from "../settings/settings-page.tsx";

/** Hands a text to the browser as a file. */
function saveAsFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the content once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function DownloadSection() {
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      // Whatever it holds is what is saved: this page has no business with its parts.
      const data = await callApi("/api/users/export", { answer: z.unknown() });
      const day = new Date().toISOString().slice(0, 10);
      saveAsFile(`cue-data-${day}.json`, JSON.stringify(data, null, 2), "application/json");
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section
      title="Download your data"
      intro="One JSON file with your account, profile, settings, people, messages, sets, plays, favorites, cheers and awards. It is made while you wait."
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
