import { type RefObject, useState } from "react";
import { showFailure } from "#app/api-client.ts";
import type { ConversationMessageView } from "#app/domains/messages/contract.ts";
import type { ConversationConnection } from "#app/domains/messages/live/connection-conversation.ts";

/** An earlier message of one's own, being changed in the field where one writes. */
export function useEditing(talk: ConversationConnection, field: RefObject<HTMLTextAreaElement | null>) {
  const [editing, setEditing] = useState<{ id: string; text: string } | null>(null);
  return {
    /** Its words as they are now, or null where nothing is being changed. */
    text: editing?.text ?? null,
    begin: ({ id, message }: ConversationMessageView) => {
      setEditing({ id, text: message });
      // The menu that asked for it gives the focus back first.
      requestAnimationFrame(() => field.current?.focus());
    },
    change: (text: string) => setEditing((now) => now && { ...now, text }),
    cancel: () => setEditing(null),
    /** Stays where it cannot be saved, which is said. */
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
