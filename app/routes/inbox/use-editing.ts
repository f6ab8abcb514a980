import { type RefObject, useState } from "react";
import { showFailure } from "#app/api-client.ts";
import type { ConversationMessageView } from "#app/domains/air/messages/contract.ts";
import type { ConversationConnection } from "#app/domains/air/messages/live/connection-conversation.ts";

/** An earlier message of one's own, being edited in the message field. */
export function useEditing(talk: ConversationConnection, field: RefObject<HTMLTextAreaElement | null>) {
  const [editing, setEditing] = useState<{ id: string; text: string } | null>(null);
  return {
    /** Its present text, or null where nothing is being edited. */
    text: editing?.text ?? null,
    begin: ({ id, message }: ConversationMessageView) => {
      setEditing({ id, text: message });
      // The menu that started this first returns the focus.
      requestAnimationFrame(() => field.current?.focus());
    },
    change: (text: string) => setEditing((now) => now && { ...now, text }),
    cancel: () => setEditing(null),
    /** Stays open where it cannot be saved, with a message. */
    save: async (text: string) => {
      if (editing === null) return;
      try {
        await talk.edit(editing.id, text);
        setEditing(null);
        field.current?.focus();
      } catch (error) {
        showFailure(error);
      }
    },
  };
}
