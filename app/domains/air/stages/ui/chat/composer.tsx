import clsx from "clsx";
import { SendHorizontal, Smile, X } from "lucide-react";
import { type KeyboardEvent, lazy, type RefObject, Suspense, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { cleanLine, textLength } from "#app/domains/base/text/clean.ts";
import { IconButton } from "#app/ui/button.tsx";
import { CharactersLeft } from "#app/ui/talk/characters-left.tsx";
import { stageLimits } from "../../contract/stages.ts";
import { emojiAt, insertAt } from "./emoji.ts";
import { MentionList, mentionOptionId } from "./mention-list.tsx";
import { completeMention, mentionAt } from "./mentions.ts";

const longest = stageLimits.messageLength - 1;

const EmojiPanel = lazy(() => import("./emoji-panel.tsx"));

/**
 * The message field. Enter sends; text that is too long stays and shows by how much, and so does text during slow mode.
 * An "@" offers names, a ":" emoji; the button beside it all of these.
 */
export function Composer({
  draft,
  names,
  answered,
  note,
  wait,
  onDraft,
  onSend,
  onCancelReply,
  ref,
}: {
  draft: string;
  /** People who can be mentioned, the likeliest first. */
  names: readonly string[];
  /** The message that is answered, or null. */
  answered: { user: string; message: string } | null;
  /** A note to read before writing, or null. */
  note: string | null;
  /** The remaining time of slow mode, in words; null where it does not apply. */
  wait: string | null;
  onDraft: (draft: string) => void;
  onSend: (text: string) => void;
  onCancelReply: () => void;
  ref: RefObject<HTMLTextAreaElement | null>;
}) {
  const id = useId();
  const listId = `${id}-names`;
  const text = cleanLine(draft);
  const length = textLength(text);
  const canSend = length > 0 && length <= longest && wait === null;
  // Read out on an attempt, and not with each second of the countdown.
  const [told, setTold] = useState("");
  const send = () => {
    setTold(wait ?? "");
    if (canSend) onSend(text);
  };

  // The caret counts only while typing: a click elsewhere in the text offers nothing.
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const mention = caret === null ? null : mentionAt(draft, caret, names);
  const emoji = caret === null || mention !== null ? null : emojiAt(draft, caret);
  const offered = mention?.names ?? emoji?.found.map(({ emoji: sign, name }) => `${sign} ${name}`) ?? null;
  const chosen = offered && Math.min(active, offered.length - 1);
  const put = (after: { draft: string; caret: number }) => {
    flushSync(() => {
      onDraft(after.draft);
      setCaret(null);
      setPanelOpen(false);
    });
    ref.current?.focus();
    ref.current?.setSelectionRange(after.caret, after.caret);
  };
  const complete = (index: number) => {
    if (caret === null) return;
    const name = mention?.names[index];
    const found = emoji?.found[index];
    if (mention && name !== undefined) put(completeMention(draft, caret, mention, name));
    else if (emoji && found) put(insertAt(draft, { at: emoji.at, caret }, found.emoji));
  };
  const [isPanelOpen, setPanelOpen] = useState(false);
  const panelButton = useRef<HTMLButtonElement>(null);
  const putEmoji = (sign: string) => {
    const { selectionStart: at = draft.length, selectionEnd = at } = ref.current ?? {};
    put(insertAt(draft, { at, caret: selectionEnd }, sign));
  };
  const closePanel = () => {
    setPanelOpen(false);
    panelButton.current?.focus();
  };

  /** True where the key was for the list of names. */
  const onMentionKey = (key: string): boolean => {
    if (offered === null || chosen === null) return false;
    const count = offered.length;
    if (key === "ArrowDown") setActive((chosen + 1) % count);
    else if (key === "ArrowUp") setActive((chosen + count - 1) % count);
    else if (key === "Escape") setCaret(null);
    else if (key === "Enter" || key === "Tab") complete(chosen);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter chooses a word.
    if (event.nativeEvent.isComposing || event.shiftKey) return;
    if (onMentionKey(event.key)) {
      event.preventDefault();
      // Escape closes the list, and not the sheet that contains it.
      event.stopPropagation();
    } else if (event.key === "Escape" && answered) {
      event.stopPropagation();
      onCancelReply();
    } else if (event.key === "Enter") {
      event.preventDefault();
      send();
    }
  };

  return (
    <div data-composer="" className="relative border-t border-tick px-3 pt-3 pb-2">
      {offered && chosen !== null && (
        <MentionList
          id={listId}
          label={mention ? "Mention" : "Emoji"}
          names={offered}
          chosen={chosen}
          onChoose={(name) => complete(offered.indexOf(name))}
        />
      )}
      {isPanelOpen && (
        <Suspense>
          <EmojiPanel id={`${id}-emoji`} onChoose={putEmoji} onClose={closePanel} />
        </Suspense>
      )}
      {answered && (
        <div className="mb-2 flex items-center gap-2 border-l-2 border-edge pl-3 text-14 text-ink-2">
          <p className="min-w-0 grow truncate">
            Reply to <bdi className="font-semibold">{answered.user}</bdi>: <bdi>{answered.message}</bdi>
          </p>
          <IconButton label="Cancel the reply" onClick={onCancelReply}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      )}
      {note && (
        <p id={`${id}-note`} className={clsx("tabular mb-2 text-12", wait ? "text-amber" : "text-ink-3")}>
          {note}
        </p>
      )}
      <output className="sr-only">{wait !== null && told}</output>
      <div className="flex items-end gap-2">
        <textarea
          ref={ref}
          rows={1}
          value={draft}
          aria-label="Message"
          aria-describedby={`${id}-note ${id}-counter`}
          aria-controls={offered ? listId : undefined}
          aria-activedescendant={chosen === null ? undefined : mentionOptionId(listId, chosen)}
          aria-autocomplete="list"
          placeholder="Say something"
          enterKeyHint="send"
          onChange={(event) => {
            setCaret(event.target.selectionStart);
            setActive(0);
            onDraft(event.target.value);
          }}
          onBlur={() => setCaret(null)}
          onKeyDown={onKeyDown}
          className="max-h-32 min-h-11 grow resize-none rounded-control border border-edge bg-ground px-3 py-2.5 text-16 [field-sizing:content] placeholder:text-ink-3"
        />
        <IconButton
          ref={panelButton}
          label="Emoji"
          aria-expanded={isPanelOpen}
          aria-controls={isPanelOpen ? `${id}-emoji` : undefined}
          onClick={() => setPanelOpen(!isPanelOpen)}
        >
          <Smile aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label="Send" tone="quiet" disabled={!canSend} onClick={send}>
          <SendHorizontal aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        </IconButton>
      </div>
      <CharactersLeft id={`${id}-counter`} length={length} longest={longest} />
    </div>
  );
}
