import clsx from "clsx";
import { FileUp } from "lucide-react";
import { type DragEvent, useId, useRef, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import type { Charset } from "#app/domains/base/text/charset/undeclared.ts";
import { BusyTicks, Button } from "#app/ui/button.tsx";
import Dialog from "#app/ui/dialog.tsx";
import { wordFor } from "#app/ui/number.ts";
import { TimeRange } from "#app/ui/time.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { importHistoryCall } from "../calls/tracklists.ts";
import type { ImportedView } from "../contract/tracklists.ts";
import { UnreadableHistory } from "../history/history-file.ts";
import { HistoryHelp } from "./history-help.tsx";
import { ImportPreview, LeftOut } from "./import-preview.tsx";
import { type ImportedSet, type PreparedImport, prepareImport, toBase64 } from "./prepare-import.ts";

type Step =
  | { at: "choose"; problem: string | null }
  | { at: "preview"; prepared: PreparedImport; problem: string | null }
  | { at: "done"; imported: ImportedView };

/** Chooses a history file, shows what it will do, and sends it. The default export of its own chunk. */
export default function ImportHistoryDialog({
  set,
  onImported,
  onClose,
}: {
  set: ImportedSet;
  onImported: (imported: ImportedView) => void;
  onClose: () => void;
}) {
  const [step, setStep] = useState<Step>({ at: "choose", problem: null });
  const { isBusy, run } = useWork(showFailure);
  const open = (chosen: File | undefined) => chosen && run(async () => setStep(await stepFor(chosen, set)));
  const readAs = ({ prepared }: Extract<Step, { at: "preview" }>, charset: Charset) =>
    run(async () => {
      const next = await stepFor(prepared.chosen, set, charset);
      setStep(next.at === "preview" ? next : { at: "preview", prepared, problem: wrongCharset });
    });
  const send = ({ content, name, timeZone, charset }: PreparedImport) =>
    run(async () => {
      const body = { set: set.id, file: await toBase64(content), name, timeZone, charset };
      const imported = await callApi(importHistoryCall, body);
      onImported(imported);
      setStep({ at: "done", imported });
    });
  return (
    <Dialog title={step.at === "done" ? "History Added" : "Add Your History File"} onClose={onClose}>
      {/* The pressed button is gone with its step: the focus moves to the next step. */}
      <div key={step.at} ref={takeFocus} tabIndex={-1} className="outline-none">
        {step.at === "choose" && (
          <ChooseFile set={set} problem={step.problem} isBusy={isBusy} onChoose={(file) => void open(file)} />
        )}
        {step.at === "preview" && (
          <>
            <ImportPreview
              prepared={step.prepared}
              problem={step.problem}
              isBusy={isBusy}
              onCharset={(charset) => void readAs(step, charset)}
            />
            <div className="mt-6 flex flex-wrap justify-end gap-3">
              <Button tone="bare" disabled={isBusy} onClick={() => setStep({ at: "choose", problem: null })}>
                Choose Another
              </Button>
              <Button tone="solid" isBusy={isBusy} onClick={() => void send(step.prepared)}>
                Add to Tracklist
              </Button>
            </div>
          </>
        )}
        {step.at === "done" && <Done imported={step.imported} onClose={onClose} />}
      </div>
    </Dialog>
  );
}

const takeFocus = (element: HTMLElement | null) => element?.focus();

const wrongCharset = "Nothing in the file can be read with that encoding. Choose another one.";

async function stepFor(chosen: File, set: ImportedSet, charset?: Charset): Promise<Step> {
  try {
    const prepared = await prepareImport(chosen, set, charset);
    const { placed, leftOut } = prepared.placement;
    if (placed.length > 0) return { at: "preview", prepared, problem: null };
    const [only = "", ...others] = new Set(leftOut.map(({ reason }) => reason));
    const problem = "None of the tracks in this file belong to this set. Choose the file of that night.";
    return { at: "choose", problem: others.length > 0 ? problem : `${problem} ${only}` };
  } catch (error) {
    if (error instanceof UnreadableHistory) return { at: "choose", problem: error.message };
    // A file that was moved or changed while it was read.
    return { at: "choose", problem: "This file could not be read. Choose it again." };
  }
}

function ChooseFile({
  set,
  problem,
  isBusy,
  onChoose,
}: {
  set: ImportedSet;
  problem: string | null;
  isBusy: boolean;
  onChoose: (file: File | undefined) => void;
}) {
  const fileRef = useRef<HTMLInputElement>(null);
  const messageId = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onChoose(event.dataTransfer.files[0]);
  };
  return (
    <>
      <p className="text-16 text-ink-2">
        Your DJ software keeps a history of what you played. Add that file to place its tracks in this set (
        <TimeRange start={set.startsAt} end={set.endsAt} />
        ). You see them before anything is sent.
      </p>
      {/* Dropping is a shorter way to what the button does. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          "mt-4 flex flex-col items-center gap-2 border border-dashed p-5",
          isOver ? "border-ink bg-control" : "border-tick",
        )}
      >
        <Button
          tone="solid"
          className="w-full sm:w-auto"
          icon={<FileUp aria-hidden="true" className="size-4" />}
          isBusy={isBusy}
          aria-describedby={messageId}
          onClick={() => fileRef.current?.click()}
        >
          Choose File
        </Button>
        <p className="hidden text-14 text-ink-3 sm:block">or drop it here</p>
        <input
          ref={fileRef}
          type="file"
          hidden
          aria-label="History file"
          onChange={(event) => {
            onChoose(event.target.files?.[0]);
            // The same file can be chosen again after it was exported anew.
            event.target.value = "";
          }}
        />
      </div>
      <p id={messageId} role="alert" className={clsx("text-14 text-red", problem !== null && "mt-3")}>
        {problem}
      </p>
      {isBusy && (
        <p className="mt-3 flex items-center gap-2 text-14 text-ink-3">
          <BusyTicks /> Reading the file
        </p>
      )}
      <HistoryHelp />
    </>
  );
}

function Done({ imported, onClose }: { imported: ImportedView; onClose: () => void }) {
  const { placed, leftOut } = imported;
  return (
    <>
      <output className="block text-16 text-ink-2">
        {placed} {wordFor(placed, "track is", "tracks are")} in the tracklist now. A newer file with the same
        name replaces this one.
      </output>
      {leftOut.length > 0 && <LeftOut entries={leftOut} />}
      <div className="mt-6 flex justify-end">
        <Button tone="solid" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}
