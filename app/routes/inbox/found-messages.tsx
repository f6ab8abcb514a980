import { Link } from "react-router";
import useSWRInfinite from "swr/infinite";
import { callApi } from "#app/api-client.ts";
import { searchMessagesCall } from "#app/domains/air/messages/calls/search.ts";
import {
  type ConversationView,
  FoundMessageView,
  messageLimits,
} from "#app/domains/air/messages/contract.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { countOf } from "#app/ui/number.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { useSettled } from "#app/ui/use-settled.ts";
import { conversationName, preview, shownName } from "./rows.ts";
import { inboxPath } from "./selection.ts";

const shortest = 2;
type Key = readonly [
  path: typeof searchMessagesCall.path,
  search: string,
  dateCursor: number | null,
  idCursor: string | null,
];

/** The results of a search in one's own messages, newest first; each leads to its position. */
export default function FoundMessages({
  typed,
  conversations,
  viewerId,
}: {
  typed: string;
  conversations: readonly ConversationView[];
  viewerId: string;
}) {
  const text = useSettled(typed.trim());
  const isLongEnough = text.length >= shortest;
  const { data, error, isLoading, isValidating, size, setSize, mutate } = useSWRInfinite(
    (_, before: FoundMessageView[] | null): Key | null => {
      const last = before?.at(-1);
      return isLongEnough ? [searchMessagesCall.path, text, last?.timestamp ?? null, last?.id ?? null] : null;
    },
    ([, search, dateCursor, idCursor]) => callApi(searchMessagesCall, { search, dateCursor, idCursor }),
    {
      revalidateFirstPage: false,
      revalidateOnFocus: false,
      keepPreviousData: true,
      shouldRetryOnError: false,
    },
  );
  if (!isLongEnough) return <p className="px-4 py-3 text-14 text-ink-3">Enter at least two characters.</p>;
  if (error !== undefined && !isLoading)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 px-4 py-3 text-14 text-ink-2">
        We could not search your messages.
        <Button onClick={() => void mutate()}>Try Again</Button>
      </div>
    );
  if (data === undefined)
    return (
      <div className="space-y-3 px-4 py-3">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    );
  const all = data.flat();
  const isMore = (data.at(-1)?.length ?? 0) >= messageLimits.page;
  const nameOf = (found: FoundMessageView) => {
    const conversation = conversations.find(({ id }) => id === found.conversation);
    return conversation ? conversationName(conversation, viewerId) : (found.sender?.username ?? "");
  };
  return (
    <div aria-busy={isLoading}>
      <output className="sr-only">{countOf(all.length, "message", "messages")} found</output>
      {all.length === 0 ? (
        <div className="px-4">
          <EmptyState title="No messages found">Try fewer letters, or the start of a word.</EmptyState>
        </div>
      ) : (
        <ul className="border-b border-tick">
          {all.map((found) => (
            <li key={found.id} className="border-t border-tick">
              <Link
                to={inboxPath({ kind: "conversation", id: found.conversation })}
                state={{ found: { id: found.id, seq: found.seq, timestamp: found.timestamp } }}
                defaultShouldRevalidate={false}
                className="block px-4 py-2.5 -outline-offset-2 hover:bg-raised"
              >
                <span className="flex items-baseline gap-2 text-12 text-ink-3">
                  <span className="truncate" dir="auto">
                    {shownName(nameOf(found))}
                  </span>
                  <LocalTime at={found.timestamp} shape="clock-or-day" className="tabular ml-auto shrink-0" />
                </span>
                <span className="block text-16" dir="auto">
                  {found.sender?.id === viewerId && "You: "}
                  {preview(found.message)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isMore && (
        <p className="flex justify-center py-3">
          <Button isBusy={isValidating} onClick={() => void setSize(size + 1)}>
            Older Messages
          </Button>
        </p>
      )}
    </div>
  );
}
