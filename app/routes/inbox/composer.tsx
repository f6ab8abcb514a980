import clsx from "clsx";
import { ImagePlus, SendHorizontal, X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useRef } from "react";
import { messageLimits } from "#app/domains/air/messages/contract.ts";
import { cleanParagraphs, textLength } from "#app/domains/base/text/clean.ts";
import { IconButton } from "#app/ui/button.tsx";
import { CharactersLeft } from "#app/ui/talk/characters-left.tsx";

const longest = messageLimits.message - 1;

/**
 * The message field. Enter sends, Shift and Enter start a new line; text that is too long stays and shows by how much.
 */
export default function Composer({
  draft,
  picture,
  editing,
  label = "Message",
  isBusy = false,
  canSend = true,
  onDraft,
  onPicture,
  onSend,
  onEditLast,
  ref,
}: {
  draft: string;
  /** Address of the picture that goes with it, or null. */
  picture: string | null;
  /** An earlier message is being edited: how to cancel that. */
  editing?: { onCancel: () => void } | null;
  label?: string;
  isBusy?: boolean;
  /** Whether there is a recipient. */
  canSend?: boolean;
  onDraft: (draft: string) => void;
  /**
   * Called with a chosen or pasted file, or with null to remove the picture; undefined where pictures are not possible.
   */
  onPicture?: (file: File | null) => void;
  onSend: (text: string) => void;
  /** Arrow up in the empty field. */
  onEditLast?: () => void;
  ref: RefObject<HTMLTextAreaElement | null>;
}) {
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const length = textLength(cleanParagraphs(draft));
  const isReady = canSend && !isBusy && (length > 0 || picture !== null) && length <= longest;
  const send = () => {
    if (isReady) onSend(draft.trim());
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter chooses a word.
    if (event.nativeEvent.isComposing || event.shiftKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      send();
    } else if (event.key === "Escape" && editing) {
      event.preventDefault();
      editing.onCancel();
    } else if (event.key === "ArrowUp" && draft === "" && onEditLast) {
      event.preventDefault();
      onEditLast();
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.files[0];
    if (pasted === undefined || onPicture === undefined) return;
    event.preventDefault();
    onPicture(pasted);
  };

  return (
    <div data-composer="" className="shrink-0 border-t border-tick px-3 pt-3 pb-1 sm:px-5">
      {editing && (
        <p className="-mt-1 mb-1 flex items-center justify-between gap-3 border-l-2 border-amber pl-3 text-14 text-ink-2">
          Editing your message
          <IconButton label="Cancel" onClick={editing.onCancel}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </p>
      )}
      {picture !== null && onPicture && (
        <p className="mb-3 flex items-start gap-1">
          <img src={picture} alt="Attached to this message" className="size-24 bg-control object-cover" />
          <IconButton label="Remove picture" onClick={() => onPicture(null)}>
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </p>
      )}
      <div className="flex items-end gap-2">
        {onPicture && !editing && (
          <IconButton label="Add a picture" onClick={() => file.current?.click()} className="-ml-2">
            <ImagePlus aria-hidden="true" className="size-5" />
          </IconButton>
        )}
        <textarea
          ref={ref}
          rows={1}
          dir="auto"
          value={draft}
          aria-label={label}
          aria-describedby={`${id}-counter`}
          placeholder="Write a message"
          enterKeyHint="send"
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className={clsx(
            "max-h-40 min-h-11 min-w-0 grow resize-none rounded-control border bg-ground px-3 py-2.5 text-16 [field-sizing:content] placeholder:text-ink-3",
            length > longest ? "border-red" : "border-edge",
          )}
        />
        <IconButton label={editing ? "Save" : "Send"} tone="quiet" disabled={!isReady} onClick={send}>
          <SendHorizontal aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        </IconButton>
      </div>
      <CharactersLeft id={`${id}-counter`} length={length} longest={longest} />
      {onPicture && (
        <input
          ref={file}
          type="file"
          hidden
          accept=".jpg,.jpeg,.png,.tif,.tiff"
          aria-label="Picture"
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            if (chosen) onPicture(chosen);
            // The same file may be chosen again.
            event.target.value = "";
          }}
        />
      )}
    </div>
  );
}
