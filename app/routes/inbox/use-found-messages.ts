import { useNavigate } from "react-router";
import useSWRInfinite from "swr/infinite";
import type * as z from "zod/mini";
import { callApi } from "#app/api-client.ts";
import { getConversationCall } from "#app/domains/air/messages/calls/messages.ts";
import { ConversationMessageView } from "#app/domains/air/messages/contract.ts";
import { pageSchema } from "#app/paging.ts";
import type { OlderMessages } from "./message-list.tsx";
import { inboxPath } from "./selection.ts";

const Page = pageSchema(ConversationMessageView);

/** The position of a message that a search has found. */
export interface FoundMessage {
  id: string;
  seq: number;
  timestamp: number;
}

/** Number of messages after the found one that are shown with it. */
const contextBehind = 10;

type Key = readonly ["found", conversation: string, dateCursor: number | null, idCursor: string];

/** The part of a conversation around a found message, and how to return to its end. */
export function useFoundMessages(conversation: string, found: FoundMessage) {
  const navigate = useNavigate();
  const { data, error, isValidating, size, setSize, mutate } = useSWRInfinite(
    (_, before: z.infer<typeof Page> | null): Key | null => {
      if (before?.idCursor === "end") return null;
      if (before !== null) return ["found", conversation, before.dateCursor, before.idCursor];
      // A cursor is the position of the last message that was loaded: what follows is older.
      return ["found", conversation, found.timestamp, String(found.seq + contextBehind + 1)];
    },
    ([, , dateCursor, idCursor]) => {
      const body = { conversation, dateCursor, idCursor };
      return callApi(getConversationCall, body);
    },
    { revalidateFirstPage: false, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const older: OlderMessages = {
    isThere: data?.at(-1)?.idCursor !== "end",
    status: isValidating ? "busy" : error === undefined ? "idle" : "failed",
    read: () => void (error === undefined ? setSize(size + 1) : mutate()),
  };
  const leave = () => {
    const path = inboxPath({ kind: "conversation", id: conversation });
    void navigate(path, { replace: true, defaultShouldRevalidate: false });
  };
  return { messages: (data ?? []).flatMap(({ items }) => items).toReversed(), older, leave };
}
