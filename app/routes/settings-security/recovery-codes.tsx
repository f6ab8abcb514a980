import { FileDown } from "lucide-react";
import { Button } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { keepFile } from "#app/ui/keep-file.ts";

/** The recovery codes, the only time they can be read. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join("\n");
  const download = () => {
    const words = `Recovery codes for Cue Music (${window.location.host})\nEach works once.\n\n${text}\n`;
    keepFile({ content: new Blob([words], { type: "text/plain" }), name: "cue-recovery-codes.txt" });
  };
  return (
    <div className="mt-4 border-l-2 border-amber bg-raised px-4 py-4">
      <h3 ref={focusOn} tabIndex={-1} className="text-16 font-semibold outline-none">
        Save Your Recovery Codes
      </h3>
      <p className="mt-1 max-w-[60ch] text-14 text-ink-2">
        If you lose your phone, each code lets you log in once. They will not be shown again. Print them, or
        save them with your passwords.
      </p>
      <ol className="tabular mt-3 grid max-w-md grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-6 gap-y-1 text-16">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={text}>Copy</CopyButton>
        <Button icon={<FileDown aria-hidden="true" className="size-4" />} onClick={download}>
          Download
        </Button>
        <Button tone="solid" onClick={onDone}>
          I Have Saved Them
        </Button>
      </div>
    </div>
  );
}

/** Text that can be read only now gets the focus, for screen readers. */
function focusOn(heading: HTMLElement | null) {
  heading?.focus();
}
