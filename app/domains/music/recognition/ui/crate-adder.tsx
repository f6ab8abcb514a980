import clsx from "clsx";
import { FolderOpen, Music } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { showFailure } from "#app/api-client.ts";
import { Button } from "#app/ui/button.tsx";
import { wordFor } from "#app/ui/number.ts";
import { useWork } from "#app/ui/use-work.ts";
import type { CrateTrackView } from "../contract.ts";
import { acceptedFiles, filesOfDrop, filesOfFolder, folderPicker } from "../crate/collect-files.ts";
import { CheckNames } from "./check-names.tsx";
import { CrateProgress } from "./crate-progress.tsx";
import { useCrateRun } from "./use-crate-run.ts";

/** Shows a place to drop or choose files, and their progress. */
export default function CrateAdder(props: {
  user: string;
  tracks: readonly CrateTrackView[];
  asksAcoustId: boolean;
  onAdded: (tracks: CrateTrackView[]) => void;
}) {
  const { state, ignored, unfinished, add, continueFolder, setPaused, retry, chooseCharset, acceptNames } =
    useCrateRun(props);
  const { isBusy, run } = useWork(showFailure);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const found = filesOfDrop(event.dataTransfer.items);
    void run(async () => add(await found));
  };
  return (
    <>
      <div
        // The buttons inside do the same from the keyboard.
        role="presentation"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          "border border-dashed px-4 py-6 sm:px-8 sm:py-10",
          isOver ? "border-ink bg-raised" : "border-edge",
        )}
      >
        <p className="display text-20">
          <span className="pointer-coarse:hidden">Drop files or folders here</span>
          <span className="hidden pointer-coarse:inline">Choose your tracks</span>
        </p>
        <p className="mt-1 max-w-[60ch] text-14 text-ink-3">
          MP3, FLAC, AAC, Ogg, Opus, WAV and AIFF; hundreds at a time. Keep this page open while they are
          read.
        </p>
        <Choosers isBusy={isBusy} onChoose={(read) => void run(read)} add={add} />
      </div>
      {ignored > 0 && (
        <p className="mt-3 text-14 text-ink-3">
          {wordFor(
            ignored,
            "One file was skipped: it is not audio.",
            `${ignored} files were skipped: they are not audio.`,
          )}
        </p>
      )}
      {unfinished && !state && (
        <div className="mt-4 border-l-4 border-l-amber bg-raised px-4 py-3">
          <p className="text-14 text-ink-2">
            {`You left when ${unfinished.done} of ${unfinished.total} files were done. `}
            {unfinished.folder
              ? "Choose the same folder to continue. Finished files are skipped."
              : "Choose the same files again to continue. Finished ones are skipped."}
          </p>
          {unfinished.folder && (
            <Button className="mt-3" isBusy={isBusy} onClick={() => void run(continueFolder)}>
              Continue
            </Button>
          )}
        </div>
      )}
      {state && <CrateProgress state={state} onPause={setPaused} onRetry={retry} />}
      {state && state.guessed.length > 0 && (
        <CheckNames
          names={state.guessed}
          charset={state.charset}
          onCharset={chooseCharset}
          onAccept={acceptNames}
        />
      )}
    </>
  );
}

function Choosers({
  isBusy,
  onChoose,
  add,
}: {
  isBusy: boolean;
  onChoose: (read: () => Promise<void>) => void;
  add: (files: readonly File[], folder?: FileSystemDirectoryHandle | null) => Promise<void>;
}) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const picker = folderPicker();
  const chooseFolder = () => {
    if (picker === null) return folder.current?.click();
    onChoose(async () => {
      const chosen = await picker({ id: "crate", mode: "read" });
      await add(await filesOfFolder(chosen), chosen);
    });
  };
  const take = (input: HTMLInputElement) => {
    const chosen = [...(input.files ?? [])];
    // The same files can be chosen again.
    input.value = "";
    onChoose(() => add(chosen));
  };
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <Button
        tone="solid"
        isBusy={isBusy}
        icon={<Music aria-hidden="true" className="size-4" />}
        onClick={() => files.current?.click()}
      >
        Choose Files
      </Button>
      <Button
        disabled={isBusy}
        icon={<FolderOpen aria-hidden="true" className="size-4" />}
        onClick={chooseFolder}
      >
        Choose Folder
      </Button>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={acceptedFiles}
        aria-label="Audio files"
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={(input) => {
          folder.current = input;
          // React has no such property.
          input?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        multiple
        hidden
        aria-label="Folder of audio files"
        onChange={(event) => take(event.currentTarget)}
      />
    </div>
  );
}
