import type { KeyboardEvent } from "react";
import { emojis } from "./emoji.ts";

/** The emoji to choose from, above the field. The default export of its own chunk. */
export default function EmojiPanel({
  id,
  onChoose,
  onClose,
}: {
  id: string;
  onChoose: (emoji: string) => void;
  onClose: () => void;
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Closes the panel, and not the sheet that contains it.
    event.stopPropagation();
    onClose();
  };
  return (
    <fieldset
      id={id}
      aria-label="Emoji"
      className="absolute min-w-0 inset-x-3 bottom-full z-10 mb-1 grid max-h-56 grid-cols-[repeat(auto-fill,minmax(2.75rem,1fr))] overflow-y-auto overscroll-contain border border-tick bg-raised p-1"
    >
      {emojis.map(({ emoji, name }) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          title={name}
          onClick={() => onChoose(emoji)}
          onKeyDown={onKeyDown}
          className="grid size-11 place-items-center rounded-control text-20 -outline-offset-2 hover:bg-control"
        >
          {emoji}
        </button>
      ))}
    </fieldset>
  );
}
