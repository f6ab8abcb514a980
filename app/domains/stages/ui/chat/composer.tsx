import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type Ref, useId } from "react";
import { IconButton } from "#app/ui/button.tsx";
import { stageLimits } from "../../contract.ts";
import { cleanText, textLength } from "../../live/rules.ts";

const longest = stageLimits.messageLength - 1;
const countFrom = longest - 50;

/** Where one writes. Enter sends; what is too long stays, and says by how much. */
export function Composer({
  draft,
  onDraft,
  onSend,
  ref,
}: {
  draft: string;
  onDraft: (draft: string) => void;
  onSend: (text: string) => void;
  ref: Ref<HTMLTextAreaElement>;
}) {
  const counterId = useId();
  const text = cleanText(draft);
  const length = textLength(text);
  const canSend = length > 0 && length <= longest;
  const send = () => {
    if (canSend) onSend(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter chooses a word.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="border-t border-tick px-3 pt-3 pb-2">
      <div className="flex items-end gap-2">
        <textarea
          ref={ref}
          rows={1}
          value={draft}
          aria-label="Message"
          aria-describedby={counterId}
          placeholder="Say something"
          enterKeyHint="send"
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={onKeyDown}
          className="max-h-32 min-h-11 grow resize-none rounded-control border border-edge bg-ground px-3 py-2.5 text-16 [field-sizing:content] placeholder:text-ink-3"
        />
        <IconButton label="Send" tone="quiet" disabled={!canSend} onClick={send}>
          <SendHorizontal aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <p id={counterId} aria-live="polite" className="tabular min-h-5 text-right text-12 text-ink-3">
        {length > longest ? (
          <span className="text-red">{length - longest} characters too long</span>
        ) : (
          length >= countFrom && `${longest - length} left`
        )}
      </p>
    </div>
  );
}
